import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { navigate } from '../../../browser/layer-history.ts';
import { paths } from '../../../browser/paths.ts';

/** Orders by the base price. */
export const PRICE_ORDERS = ['default', 'low-high', 'high-low'] as const;
export type PriceOrder = (typeof PRICE_ORDERS)[number];

/** Search, filters and order of the list. They are in the address, so that a view can be bookmarked (behavior 10.2). */
export interface InventoryView {
  search: string;
  category: string;
  brand: string;
  sort: PriceOrder;
  /** Only items with a doubtful label. */
  labels: boolean;
}

export const WHOLE_INVENTORY: InventoryView = {
  search: '',
  category: ALL_CATEGORIES,
  brand: ALL_BRANDS,
  sort: 'default',
  labels: false,
};

const MAX_SEARCH_LENGTH = 200;

/** Reads the part of an address after "?". Unknown values are ignored. */
export const readInventoryView = (query: string): InventoryView => {
  const params = new URLSearchParams(query);
  return {
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    category: params.get('category') || ALL_CATEGORIES,
    brand: params.get('brand') || ALL_BRANDS,
    sort: PRICE_ORDERS.find((order) => order === params.get('sort')) ?? WHOLE_INVENTORY.sort,
    labels: params.get('labels') === 'check',
  };
};

/** The query of the address for a view. It names the tab, and leaves out defaults. */
export const writeInventoryView = (view: InventoryView): string => {
  const params = new URLSearchParams({ tab: 'inventory' });
  if (view.search.trim() !== '') params.set('search', view.search.slice(0, MAX_SEARCH_LENGTH));
  if (view.category !== ALL_CATEGORIES) params.set('category', view.category);
  if (view.brand !== ALL_BRANDS) params.set('brand', view.brand);
  if (view.sort !== WHOLE_INVENTORY.sort) params.set('sort', view.sort);
  if (view.labels) params.set('labels', 'check');
  return `?${params}`;
};

/** Returns true if the view hides items. */
export const isNarrowed = ({ search, category, brand, labels }: InventoryView): boolean =>
  search.trim() !== '' || category !== ALL_CATEGORIES || brand !== ALL_BRANDS || labels;

/** The search is debounced, because Safari refuses more than 100 changes of the address in 30 seconds. */
const DEBOUNCE_MS = 250;

const current = (): InventoryView => readInventoryView(window.location.search);

const goTo = (view: InventoryView): void => {
  const address = paths.adminPanel + writeInventoryView(view);
  if (address !== window.location.pathname + window.location.search) navigate(address, { replace: true });
};

/**
 * The view in the address, and functions that change it. Typed text applies immediately and is written to the address
 * after a pause. Changes replace the history entry, so that "back" leads to where the admin came from.
 */
export const useInventoryView = () => {
  const query = useSearch();
  const [typed, setTyped] = useState<string | null>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inAddress = useMemo(() => readInventoryView(query), [query]);
  const view = useMemo(() => (typed === null ? inAddress : { ...inAddress, search: typed }), [inAddress, typed]);

  useEffect(() => () => clearTimeout(debounce.current), []);

  const change = (wanted: Partial<InventoryView>) => {
    clearTimeout(debounce.current);
    const search = wanted.search ?? typed ?? current().search;
    setTyped(null);
    goTo({ ...current(), ...wanted, search });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(debounce.current);
    debounce.current = setTimeout(() => {
      setTyped(null);
      goTo({ ...current(), search: text });
    }, DEBOUNCE_MS);
  };

  return { view, change, type };
};
