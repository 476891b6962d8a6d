import { useCallback, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from '../../browser/layer-history.ts';
import { storedLayout, storeLayout } from '../../browser/storage.ts';
import { changeView, readView, type ShopView, writeView } from './shop-view.ts';

/** A change adds a history entry, or replaces the current one. */
export type Move = 'push' | 'replace';

export type GoToView = (change: Partial<ShopView>, move?: Move) => void;

/** Writes a view to the address. The path stays the same. */
export const showView = (view: ShopView, move: Move): void => {
  const address = window.location.pathname + writeView(view);
  if (address === window.location.pathname + window.location.search) return;
  navigate(address, { replace: move === 'replace', state: move === 'replace' ? window.history.state : null });
};

/** Opens the details of a product. The dialog adds a history entry, so that the back button closes it (behavior 11.8). */
export const openDetails = (product: number): void => showView({ ...currentView(), product }, 'replace');

export const closeDetails = (): void => showView({ ...currentView(), product: null }, 'replace');

/** Typed search text that is not in the address yet. Choosing a filter must not lose it. */
let unwrittenSearch: string | null = null;

export const setUnwrittenSearch = (text: string | null): void => {
  unwrittenSearch = text;
};

/** The current view: the address, and search text that is not in it yet. */
export const currentView = (): ShopView => {
  const view = readView(window.location.search, storedLayout());
  return unwrittenSearch === null ? view : { ...view, search: unwrittenSearch };
};

/** The view in the address, and a function that changes it. The device remembers a changed layout (behavior 5.2). */
export const useShopView = (): { view: ShopView; go: GoToView } => {
  const query = useSearch();
  const [lastLayout, setLastLayout] = useState(storedLayout);
  const view = useMemo(() => readView(query, lastLayout), [query, lastLayout]);
  const go = useCallback<GoToView>((change, move = 'push') => {
    const before = currentView();
    if (change.layout && change.layout !== before.layout) {
      storeLayout(change.layout);
      setLastLayout(change.layout);
    }
    showView(changeView(before, change), move);
  }, []);
  return { view, go };
};
