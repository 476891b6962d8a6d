import { ALL_CATEGORIES } from '#domain/categories.ts';
import { PRICE_SORTS, type PriceSort } from '#domain/grouping.ts';
import { ALL_BRANDS } from '#domain/search.ts';

export const LAYOUTS = ['grid', 'list'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The view of the shop. All of it is in the address (behavior 5.11), so that it can be shared and reloaded. */
export interface ShopView {
  /** Null shows the picker, ALL_CATEGORIES the list of all products. */
  category: string | null;
  search: string;
  brand: string;
  sort: PriceSort;
  layout: Layout;
  /** The product whose details are open. */
  product: number | null;
}

export const START_VIEW: ShopView = {
  category: null,
  search: '',
  brand: ALL_BRANDS,
  sort: 'none',
  layout: 'grid',
  product: null,
};

/** Keeps addresses short enough to share. */
export const MAX_SEARCH_LENGTH = 200;

const PRODUCT_ID = /^[1-9]\d{0,14}$/;

/** Reads the query of an address. Unknown values are ignored. */
export const readView = (query: string): ShopView => {
  const params = new URLSearchParams(query);
  const product = params.get('product') ?? '';
  return {
    category: params.get('category') || null,
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    brand: params.get('brand') || ALL_BRANDS,
    sort: PRICE_SORTS.find((sort) => sort === params.get('sort')) ?? START_VIEW.sort,
    layout: LAYOUTS.find((layout) => layout === params.get('layout')) ?? START_VIEW.layout,
    product: PRODUCT_ID.test(product) ? Number(product) : null,
  };
};

/** Writes the query of an address: "" or "?…", always in the same order and without default values. */
export const writeView = (view: ShopView): string => {
  const params = new URLSearchParams();
  if (view.category !== null) params.set('category', view.category);
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, MAX_SEARCH_LENGTH));
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  if (view.sort !== START_VIEW.sort) params.set('sort', view.sort);
  if (view.layout !== START_VIEW.layout) params.set('layout', view.layout);
  if (view.product !== null) params.set('product', String(view.product));
  return params.size > 0 ? `?${params}` : '';
};

/** Changes a view. Another category resets the brand (behavior 5.4) and closes the product. */
export const changeView = (view: ShopView, change: Partial<ShopView>): ShopView => {
  const isNewCategory = change.category !== undefined && change.category !== view.category;
  return { ...view, ...(isNewCategory && { brand: ALL_BRANDS, product: null }), ...change };
};

/** The view of the picker. Only the layout is kept. */
export const pickerView = ({ layout }: ShopView): ShopView => ({ ...START_VIEW, layout });

/** True if a search, brand or sort is active, which "Clear Filters" would remove. */
export const isFiltered = ({ search, brand, sort }: Pick<ShopView, 'search' | 'brand' | 'sort'>): boolean =>
  search.trim() !== '' || brand !== ALL_BRANDS || sort !== START_VIEW.sort;

/** The change of "Clear Filters". */
export const NO_FILTERS = { search: '', brand: ALL_BRANDS, sort: START_VIEW.sort } as const;

/**
 * The view without values that the catalogue does not have: an unknown category shows the picker, an unknown brand all.
 */
export const allowedView = (
  view: ShopView,
  knows: { category: (name: string) => boolean; brand: (name: string) => boolean },
): ShopView => {
  const { category } = view;
  if (category !== null && category !== ALL_CATEGORIES && !knows.category(category)) return { ...view, category: null };
  return view.brand === ALL_BRANDS || knows.brand(view.brand) ? view : { ...view, brand: ALL_BRANDS };
};
