import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#domain/word-search.ts';
import { isSlowDevice } from '../../ui/scheduler/page-scheduler.ts';
import { readView, type ShopView, writeView } from './shop-view.ts';
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
  /** The view before typing began, and the text since then. */
  const typing = useRef<{ start: ShopView; text: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reset = useCallback(() => {
    clearTimeout(timer.current);
    setUnwrittenSearch(null);
    typing.current = null;
    setTyped(null);
    setSettled(null);
    onTyped(null);
  }, [onTyped]);

  useEffect(() => {
    const onStep = () => {
      if (!typing.current || !isListOf(typing.current)) reset();
    };
    window.addEventListener('popstate', onStep);
    return () => {
      window.removeEventListener('popstate', onStep);
      clearTimeout(timer.current);
      setUnwrittenSearch(null);
    };
  }, [reset]);

  const type = (whole: string) => {
    const text = whole.slice(0, MAX_SEARCH_LENGTH);
    typing.current = { start: typing.current?.start ?? currentView(), text };
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
    if (!typing.current) return;
    const { start, text } = typing.current;
    const found = { ...currentView(), search: text };
    reset();
    if (writeView(found) === writeView(start)) return showView(found, 'replace');
    showView(start, 'replace');
    showView(found, 'push');
  };

  return { text: typed ?? inAddress, settled: settled ?? inAddress, type, commit, drop: reset };
};

/** Returns whether the address is still that of the list in which somebody types. Closing the details is a step back too. */
const isListOf = ({ start, text }: { start: ShopView; text: string }): boolean => {
  const address = (view: ShopView) => writeView({ ...view, product: null });
  const now = address(readView(window.location.search, start.layout));
  return now === address(start) || now === address({ ...start, search: text });
};
