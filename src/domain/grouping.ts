import type { Product } from './product.ts';
import { commonWords, sharedWords, withoutPackaging } from './product-name.ts';
import { type ProductTraits, traitsOf, type Variant } from './product-traits.ts';
import { toVariants } from './variants.ts';

/** The products of one card (behavior 5.6). A group is never empty. */
export interface ProductGroup {
  /** Unique. It stays the same as long as brand, formulation, category and words do. */
  id: string;
  name: string;
  /** What the own names of the products share, if the name of the group does not say it: "River Gummies". Else ''. */
  ownName: string;
  description: string | null;
  brand: string;
  category: string;
  images: string[];
  /** Sorted by name. Names are unique, ignoring case. */
  variants: [Variant, ...Variant[]];
  /** The products of the group, in the order in which they were given. */
  members: Members;
}

/**
 * Gathers products into groups, in the order in which each group first appears. A group is one brand and one
 * formulation within a category. If brand or formulation is missing, the first two words of the base name make the
 * group (behavior 5.6). Every product is in exactly one group.
 */
export const groupProducts = (products: readonly Product[]): ProductGroup[] => {
  const byKey = new Map<string, Members>();
  for (const product of products) {
    const traits = traitsOf(product);
    const members = byKey.get(traits.groupKey);
    if (members === undefined) byKey.set(traits.groupKey, [traits]);
    else members.push(traits);
  }
  return Array.from(byKey.values(), toGroup);
};

export type Members = [ProductTraits, ...ProductTraits[]];

/** Computes name and variants on first use. A keystroke may leave 5,000 groups, but only a dozen are drawn. */
const toGroup = (members: Members): ProductGroup => {
  const [{ groupKey, variant: first }] = members;
  let name: string | undefined;
  let ownName: string | undefined;
  let variants: ProductGroup['variants'] | undefined;
  return {
    id: groupKey,
    get name() {
      name ??= groupName(members);
      return name;
    },
    get ownName() {
      ownName ??= sharedOwnName(members);
      return ownName;
    },
    get description() {
      return members.find(({ variant }) => variant.description)?.variant.description ?? null;
    },
    brand: first.product.brand,
    category: first.category,
    get images() {
      return members.find(({ variant }) => variant.product.images.length > 0)?.variant.product.images ?? [];
    },
    get variants() {
      variants ??= toVariants(members);
      return variants;
    },
    members,
  };
};

/** Returns a single product's own name, "{Brand} {Formulation}", or the words that all base names share (behavior 5.7). */
const groupName = (members: Members): string => {
  const [{ formulation, baseName, variant: first }, ...others] = members;
  if (others.length === 0) return first.product.name;
  if (formulation !== null) return `${first.product.brand} ${formulation}`;
  return sharedWords(
    baseName,
    others.map((other) => other.baseName),
  );
};

/** Variants are shown without the words that all of them have, and "{Brand} {Formulation}" may not have them either. */
const sharedOwnName = (members: Members): string => {
  const [{ formulation }] = members;
  if (formulation === null || members.length === 1) return '';
  const shared = commonWords(members.map((member) => member.baseName));
  const told = withoutPackaging(shared);
  return commonWords([told, groupName(members)]) === told ? '' : shared;
};
