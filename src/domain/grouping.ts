import { compareNames } from './alphabet.ts';
import type { Product } from './product.ts';
import { sharedWords } from './product-name.ts';
import { type ProductTraits, traitsOf, type Variant } from './product-traits.ts';
import { toVariants } from './variants.ts';

/** What one card shows (specification §3). Never empty. */
export interface ProductGroup {
  /** Unique, and the same as long as brand, formulation, category and words are. */
  id: string;
  name: string;
  description: string | null;
  brand: string;
  category: string;
  images: string[];
  /** By name; names are unique ignoring case. */
  variants: [Variant, ...Variant[]];
  /** What it was made of, in the order given: the same members are the same group. */
  members: Members;
}

export const PRICE_SORTS = ['none', 'high-low', 'low-high'] as const;
export type PriceSort = (typeof PRICE_SORTS)[number];

/**
 * Gathers products into groups, in the order in which each group first appears. One brand and one formulation inside a
 * category is a group; without a formulation or a brand the first two words of the base name make it (decisions §4).
 * Every product is in exactly one group.
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

type Members = [ProductTraits, ...ProductTraits[]];

/** Name and variants are worked out when somebody looks: of 5,000 groups a keystroke leaves, a dozen are shown. */
const toGroup = (members: Members): ProductGroup => {
  const [{ groupKey, variant: first }] = members;
  let name: string | undefined;
  let variants: ProductGroup['variants'] | undefined;
  return {
    id: groupKey,
    get name() {
      name ??= groupName(members);
      return name;
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

/**
 * A single product's own name, "{Brand} {Formulation}", or the words that all base names begin with (decisions §8
 * "names").
 */
const groupName = (members: Members): string => {
  const [{ formulation, baseName, variant: first }, ...others] = members;
  if (others.length === 0) return first.product.name;
  if (formulation !== null) return `${first.product.brand} ${formulation}`;
  return sharedWords(
    baseName,
    others.map((other) => other.baseName),
  );
};

/**
 * What the details let a member choose among, the product itself included: its siblings (same brand and category, names
 * that share the first two words of the base name, specification §5), and what stood with it on its card, so that
 * nothing offered there is lost on the way in.
 */
export const siblingsOf = (products: readonly Product[], product: Product): [Variant, ...Variant[]] => {
  const own = traitsOf(product);
  const others = products
    .filter((other) => other.id !== product.id && other.isActive)
    .map(traitsOf)
    .filter(({ siblingKey, groupKey }) => siblingKey === own.siblingKey || groupKey === own.groupKey);
  return toVariants([own, ...others]);
};

/**
 * Groups by the lowest price of their variants (low to high) or the highest (high to low), ties by name (decisions §4);
 * unsorted they stay as they come.
 */
export const sortGroups = (groups: readonly ProductGroup[], sort: PriceSort): readonly ProductGroup[] => {
  if (sort === 'none') return groups;
  const direction = sort === 'low-high' ? 1 : -1;
  return groups
    .map((group) => ({ group, price: sortPrice(group, sort) }))
    .sort((a, b) => direction * (a.price - b.price) || compareNames(a.group.name, b.group.name))
    .map(({ group }) => group);
};

/** The price that places a group under a price sort. */
const sortPrice = ({ members }: ProductGroup, sort: Exclude<PriceSort, 'none'>): number => {
  const prices = members.map(({ variant }) => variant.finalPrice);
  return sort === 'low-high' ? Math.min(...prices) : Math.max(...prices);
};

/** The variant a card shows at first: under a price sort the one that sorted it, else the first in stock. */
export const preselectedVariant = (group: ProductGroup, sort: PriceSort): Variant => {
  const price = sort === 'none' ? null : sortPrice(group, sort);
  const candidates = price === null ? group.variants : group.variants.filter((each) => each.finalPrice === price);
  return candidates.find((each) => each.quantity > 0) ?? candidates[0] ?? group.variants[0];
};
