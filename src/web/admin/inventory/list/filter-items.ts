import type { AdminItem } from '#contract/inventory.ts';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { compareNames } from '#domain/text.ts';
import type { InventoryView } from './inventory-view.ts';

/** What stands where an item has no category or brand (specification §2). */
const UNCATEGORIZED = 'Uncategorized';
const NO_BRAND = 'No Brand';

export const categoryName = ({ category }: AdminItem): string => category || UNCATEGORIZED;
export const brandName = ({ brand }: AdminItem): string => brand || NO_BRAND;

/** Read once an item and not at every keystroke; an item is never altered in place. */
const haystacks = new WeakMap<AdminItem, string>();

const haystackOf = (item: AdminItem): string => {
  let text = haystacks.get(item);
  if (text === undefined) {
    const { name, description, brand, category, weightLabel, externalId, id } = item;
    text = [name, description, brand, category, weightLabel, externalId, id].join('\n').toLowerCase();
    haystacks.set(item, text);
  }
  return text;
};

/**
 * The items of a view in its order: the searched text in name, description, brand, category, weight label, external id
 * or id, ignoring case (specification §2 "Inventory list").
 */
export const filterItems = (items: readonly AdminItem[], view: InventoryView): AdminItem[] => {
  const { category, brand, labels, sort } = view;
  const needle = view.search.trim().toLowerCase();
  const found = items.filter(
    (item) =>
      (category === ALL_CATEGORIES || categoryName(item) === category) &&
      (brand === ALL_BRANDS || brandName(item) === brand) &&
      (!labels || item.labelCheck !== null) &&
      (needle === '' || haystackOf(item).includes(needle)),
  );
  if (sort === 'low-high') found.sort((a, b) => a.price - b.price);
  if (sort === 'high-low') found.sort((a, b) => b.price - a.price);
  return found;
};

/** What the two filters offer: every name once, in alphabetical order, "Uncategorized" and "No Brand" last. */
export const filterOptions = (items: readonly AdminItem[]): { categories: string[]; brands: string[] } => ({
  categories: namesOf(items.map(categoryName), UNCATEGORIZED),
  brands: namesOf(items.map(brandName), NO_BRAND),
});

const namesOf = (names: readonly string[], last: string): string[] =>
  [...new Set(names)].sort((a, b) => Number(a === last) - Number(b === last) || compareNames(a, b));
