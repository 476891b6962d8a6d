import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#domain/word-search.ts';
import { isSlowDevice } from '../../ui/scheduler/page-scheduler.ts';
import { type ShopView, writeView } from './shop-view.ts';
import { currentView, setUnwrittenSearch, showView } from './use-shop-view.ts';

/** The address is written after a pause, because Safari refuses more than about 100 changes in 30 seconds. */
const DEBOUNCE_MS = 250;

/**
 * The text of the search field. While it is typed, it replaces the text of the address. When the field is left, the
 * search becomes one history entry, so that the back button undoes the search and not a letter.
 *
 * `onTyped` gets the text as soon as drawing the list does not delay the next key: at once, or on a slow device after a
 * pause. It gets null when the address is current again. `settled` is that text. `drop` forgets what was typed.
 */
export const useTypedSearch = (inAddress: string, onTyped: (text: string | null) => void) => {
  const [typed, setTyped] = useState<string | null>(null);
  /** The typed text as far as the list follows it. */
  const [settled, setSettled] = useState<string | null>(null);
  /** The view before typing began. */
  const before = useRef<ShopView | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reset = useCallback(() => {
    clearTimeout(timer.current);
    setUnwrittenSearch(null);
    before.current = null;
    setTyped(null);
    setSettled(null);
    onTyped(null);
  }, [onTyped]);

  useEffect(() => {
    window.addEventListener('popstate', reset);
    return () => {
      window.removeEventListener('popstate', reset);
      clearTimeout(timer.current);
      setUnwrittenSearch(null);
    };
  }, [reset]);

  const type = (whole: string) => {
    const text = whole.slice(0, MAX_SEARCH_LENGTH);
    before.current ??= currentView();
    setTyped(text);
    const updateList = () =>
      startTransition(() => {
        setSettled(text);
        onTyped(text);
      });
    const listWaits = isSlowDevice();
    if (!listWaits) updateList();
    setUnwrittenSearch(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (listWaits) updateList();
      showView(currentView(), 'replace');
      setUnwrittenSearch(null);
    }, DEBOUNCE_MS);
  };

  const commit = () => {
    const start = before.current;
    if (!start || typed === null) return;
    const found = { ...currentView(), search: typed };
    reset();
    if (writeView(found) === writeView(start)) return showView(found, 'replace');
    showView(start, 'replace');
    showView(found, 'push');
  };

  return { text: typed ?? inAddress, settled: settled ?? inAddress, type, commit, drop: reset };
};
