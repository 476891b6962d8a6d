import { ALL_CATEGORIES } from '#domain/categories.ts';
import { PRICE_SORTS, type PriceSort } from '#domain/grouping.ts';
import { ALL_BRANDS } from '#domain/search.ts';

export const LAYOUTS = ['grid', 'list'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What a member looks at; all of it lives in the address, so that it can be shared, reloaded and walked back. */
export interface ShopView {
  /** Null is the picker; ALL_CATEGORIES the list of everything. */
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

/** Longer than any product's text is worth searching for; an address must stay an address. */
export const LONGEST_SEARCH = 200;

const PRODUCT_ID = /^[1-9]\d{0,14}$/;

/** Reads the part of an address after "?"; what is not understood is ignored (decisions §8 "URL"). */
export const readView = (query: string): ShopView => {
  const params = new URLSearchParams(query);
  const product = params.get('product') ?? '';
  return {
    category: params.get('category') || null,
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    brand: params.get('brand') || ALL_BRANDS,
    sort: PRICE_SORTS.find((sort) => sort === params.get('sort')) ?? START_VIEW.sort,
    layout: LAYOUTS.find((layout) => layout === params.get('layout')) ?? START_VIEW.layout,
    product: PRODUCT_ID.test(product) ? Number(product) : null,
  };
};

/** The part of an address that says this view: "" or "?…", always in the same order, without what goes unsaid. */
export const writeView = (view: ShopView): string => {
  const params = new URLSearchParams();
  if (view.category !== null) params.set('category', view.category);
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, LONGEST_SEARCH));
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  if (view.sort !== START_VIEW.sort) params.set('sort', view.sort);
  if (view.layout !== START_VIEW.layout) params.set('layout', view.layout);
  if (view.product !== null) params.set('product', String(view.product));
  return params.size > 0 ? `?${params}` : '';
};

/** Changes a view; another category resets the brand (specification §4 "Category flow"). */
export const changeView = (view: ShopView, change: Partial<ShopView>): ShopView => {
  const moved = change.category !== undefined && change.category !== view.category;
  return { ...view, ...(moved && { brand: ALL_BRANDS }), ...change };
};

/** Back to the picker: only the layout, a matter of taste, is kept. */
export const pickerView = ({ layout }: ShopView): ShopView => ({ ...START_VIEW, layout });

/** Whether something narrows or orders the list that "Clear Filters" would take away. */
export const isFiltered = ({ search, brand, sort }: Pick<ShopView, 'search' | 'brand' | 'sort'>): boolean =>
  search.trim() !== '' || brand !== ALL_BRANDS || sort !== START_VIEW.sort;

/** What "Clear Filters" sets. */
export const NO_FILTERS = { search: '', brand: ALL_BRANDS, sort: START_VIEW.sort } as const;

/** The view as the catalogue allows it: an unknown category is the picker, an unknown brand is no filter. */
export const allowedView = (
  view: ShopView,
  knows: { category: (name: string) => boolean; brand: (name: string) => boolean },
): ShopView => {
  const { category } = view;
  if (category !== null && category !== ALL_CATEGORIES && !knows.category(category)) return { ...view, category: null };
  return view.brand === ALL_BRANDS || knows.brand(view.brand) ? view : { ...view, brand: ALL_BRANDS };
};
