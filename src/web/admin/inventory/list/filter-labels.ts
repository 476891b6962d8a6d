import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { FILTER_NAMES, type FilterName, type FilterValue, type InventoryView } from './inventory-view.ts';

interface FilterWords<Name extends FilterName> {
  label: string;
  values: Record<FilterValue<Name>, string>;
}

/** The filters in words. */
export const FILTER_WORDS: { [Name in FilterName]: FilterWords<Name> } = {
  stock: { label: 'Stock', values: { in: 'In stock', low: 'Low', out: 'Out of stock', wanted: 'Wanted back' } },
  status: { label: 'Status', values: { active: 'Active', inactive: 'Inactive' } },
  markup: { label: 'Markup', values: { none: 'No markup', set: 'With markup' } },
  label: { label: 'Weight label', values: { none: 'No label', set: 'With label', check: 'Label to check' } },
  picture: { label: 'Picture', values: { none: 'No picture', set: 'With picture' } },
  description: { label: 'Description', values: { none: 'No description', set: 'With description' } },
  owned: {
    label: 'Edited here',
    values: {
      any: 'Any field',
      description: 'Description',
      weightLabel: 'Weight label',
      tiers: 'Tiers',
      images: 'Pictures',
    },
  },
  lab: { label: 'Lab result', values: { set: 'On file', none: 'None on file', expired: 'Expired' } },
  byHand: { label: 'Added by', values: { true: 'Added by hand' } },
  limits: { label: 'Limits', values: { unorderable: 'No weight for a limit' } },
};

/** A filter that is on: what it says, and the view without it. */
export interface ActiveFilter {
  text: string;
  without: Partial<InventoryView>;
}

/** The words of a value, such as "Low". */
const wordOf = (name: FilterName, value: string): string => {
  const { label, values } = FILTER_WORDS[name];
  const word = (values as Record<string, string>)[value] ?? value;
  return name === 'stock' || name === 'owned' || name === 'lab' ? `${label}: ${word}` : word;
};

/** The filters of the dialog that are on, in its order. The search shows itself. */
export const activeFilters = (view: InventoryView): ActiveFilter[] =>
  FILTER_NAMES.flatMap((name) => {
    const value = view[name];
    return value === null ? [] : [{ text: wordOf(name, value), without: { [name]: null } }];
  });

/** Category and brand, if one is chosen. On a wide screen they show themselves. */
export const namedFilters = ({ category, brand }: InventoryView): ActiveFilter[] => [
  ...(category === ALL_CATEGORIES ? [] : [{ text: category, without: { category: ALL_CATEGORIES } }]),
  ...(brand === ALL_BRANDS ? [] : [{ text: brand, without: { brand: ALL_BRANDS } }]),
];

/** A few words for a view, as the first guess at its name: "Flower, Stock: Low". */
export const describeView = (view: InventoryView): string =>
  [
    ...namedFilters(view).map(({ text }) => text),
    ...activeFilters(view).map(({ text }) => text),
    view.search.trim() !== '' && `"${view.search.trim()}"`,
  ]
    .filter(Boolean)
    .join(', ')
    .slice(0, 60)
    .trim();
