import { ALL_CATEGORIES, displayCategory } from '#domain/categories.ts';
import { FACETS, type Facet, type FacetChoice, facetKey, hasFacets, NO_FACETS, rangesOf } from '#domain/facets.ts';
import type { Product } from '#domain/product.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { SORTS, type Sort } from '#domain/sorting.ts';
import { MAX_SEARCH_LENGTH } from '#domain/word-search.ts';

export const LAYOUTS = ['grid', 'list'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The view of the shop. All of it is in the address (behavior 5.11), so that it can be shared and reloaded. */
export interface ShopView {
  /** Null shows the picker, ALL_CATEGORIES the list of all products. */
  category: string | null;
  search: string;
  brand: string;
  sort: Sort;
  facets: FacetChoice;
  layout: Layout;
  /** The product whose details are open. */
  product: number | null;
}

export const START_VIEW: ShopView = {
  category: null,
  search: '',
  brand: ALL_BRANDS,
  sort: 'none',
  facets: NO_FACETS,
  layout: 'grid',
  product: null,
};

const MAX_FACET_VALUES = 20;
const MAX_FACET_LENGTH = 100;

const PRODUCT_ID = /^[1-9]\d{0,14}$/;

const isLayout = (text: string | null): text is Layout => LAYOUTS.some((layout) => layout === text);

/** Reads the query of an address. Unknown values are ignored. Without a layout it is the last one of this device. */
export const readView = (query: string, lastLayout: string | null = null): ShopView => {
  const params = new URLSearchParams(query);
  const product = params.get('product') ?? '';
  return {
    category: params.get('category') || null,
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    brand: params.get('brand') || ALL_BRANDS,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? START_VIEW.sort,
    facets: readFacets(params),
    layout: [params.get('layout'), lastLayout].find(isLayout) ?? START_VIEW.layout,
    product: PRODUCT_ID.test(product) ? Number(product) : null,
  };
};

/** The chosen values of a facet, each once. Ranges come from a fixed list, words from the products. */
const readValues = (params: URLSearchParams, facet: Facet): string[] => {
  const ranges = rangesOf(facet);
  const values = params
    .getAll(facet)
    .filter((value) => (ranges ? ranges.some((range) => range.value === value) : value.trim() !== ''));
  const byKey = new Map(values.map((value) => [facetKey(value), value.slice(0, MAX_FACET_LENGTH)]));
  return [...byKey.values()].slice(0, MAX_FACET_VALUES);
};

const readFacets = (params: URLSearchParams): FacetChoice => {
  const values = Object.fromEntries(FACETS.map((facet) => [facet, readValues(params, facet)]));
  const choice = {
    ...NO_FACETS,
    ...values,
    inStock: params.get('stock') === 'in',
    favorites: params.get('favorites') === 'only',
  };
  return hasFacets(choice) ? choice : NO_FACETS;
};

/** Writes the query of an address: "" or "?…", always in the same order and without default values. */
export const writeView = (view: ShopView): string => {
  const params = new URLSearchParams();
  if (view.category !== null) params.set('category', view.category);
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, MAX_SEARCH_LENGTH));
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  for (const facet of FACETS) for (const value of view.facets[facet]) params.append(facet, value);
  if (view.facets.inStock) params.set('stock', 'in');
  if (view.facets.favorites) params.set('favorites', 'only');
  if (view.sort !== START_VIEW.sort) params.set('sort', view.sort);
  if (view.layout !== START_VIEW.layout) params.set('layout', view.layout);
  if (view.product !== null) params.set('product', String(view.product));
  return params.size > 0 ? `?${params}` : '';
};

/** The query that opens the details of a product, over the list of its category. */
export const productAddress = (product: Product): string =>
  writeView({ ...START_VIEW, category: displayCategory(product), product: product.id });

/** Changes a view. Another category resets brand and facets (behavior 5.4, 5.17), and closes the product. */
export const changeView = (view: ShopView, change: Partial<ShopView>): ShopView => {
  const isNewCategory = change.category !== undefined && change.category !== view.category;
  const reset = { brand: ALL_BRANDS, facets: NO_FACETS, product: null };
  return { ...view, ...(isNewCategory && reset), ...change };
};

/** The view of the picker. Only the layout is kept. */
export const pickerView = ({ layout }: ShopView): ShopView => ({ ...START_VIEW, layout });

/** True if a search, brand, facet or sort is active, which "Clear Filters" would remove. */
export const isFiltered = ({
  search,
  brand,
  facets,
  sort,
}: Pick<ShopView, 'search' | 'brand' | 'facets' | 'sort'>): boolean =>
  search.trim() !== '' || brand !== ALL_BRANDS || hasFacets(facets) || sort !== START_VIEW.sort;

/** The change of "Clear Filters". */
export const NO_FILTERS = { search: '', brand: ALL_BRANDS, facets: NO_FACETS, sort: START_VIEW.sort } as const;

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
