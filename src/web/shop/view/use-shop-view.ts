import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { changeView, readView, type ShopView, writeView } from './shop-view.ts';

/** A step leaves an entry to walk back to; an adjustment takes the place of the entry shown. */
export type Move = 'push' | 'replace';

export type GoToView = (change: Partial<ShopView>, move?: Move) => void;

/** Writes a view into the address of the path shown; the flow keeps whatever path the member came for. */
export function showView(view: ShopView, move: Move): void {
  const address = window.location.pathname + writeView(view);
  if (address === window.location.pathname + window.location.search) return;
  navigate(address, { replace: move === 'replace', state: move === 'replace' ? window.history.state : null });
}

/** The view that the address says now. */
export const currentView = (): ShopView => readView(window.location.search);

/** The view in the address, and how to change it. */
export function useShopView(): { view: ShopView; go: GoToView } {
  const query = useSearch();
  const view = useMemo(() => readView(query), [query]);
  const go = useCallback<GoToView>((change, move = 'push') => showView(changeView(currentView(), change), move), []);
  return { view, go };
}
