import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { changeView, readView, type ShopView, writeView } from './shop-view.ts';

/** A step leaves an entry to walk back to; an adjustment takes the place of the entry shown. */
export type Move = 'push' | 'replace';

export type GoToView = (change: Partial<ShopView>, move?: Move) => void;

/** Writes a view into the address of the path shown; the flow keeps whatever path the member came for. */
export const showView = (view: ShopView, move: Move): void => {
  const address = window.location.pathname + writeView(view);
  if (address === window.location.pathname + window.location.search) return;
  navigate(address, { replace: move === 'replace', state: move === 'replace' ? window.history.state : null });
};

/** Marks an entry that a member stepped to by opening a product, so that closing can step back. */
interface OpenedState {
  opened?: true;
}

/** Opens the details of a product; "back" closes them. */
export const openDetails = (product: number): void => {
  showView({ ...currentView(), product }, 'push');
  window.history.replaceState({ ...window.history.state, opened: true } satisfies OpenedState, '');
};

/** Shows a sibling in the open details, in the entry of the product it swaps. */
export const showSibling = (product: number): void => showView({ ...currentView(), product }, 'replace');

/** Closes the details: a step back where opening was one, so that the history does not fill with doors. */
export const closeDetails = (): void => {
  if ((window.history.state as OpenedState | null)?.opened) window.history.back();
  else showView({ ...currentView(), product: null }, 'replace');
};

/** The text of a search that goes on, until the address has it: a filter chosen meanwhile must not lose it. */
let unwrittenSearch: string | null = null;

export const holdSearch = (text: string | null): void => {
  unwrittenSearch = text;
};

/** The view that is shown now: what the address says, and what is typed and not yet in it. */
export const currentView = (): ShopView => {
  const view = readView(window.location.search);
  return unwrittenSearch === null ? view : { ...view, search: unwrittenSearch };
};

/** The view in the address, and how to change it. */
export const useShopView = (): { view: ShopView; go: GoToView } => {
  const query = useSearch();
  const view = useMemo(() => readView(query), [query]);
  const go = useCallback<GoToView>((change, move = 'push') => showView(changeView(currentView(), change), move), []);
  return { view, go };
};
