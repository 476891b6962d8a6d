import { isInHouseBrand } from './inventory-item.ts';
import { type Product, UNKNOWN } from './product.ts';
import { baseName, siblingWords, variantName } from './product-name.ts';
import { tagValue } from './tags.ts';

/** One product of a group, under the name that tells it from the others (specification §3). */
export interface Variant {
  /** The product's id, the one a cart takes. */
  id: number;
  /** The product's id in feed or file. */
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
  /** The product itself: toasts, cart and receipts use its full name (decisions §8 "names"). */
  product: Product;
}

/** What search, brand filter and grouping read out of a product's texts. */
export interface ProductTraits {
  /** Name, description and brand in lower case, one a line. */
  haystack: string;
  /** Category, description, name and formulation in lower case: where a brand option's word is looked for. */
  about: string;
  /** The brand in lower case; every way to write in-house is one brand. */
  brandKey: string;
  /** Products with one key are one group; unique and stable, so it serves as the group's id. */
  groupKey: string;
  /** The formulation that makes the group; null where shared words make it. */
  formulation: string | null;
  /** Products with one key are siblings in the detail dialog. */
  siblingKey: string;
  baseName: string;
  /** The product as a variant whose name clashes with no other. */
  variant: Variant;
  /** The variant's name in lower case. */
  variantKey: string;
}

/** The one spelling under which every in-house brand is offered and compared. */
export const IN_HOUSE_BRAND = 'In-House';

/** Under which brands are the same: case counts for nothing, nor do spaces and hyphens of in-house. */
export const brandKeyOf = (brand: string): string =>
  (isInHouseBrand(brand) ? IN_HOUSE_BRAND : brand).trim().toLowerCase();

const remembered = new WeakMap<Product, ProductTraits>();

/**
 * The traits of a product, worked out once: with 15,000 products every keystroke asks again. A product is never
 * altered in place, a changed one is a new object, so a live change costs only the products it touches.
 */
export const traitsOf = (product: Product): ProductTraits => {
  const known = remembered.get(product);
  if (known !== undefined) return known;
  const traits = readTraits(product);
  remembered.set(product, traits);
  return traits;
};

/** Works out the traits of a whole snapshot at a quiet moment, so that the first keystroke finds them ready. */
export const prepareTraits = (products: readonly Product[]): void => {
  for (const product of products) traitsOf(product);
};

const readTraits = (product: Product): ProductTraits => {
  const brandKey = brandKeyOf(product.brand);
  // Without a brand nothing but the name says that products belong together: no "Unknown Shatter" of 90 makers.
  const stated = tagValue(product.tags, 'Formulation');
  const formulation = product.brand === UNKNOWN ? null : stated;
  const base = baseName(product.name);
  const variant = toVariant(product);
  const siblingKey = JSON.stringify([product.category, brandKey, siblingWords(base)]);
  const description = product.description ?? '';
  return {
    haystack: `${product.name}\n${description}\n${product.brand}`.toLowerCase(),
    about: `${product.category}\n${description}\n${product.name}\n${stated ?? ''}`.toLowerCase(),
    brandKey,
    groupKey:
      formulation === null
        ? siblingKey
        : JSON.stringify([product.category, brandKey, { formulation: formulation.toLowerCase() }]),
    formulation,
    siblingKey,
    baseName: base,
    variant,
    variantKey: variant.name.toLowerCase(),
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
