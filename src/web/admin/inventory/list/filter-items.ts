import type { AdminItem } from '#contract/inventory.ts';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { compareNames } from '#domain/natural-order.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import type { InventoryView } from './inventory-view.ts';

/** Shown for an item without category or brand (behavior 4.8). */
const UNCATEGORIZED = 'Uncategorized';
const NO_BRAND = 'No Brand';

export const categoryName = ({ category }: AdminItem): string => category || UNCATEGORIZED;
export const brandName = ({ brand }: AdminItem): string => brand || NO_BRAND;

/** The searched text of each item, built once. An item is never changed in place. */
const searchTexts = new WeakMap<AdminItem, string>();

const searchTextOf = (item: AdminItem): string => {
  let text = searchTexts.get(item);
  if (text === undefined) {
    const { name, description, brand, category, weightLabel, externalId, id } = item;
    text = [name, description, brand, category, weightLabel, externalId, id].join('\n').toLowerCase();
    searchTexts.set(item, text);
  }
  return text;
};

/**
 * The items of a view, in its order. The search looks in name, description, brand, category, weight label, external id
 * and id, ignoring case (behavior 10.4).
 */
export const filterItems = (items: readonly AdminItem[], view: InventoryView): AdminItem[] => {
  const { category, brand, labels, sort } = view;
  const needle = view.search.trim().toLowerCase();
  const found = items.filter(
    (item) =>
      (category === ALL_CATEGORIES || categoryName(item) === category) &&
      (brand === ALL_BRANDS || brandName(item) === brand) &&
      (!labels || item.labelCheck !== null) &&
      (needle === '' || searchTextOf(item).includes(needle)),
  );
  if (sort === 'low-high') found.sort((a, b) => a.price - b.price);
  if (sort === 'high-low') found.sort((a, b) => b.price - a.price);
  return found;
};

/** The options of the two filters, in alphabetical order, with "Uncategorized" and "No Brand" last. */
export const filterOptions = (items: readonly AdminItem[]): { categories: string[]; brands: string[] } => ({
  categories: namesOf(items.map(categoryName), UNCATEGORIZED),
  brands: namesOf(items.map(brandName), NO_BRAND),
});

const namesOf = (names: readonly string[], last: string): string[] =>
  [...new Set(names)].sort((a, b) => Number(a === last) - Number(b === last) || compareNames(a, b));
