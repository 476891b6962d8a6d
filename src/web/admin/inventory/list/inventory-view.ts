import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { MAX_SEARCH_LENGTH } from '#domain/word-search.ts';
import { COLUMNS, type Column, columnWords, readColumns } from './columns.ts';

/** The filters of the list, and their values in the address (behavior 10.4). */
export const FILTERS = {
  stock: ['in', 'low', 'out', 'wanted'],
  status: ['active', 'inactive'],
  markup: ['none', 'set'],
  label: ['none', 'set', 'check'],
  picture: ['none', 'set'],
  description: ['none', 'set'],
  owned: ['any', 'description', 'weightLabel', 'tiers', 'images'],
  lab: ['set', 'none', 'expired'],
  byHand: ['true'],
  limits: ['unorderable'],
} as const;
export type FilterName = keyof typeof FILTERS;
export type FilterValue<Name extends FilterName = FilterName> = (typeof FILTERS)[Name][number];
type Filters = { [Name in FilterName]: FilterValue<Name> | null };

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Null is the order of the shop. */
export type Sorting = { by: Column; down: boolean } | null;

/** Search, filters, order and columns of the list. They are in the address, so that a view can be bookmarked (behavior 10.2). */
export interface InventoryView extends Filters {
  search: string;
  category: string;
  brand: string;
  sort: Sorting;
  /** The columns of the table, as words of the address (columns.ts). Empty for the usual ones. */
  columns: string;
}

export const WHOLE_INVENTORY: InventoryView = {
  search: '',
  category: ALL_CATEGORIES,
  brand: ALL_BRANDS,
  sort: null,
  columns: '',
  stock: null,
  status: null,
  markup: null,
  label: null,
  picture: null,
  description: null,
  owned: null,
  lab: null,
  byHand: null,
  limits: null,
};

const DOWN = '-desc';

/** The words of the price control. Other columns are named by themselves, with "-desc" downward. */
export const sortWord = (sort: Sorting): string => {
  if (sort === null) return 'default';
  if (sort.by === 'price') return sort.down ? 'high-low' : 'low-high';
  return sort.by + (sort.down ? DOWN : '');
};

export const readSort = (word: string | null): Sorting => {
  if (word === 'low-high' || word === 'high-low') return { by: 'price', down: word === 'high-low' };
  const down = word?.endsWith(DOWN) ?? false;
  const by = COLUMNS.find((column) => column === (down ? word?.slice(0, -DOWN.length) : word));
  return by ? { by, down } : null;
};

/** The next order after a press on the head of a column: upward, downward, and the order of the shop again. */
export const nextSort = (sort: Sorting, by: Column): Sorting => {
  if (sort?.by !== by) return { by, down: false };
  return sort.down ? null : { by, down: true };
};

/** Reads the part of an address after "?". Unknown values are ignored. */
export const readInventoryView = (query: string): InventoryView => {
  const params = new URLSearchParams(query);
  const filters = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, FILTERS[name].find((value) => value === params.get(name)) ?? null]),
  ) as Filters;
  return {
    ...filters,
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    category: params.get('category') || ALL_CATEGORIES,
    brand: params.get('brand') || ALL_BRANDS,
    sort: readSort(params.get('sort')),
    columns: columnWords(readColumns(params.get('columns') ?? '')),
    // The word of older addresses.
    label: params.get('labels') === 'check' ? 'check' : filters.label,
  };
};

/** What a view adds to the address of the tab, without "?". Defaults are left out. A saved view keeps this text. */
export const viewQuery = (view: InventoryView): string => {
  const params = new URLSearchParams();
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, MAX_SEARCH_LENGTH));
  if (view.category !== ALL_CATEGORIES) params.set('category', view.category);
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  if (view.sort !== null) params.set('sort', sortWord(view.sort));
  if (view.columns !== '') params.set('columns', view.columns);
  for (const name of FILTER_NAMES) {
    const value = view[name];
    if (value === null) continue;
    if (value === 'check') params.set('labels', value);
    else params.set(name, value);
  }
  return params.toString();
};

/** The parameters that a view can have in the address. */
const PARAMETERS = ['search', 'category', 'brand', 'sort', 'columns', 'labels', ...FILTER_NAMES];

/**
 * The query of the address for a view. It names the tab, and keeps what else `query` opens, such as an item: typed text is
 * written after a pause, and whatever was opened in between must stay open.
 */
export const writeInventoryView = (view: InventoryView, query = ''): string => {
  const others = new URLSearchParams(query);
  for (const name of ['tab', ...PARAMETERS]) others.delete(name);
  return `?${['tab=inventory', viewQuery(view), others.toString()].filter((part) => part !== '').join('&')}`;
};

/** Returns true if the view hides items. */
export const isNarrowed = (view: InventoryView): boolean => viewQuery({ ...view, sort: null, columns: '' }) !== '';
