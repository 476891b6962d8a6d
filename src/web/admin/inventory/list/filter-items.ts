import type { AdminItem } from '#contract/inventory.ts';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { hasExpired } from '#domain/lab-result.ts';
import { compareNames } from '#domain/natural-order.ts';
import { ITEM_SEARCH } from '#domain/panel-item.ts';
import { UNCATEGORIZED } from '#domain/product.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { type Found, findBySearch } from '#domain/search-results.ts';
import { FILTER_NAMES, type FilterName, type FilterValue, type InventoryView } from './inventory-view.ts';

/** Shown for an item without a brand (behavior 4.8). */
export const NO_BRAND = 'No Brand';

export const categoryName = ({ category }: AdminItem): string => category || UNCATEGORIZED;
export const brandName = ({ brand }: AdminItem): string => brand || NO_BRAND;

/** The facts that filters need besides the items. */
export interface FilterFacts {
  /** An ISO date. */
  today: string;
  /** The ids of the items that members wait for. */
  wanted: ReadonlySet<number>;
  /** Those that the limits in force count and cannot measure. */
  unorderable: ReadonlySet<number>;
}

type Test = (item: AdminItem, facts: FilterFacts) => boolean;

/** Which items a value of a filter lets through. */
const TESTS: { [Name in FilterName]: { [Value in FilterValue<Name>]: Test } } = {
  // "Out" is what members cannot order: all that is there is reserved.
  stock: {
    in: ({ quantity, reserved }) => quantity > reserved,
    low: ({ isLow }) => isLow,
    out: ({ quantity, reserved }) => quantity <= reserved,
    wanted: ({ id }, { wanted }) => wanted.has(id),
  },
  status: { active: ({ isActive }) => isActive, inactive: ({ isActive }) => !isActive },
  markup: { none: ({ markupDollars }) => markupDollars === 0, set: ({ markupDollars }) => markupDollars > 0 },
  label: {
    none: ({ weightLabel }) => weightLabel === null,
    set: ({ weightLabel }) => weightLabel !== null,
    check: ({ labelCheck }) => labelCheck !== null,
  },
  picture: { none: ({ images }) => images.length === 0, set: ({ images }) => images.length > 0 },
  description: { none: ({ description }) => !description, set: ({ description }) => !!description },
  owned: {
    any: ({ shopOwned }) => shopOwned.length > 0,
    description: ({ shopOwned }) => shopOwned.includes('description'),
    weightLabel: ({ shopOwned }) => shopOwned.includes('weightLabel'),
    tiers: ({ shopOwned }) => shopOwned.includes('tiers'),
    images: ({ shopOwned }) => shopOwned.includes('images'),
  },
  lab: {
    set: ({ lab }) => lab !== null,
    none: ({ lab }) => lab === null,
    expired: ({ lab }, { today }) => lab !== null && hasExpired(lab, today),
  },
  byHand: { true: ({ byHand }) => byHand },
  limits: { unorderable: ({ id }, { unorderable }) => unorderable.has(id) },
};

/** The items that pass the filters of a view, in the order they have. */
export const filterItems = (
  items: readonly AdminItem[],
  view: InventoryView,
  facts: FilterFacts,
): readonly AdminItem[] => {
  const { category, brand } = view;
  const tests = FILTER_NAMES.flatMap((name): Test[] => {
    const value = view[name];
    return value === null ? [] : [(TESTS[name] as Record<string, Test>)[value]!];
  });
  if (category !== ALL_CATEGORIES) tests.push((item) => categoryName(item) === category);
  if (brand !== ALL_BRANDS) tests.push((item) => brandName(item) === brand);
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item, facts)));
};

/**
 * Returns the matches of a view's search among these items (behavior 10.4). Without a chosen order the best come first.
 */
export const searchItems = (
  items: readonly AdminItem[],
  { search, sort }: Pick<InventoryView, 'search' | 'sort'>,
): Found<AdminItem> => findBySearch(items, search, ITEM_SEARCH, sort !== null);

/** The options of the two filters, in alphabetical order, with "Uncategorized" and "No Brand" last. */
export const filterOptions = (items: readonly AdminItem[]): { categories: string[]; brands: string[] } => ({
  categories: namesOf(items, categoryName, UNCATEGORIZED),
  brands: namesOf(items, brandName, NO_BRAND),
});

const namesOf = (items: readonly AdminItem[], nameOf: (item: AdminItem) => string, last: string): string[] => {
  const names = new Set<string>();
  for (const item of items) names.add(nameOf(item));
  return [...names].sort((a, b) => Number(a === last) - Number(b === last) || compareNames(a, b));
};
