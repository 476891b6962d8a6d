import { ALL_CATEGORIES, displayCategory } from './categories.ts';
import { isInHouseBrand } from './inventory-item.ts';
import { compareNames } from './natural-order.ts';
import { type Product, UNKNOWN } from './product.ts';
import { brandKeyOf, IN_HOUSE_BRAND, traitsOf } from './product-traits.ts';

/** The value of the brand filter that shows every brand. */
export const ALL_BRANDS = 'all';

/** A search that finds fewer products than this is followed by close spellings (behavior 5.19). */
export const FEW_PRODUCTS = 3;

/** The filters of the list. "all" and "" let every product pass. */
export interface ProductFilter {
  search: string;
  brand: string;
  category: string;
}

/**
 * Returns the products that members see under these filters, in the order given. They are active, have the category and
 * the brand, and contain the searched text in name, description or brand, ignoring case (behavior 5.3).
 */
export const filterProducts = (products: readonly Product[], { search, brand, category }: ProductFilter): Product[] => {
  const inCategory = products.filter(
    (product) => product.isActive && (category === ALL_CATEGORIES || displayCategory(product) === category),
  );
  const ofBrand = filterBrand(inCategory, brand);
  const needle = search.trim().toLowerCase();
  // Stryker disable next-line ConditionalExpression,StringLiteral: without a search this saves computing all traits.
  return needle === '' ? ofBrand : ofBrand.filter((product) => traitsOf(product).haystack.includes(needle));
};

/**
 * Returns the products of a category that match the value of the brand filter (behavior 5.4). The first rule that finds
 * products wins:
 * 1. The brand is exactly the value.
 * 2. The brand contains the value.
 * 3. The value is "{Brand} {Word}", read with the longest known brand.
 * 4. The brand contains the first word, and category or description contains the rest.
 */
const filterBrand = (products: Product[], value: string): Product[] => {
  const wanted = brandKeyOf(value);
  if (wanted === ALL_BRANDS) return products;
  const exact = products.filter((product) => traitsOf(product).brandKey === wanted);
  // In-House has to match exactly, because other brands may have "in-house" in their names.
  if (exact.length > 0 || isInHouseBrand(value)) return exact;
  const partial = products.filter((product) => traitsOf(product).brandKey.includes(wanted));
  if (partial.length > 0) return partial;
  const combined = filterBrandAndWord(products, wanted);
  if (combined.length > 0) return combined;
  const [firstWord, ...rest] = wanted.split(/\s+/);
  const about = rest.join(' ');
  return products.filter(
    (product) =>
      traitsOf(product).brandKey.includes(firstWord!) &&
      `${product.category}\n${product.description ?? ''}`.toLowerCase().includes(about),
  );
};

/** Reads the value as "{Brand} {Word}" with the longest brand that the products have. */
const filterBrandAndWord = (products: Product[], wanted: string): Product[] => {
  const known = new Set(products.map((product) => traitsOf(product).brandKey));
  for (let space = wanted.lastIndexOf(' '); space !== -1; space = wanted.lastIndexOf(' ', space - 1)) {
    const brandKey = brandKeyOf(wanted.slice(0, space));
    if (!known.has(brandKey)) continue;
    const word = wanted.slice(space + 1);
    return products.filter(
      (product) => traitsOf(product).brandKey === brandKey && traitsOf(product).subcategoryText.includes(word),
    );
  }
  return [];
};

/** The words that can follow a brand in the brand filter (behavior 5.4). */
const SUBCATEGORY_WORDS = ['Cured Resin', 'Nova', 'Live Resin', 'Live Rosin', 'Soft Gel', 'Fire & Ice', 'Cart'];

/**
 * Returns the options of the brand filter for these products, without "All Brands" (behavior 5.4). Brands are sorted by
 * name, "Unknown" last. A brand is followed by "{Brand} {Word}" if some of its products have the word and some do not.
 * If in-house is spelled in several ways, all of them are one option.
 */
export const brandOptions = (products: readonly Product[]): string[] => {
  const brands = new Map<string, { name: string; products: Product[] }>();
  for (const product of products) {
    const key = traitsOf(product).brandKey;
    const brand = brands.get(key);
    if (brand === undefined) {
      brands.set(key, { name: product.brand, products: [product] });
    } else {
      brand.products.push(product);
      if (brand.name !== product.brand && isInHouseBrand(product.brand)) brand.name = IN_HOUSE_BRAND;
    }
  }
  return [...brands.values()]
    .sort((a, b) => Number(a.name === UNKNOWN) - Number(b.name === UNKNOWN) || compareNames(a.name, b.name))
    .flatMap((brand) => [brand.name, ...wordsThatDivide(brand).map((word) => `${brand.name} ${word}`)]);
};

/** Returns the words that some products of a brand have and others do not. "Unknown" is not a brand, so it has none. */
const wordsThatDivide = ({ name, products }: { name: string; products: Product[] }): string[] => {
  if (name === UNKNOWN) return [];
  const texts = products.map((product) => traitsOf(product).subcategoryText);
  return SUBCATEGORY_WORDS.filter((word) => {
    const having = texts.filter((text) => text.includes(word.toLowerCase())).length;
    return having > 0 && having < texts.length;
  });
};
