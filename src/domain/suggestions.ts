import { isInHouseBrand } from './inventory-item.ts';
import { onceEach } from './once-each.ts';
import { type Product, UNKNOWN } from './product.ts';
import { IN_HOUSE_BRAND, traitsOf } from './product-traits.ts';
import { findBySearch, PRODUCT_SEARCH, type SearchRule } from './search-results.ts';
import { readSearchText } from './search-text.ts';

export interface Suggestions {
  products: readonly Product[];
  brands: readonly string[];
  categories: readonly string[];
}

const NONE: Suggestions = { products: [], brands: [], categories: [] };

/** Suggestions begin with so many letters. */
const SHORTEST = 2;
const MOST = 6;
const MOST_PRODUCTS = 3;
/** The most brands if a category matches too. */
const MOST_BRANDS = 2;

/** A brand or a category as a search reads it. */
interface Name {
  id: number;
  name: string;
  description: null;
  brand: null;
}

const NAME_SEARCH: SearchRule<Name> = {
  textOf: onceEach(({ name }: Name) => name.toLowerCase()),
  wordsOf: onceEach((name: Name) =>
    readSearchText({ ...name, categories: [], size: null, weightLabel: null, isLabelDoubtful: false, tags: [] }),
  ),
};

const toNames = (names: Iterable<string>): readonly Name[] =>
  Array.from(names, (name, id) => ({ id, name, description: null, brand: null }));

const brandsOf = onceEach((products: readonly Product[]): readonly Name[] => {
  const brands = new Map<string, string>();
  for (const product of products) {
    const { brandKey } = traitsOf(product);
    if (product.brand === UNKNOWN || brands.has(brandKey)) continue;
    brands.set(brandKey, isInHouseBrand(product.brand) ? IN_HOUSE_BRAND : product.brand);
  }
  return toNames(brands.values());
});

const categoryNames = onceEach(toNames as (names: readonly string[]) => readonly Name[]);

const findNames = (names: readonly Name[], search: string): string[] => {
  const { counted, more } = findBySearch(names, search, NAME_SEARCH, false);
  return [...counted, ...more].map(({ name }) => name);
};

/**
 * The first products of different groups: flavors of one kind would say little. Others only fill the places. What is sold
 * out comes last.
 */
const firstOfGroups = (found: readonly Product[]): Product[] => {
  const groups = new Set<string>();
  const first: Product[] = [];
  const others: Product[] = [];
  for (const product of [...found.filter(({ quantity }) => quantity), ...found.filter(({ quantity }) => !quantity)]) {
    if (first.length === MOST_PRODUCTS) return first;
    const { groupKey } = traitsOf(product);
    (groups.has(groupKey) ? others : first).push(product);
    groups.add(groupKey);
  }
  return [...first, ...others].slice(0, MOST_PRODUCTS);
};

/**
 * Suggests up to six entries for a typed text, from two letters on (behavior 5.3). The first are up to three of these
 * products, of different groups and in stock if there are so many, then their brands (at most two if a category matches),
 * then categories.
 */
export const suggest = (products: readonly Product[], categories: readonly string[], search: string): Suggestions => {
  if (search.trim().length < SHORTEST) return NONE;
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, false);
  const first = firstOfGroups([...counted, ...more]);
  const named = findNames(categoryNames(categories), search);
  const room = MOST - first.length;
  const brands = findNames(brandsOf(products), search).slice(0, named.length > 0 ? MOST_BRANDS : room);
  return { products: first, brands, categories: named.slice(0, room - brands.length) };
};
