import { isInHouseBrand } from './inventory-item.ts';
import { onceEach } from './once-each.ts';
import { type Product, UNKNOWN } from './product.ts';
import { baseName, siblingWords, variantName } from './product-name.ts';
import { tagValue } from './tags.ts';
import { foldName } from './typed-text.ts';

/** One product of a group, with a name that distinguishes it from the others (behavior 5.8). */
export interface Variant {
  /** The id of the product, which cart calls take. */
  id: number;
  /** The id of the product in the feed or file. */
  originalId: string;
  name: string;
  description: string | null;
  finalPrice: number;
  quantity: number;
  isActive: boolean;
  tags: string[];
  category: string;
  size: string | null;
  weightLabel: string | null;
  /** The product itself. Toasts, cart and receipts use its full name. */
  product: Product;
}

/** Values that search, brand filter and grouping derive from the texts of a product. */
export interface ProductTraits {
  /** Name, description and brand in lower case, each on a line of its own. */
  haystack: string;
  /** Category, description, name and formulation in lower case. The word of "{Brand} {Word}" is searched here. */
  subcategoryText: string;
  /** The brand in lower case. All spellings of in-house are one brand. */
  brandKey: string;
  /** Products with the same key are one group. The key is also the id of the group. */
  groupKey: string;
  /** The formulation that makes the group. Null if shared words make it. */
  formulation: string | null;
  /** Products with the same key are siblings in the details. */
  siblingKey: string;
  baseName: string;
  /** The product as a variant, before clashing names are distinguished. */
  variant: Variant;
}

/** The spelling under which all in-house brands are offered and compared. */
export const IN_HOUSE_BRAND = 'In-House';

/** Returns a key that is equal for equal brands: it ignores case, and all spellings of in-house are one (behavior 4.5). */
export const brandKeyOf = (brand: string): string => foldName(isInHouseBrand(brand) ? IN_HOUSE_BRAND : brand);

/**
 * Returns the traits of a product. They are computed once, because every keystroke needs those of up to 15,000 products.
 * A product is never changed in place. A changed product is a new object, so a live change computes only what it touches.
 */
export const traitsOf = onceEach((product: Product): ProductTraits => readTraits(product));

/** Computes the traits of a whole snapshot in advance, so that the first keystroke is fast. */
export const prepareTraits = (products: readonly Product[]): void => {
  for (const product of products) traitsOf(product);
};

const readTraits = (product: Product): ProductTraits => {
  const brandKey = brandKeyOf(product.brand);
  // A formulation alone is no group: "Unknown Shatter" would mix the products of many brands.
  const stated = tagValue(product.tags, 'Formulation');
  const formulation = product.brand === UNKNOWN ? null : stated;
  const base = baseName(product.name);
  const variant = toVariant(product);
  const siblingKey = JSON.stringify([product.category, brandKey, siblingWords(base)]);
  const description = product.description ?? '';
  return {
    haystack: `${product.name}\n${description}\n${product.brand}`.toLowerCase(),
    subcategoryText: `${product.category}\n${description}\n${product.name}\n${stated ?? ''}`.toLowerCase(),
    brandKey,
    groupKey:
      formulation === null
        ? siblingKey
        : JSON.stringify([product.category, brandKey, { formulation: formulation.toLowerCase() }]),
    formulation,
    siblingKey,
    baseName: base,
    variant,
  };
};

const toVariant = (product: Product): Variant => ({
  id: product.id,
  originalId: product.externalId,
  name: variantName(product.name),
  description: product.description,
  finalPrice: product.finalPrice,
  quantity: product.quantity,
  isActive: product.isActive,
  tags: product.tags,
  category: product.category,
  size: product.size,
  weightLabel: product.weightLabel,
  product,
});
