import { compareNames } from './alphabet.ts';
import { ALL_CATEGORIES, displayCategory } from './categories.ts';
import { isInHouseBrand } from './inventory-item.ts';
import { type Product, UNKNOWN } from './product.ts';
import { brandKeyOf, IN_HOUSE_BRAND, traitsOf } from './product-traits.ts';

/** The brand filter that leaves nothing out. */
export const ALL_BRANDS = 'all';

/** What narrows the list; every product of "all" and "" passes. */
export interface ProductFilter {
  search: string;
  brand: string;
  category: string;
}

/**
 * The products members see under these filters, in the order given: active, of the category, of the brand, and with
 * the searched text in name, description or brand ignoring case (specification §5).
 */
export const filterProducts = (products: readonly Product[], { search, brand, category }: ProductFilter): Product[] => {
  const inCategory = products.filter(
    (product) => product.isActive && (category === ALL_CATEGORIES || displayCategory(product) === category),
  );
  const ofBrand = filterBrand(inCategory, brand);
  const needle = search.trim().toLowerCase();
  return needle === '' ? ofBrand : ofBrand.filter((product) => traitsOf(product).haystack.includes(needle));
};

/**
 * The products a brand filter value means, among those of the category: exactly that brand where it exists; else every
 * brand that contains the value; else "{Brand} {Word}" with the longest known brand; else the first word in the brand
 * and the rest in category or description (specification §5, decisions §4 and §8 "brand filter").
 */
const filterBrand = (products: Product[], value: string): Product[] => {
  const wanted = brandKeyOf(value);
  if (wanted === '' || wanted === ALL_BRANDS) return products;
  const exact = products.filter((product) => traitsOf(product).brandKey === wanted);
  // In-House is only ever the exact brand: "house" in another maker's name has nothing to do with it.
  if (exact.length > 0 || isInHouseBrand(value)) return exact;
  const partial = products.filter((product) => traitsOf(product).brandKey.includes(wanted));
  if (partial.length > 0) return partial;
  const combined = filterBrandAndWord(products, wanted);
  if (combined.length > 0) return combined;
  const [firstWord = '', ...rest] = wanted.split(/\s+/);
  if (rest.length === 0) return [];
  const about = rest.join(' ');
  return products.filter(
    (product) =>
      traitsOf(product).brandKey.includes(firstWord) &&
      `${product.category}\n${product.description ?? ''}`.toLowerCase().includes(about),
  );
};

/** "{Brand} {Word}" read with the longest brand that the products have. */
const filterBrandAndWord = (products: Product[], wanted: string): Product[] => {
  const known = new Set(products.map((product) => traitsOf(product).brandKey));
  for (let space = wanted.lastIndexOf(' '); space > 0; space = wanted.lastIndexOf(' ', space - 1)) {
    const brandKey = brandKeyOf(wanted.slice(0, space));
    if (!known.has(brandKey)) continue;
    const word = wanted.slice(space + 1).trim();
    return products.filter(
      (product) => traitsOf(product).brandKey === brandKey && traitsOf(product).about.includes(word),
    );
  }
  return [];
};

/** The subcategory words that can stand beside a brand (specification §5). */
const SUBCATEGORY_WORDS = ['Cured Resin', 'Nova', 'Live Resin', 'Live Rosin', 'Soft Gel', 'Fire & Ice', 'Cart'];

/**
 * What the brand filter offers for these products, "All Brands" aside: every brand by name, "Unknown" last, each
 * followed by its "{Brand} {Word}" where it has products with the word and without it (decisions §4). Where in-house
 * is written in several ways, one option stands for all.
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

/** The words that some products of a brand have and others have not. "Unknown" is no brand and is not divided. */
const wordsThatDivide = ({ name, products }: { name: string; products: Product[] }): string[] => {
  if (products.length < 2 || name === UNKNOWN) return [];
  const texts = products.map((product) => traitsOf(product).about);
  return SUBCATEGORY_WORDS.filter((word) => {
    const having = texts.filter((text) => text.includes(word.toLowerCase())).length;
    return having > 0 && having < texts.length;
  });
};
