import { useEffect, useMemo, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { filterFacets } from '#domain/facets.ts';
import { groupProducts } from '#domain/grouping.ts';
import { onceEach } from '#domain/once-each.ts';
import type { Product } from '#domain/product.ts';
import { ALL_BRANDS, brandOptions, filterProducts } from '#domain/search.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import { type Sort, sortGroups } from '#domain/sorting.ts';
import type { ShopView } from '../view/shop-view.ts';
import { type Choices, dropFilteredChoices } from './chosen-variant.ts';
import { type ListGroup, newListGroups, updatedListGroups } from './list-groups.ts';

/** The input of a list. */
export interface ListInput {
  /** Filters, sort and session. The list is sorted again only when this changes. */
  key: string;
  sort: Sort;
  /** All products of the catalogue. */
  products: readonly Product[];
  /** The products that match the filters. */
  matching: readonly Product[];
}

/** A list as it is shown: groups in order, and the variants chosen in them. */
export interface ListState extends ListInput {
  groups: readonly ListGroup[];
  choices: Choices;
}

/**
 * The next state of a list, given the state shown before. With the same key, a live change keeps the order. A new key
 * sorts the list again, and so do the first products after an empty list. Returns the same state if nothing changed.
 */
export const nextListState = (input: ListInput, before: ListState | null): ListState => {
  if (before && before.key === input.key && before.products.length > 0) {
    if (before.products === input.products && before.matching === input.matching) return before;
    return { ...before, ...input, groups: updatedListGroups(before.groups, input.products, input.matching) };
  }
  if (before && before.key === input.key && input.products.length === 0) return before;
  const groups = newListGroups(sortGroups(groupProducts(input.matching), input.sort));
  // Another sort preselects other variants.
  const choices: Choices = before?.sort === input.sort ? before.choices : new Map();
  dropFilteredChoices(choices, groups);
  return { ...input, groups, choices };
};

/** Groups in order, and a key that identifies filters and sort. A list with another key starts at its top. */
export interface ShownList {
  groups: readonly ListGroup[];
  choices: Choices;
  key: string;
}

export interface ProductListData extends ShownList {
  /** The number of products that count, not groups (behavior 5.2). */
  count: number;
  /** The matches under "More matches". */
  more: ShownList;
  /** The number of all that the search finds. */
  foundCount: number;
  /** The products of the chosen brand. Null for all brands. */
  ofBrand: readonly Product[] | null;
  /** The products that pass all filters but the search. */
  unsearched: readonly Product[];
}

const NO_FILTER = { search: '', brand: ALL_BRANDS, category: ALL_CATEGORIES };

const NONE: readonly Product[] = [];

const productsOfAll = onceEach((products: readonly Product[]): readonly Product[] =>
  filterProducts(products, NO_FILTER),
);

/** The products of a category. Those of all are one list, so that search and suggestions read it once. */
export const productsOfCategory = (products: readonly Product[], category: string | null): readonly Product[] => {
  if (category === null) return NONE;
  return category === ALL_CATEGORIES ? productsOfAll(products) : filterProducts(products, { ...NO_FILTER, category });
};

/** The brands that can be chosen in a category (behavior 5.4). */
export const useBrandOptions = (inCategory: readonly Product[]): string[] =>
  useMemo(() => brandOptions(inCategory), [inCategory]);

/** The list of a category under its filters. Each step is memoized, so that a keystroke only searches. */
export const useProductList = (
  products: readonly Product[],
  inCategory: readonly Product[],
  { category, brand, facets, search, sort }: Pick<ShopView, 'category' | 'brand' | 'facets' | 'search' | 'sort'>,
): ProductListData => {
  const ofBrand = useMemo(
    () => (brand === ALL_BRANDS ? null : filterProducts(inCategory, { ...NO_FILTER, brand })),
    [inCategory, brand],
  );
  const unsearched = useMemo(() => filterFacets(ofBrand ?? inCategory, facets), [ofBrand, inCategory, facets]);
  const isSorted = sort !== 'none';
  const { isSpecified, counted, more } = useMemo(
    () => findBySearch(unsearched, search, PRODUCT_SEARCH, isSorted),
    [unsearched, search, isSorted],
  );
  const session = usePageSession();
  const key = JSON.stringify([category, brand, search.trim().toLowerCase(), sort, facets, isSpecified]);
  const shown = useShownList({ key, session, sort, products, matching: counted });
  const moreShown = useShownList({ key: `more ${key}`, session, sort, products, matching: more });
  const count = counted.length;
  const foundCount = count + more.length;
  return useMemo(
    () => ({ ...shown, count, more: moreShown, foundCount, ofBrand, unsearched }),
    [shown, count, moreShown, foundCount, ofBrand, unsearched],
  );
};

/** A list that keeps its order while the products change, until another key. */
const useShownList = ({ key, session, ...input }: ListInput & { session: number }): ShownList => {
  const [shown, setShown] = useState<ListState | null>(null);
  const state = nextListState({ key: `${session} ${key}`, ...input }, shown);
  // Stored during render: the list shown last decides what a live change may move.
  if (state !== shown) setShown(state);

  const { groups, choices } = state;
  return useMemo(() => ({ groups, choices, key }), [groups, choices, key]);
};

/** Counts how often the page was hidden. When it is visible again, the list may be sorted: no finger is on it. */
const usePageSession = (): number => {
  const [session, setSession] = useState(0);
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.hidden) setSession((count) => count + 1);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  return session;
};
