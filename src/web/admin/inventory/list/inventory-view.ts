import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';

/** Orders by the base price (specification §2 "Sort by price"). */
export const PRICE_ORDERS = ['default', 'low-high', 'high-low'] as const;
export type PriceOrder = (typeof PRICE_ORDERS)[number];

/** What an admin looks at; all of it lives in the address, so that a view can be kept as a bookmark. */
export interface InventoryView {
  search: string;
  category: string;
  brand: string;
  sort: PriceOrder;
  /** Only items whose label contradicts the rest. */
  labels: boolean;
}

export const WHOLE_INVENTORY: InventoryView = {
  search: '',
  category: ALL_CATEGORIES,
  brand: ALL_BRANDS,
  sort: 'default',
  labels: false,
};

const LONGEST_SEARCH = 200;

/** Reads the part of an address after "?"; what is not understood is ignored (decisions §8 "URL"). */
export const readInventoryView = (query: string): InventoryView => {
  const params = new URLSearchParams(query);
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    category: params.get('category') || ALL_CATEGORIES,
    brand: params.get('brand') || ALL_BRANDS,
    sort: PRICE_ORDERS.find((order) => order === params.get('sort')) ?? WHOLE_INVENTORY.sort,
    labels: params.get('labels') === 'check',
  };
};

/** The address's query for a view; it names the tab, and leaves out what goes unsaid. */
export const writeInventoryView = (view: InventoryView): string => {
  const params = new URLSearchParams({ tab: 'inventory' });
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, LONGEST_SEARCH));
  if (view.category !== ALL_CATEGORIES) params.set('category', view.category);
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  if (view.sort !== WHOLE_INVENTORY.sort) params.set('sort', view.sort);
  if (view.labels) params.set('labels', 'check');
  return `?${params}`;
};

/** Whether the view leaves items out. */
export const isNarrowed = ({ search, category, brand, labels }: InventoryView): boolean =>
  search.trim() !== '' || category !== ALL_CATEGORIES || brand !== ALL_BRANDS || labels;
