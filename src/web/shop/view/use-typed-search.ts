import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { isDrawingSlow } from '../../ui/turns.ts';
import { type ShopView, writeView } from './shop-view.ts';
import { currentView, holdSearch, showView } from './use-shop-view.ts';

/** Safari refuses about 100 changes of the address in 30 seconds: it is written when the typing pauses. */
const PAUSE_MS = 250;

/**
 * The text in the search field. While it is typed it takes the place of what the address said; when the field is left
 * the view before the typing gets its entry back and the found one a step of its own, so that "back" undoes a search
 * and not a letter (decisions §8 "URL"). `onTyped` hears the text as soon as what hangs on it can be drawn without
 * keeping a key waiting - where the device draws slowly, when the letters pause - and null when the address counts again.
 */
export const useTypedSearch = (inAddress: string, onTyped: (text: string | null) => void) => {
  const [typed, setTyped] = useState<string | null>(null);
  const before = useRef<ShopView | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const forget = useCallback(() => {
    clearTimeout(pause.current);
    holdSearch(null);
    before.current = null;
    setTyped(null);
    onTyped(null);
  }, [onTyped]);

  useEffect(() => {
    window.addEventListener('popstate', forget);
    return () => {
      window.removeEventListener('popstate', forget);
      clearTimeout(pause.current);
      holdSearch(null);
    };
  }, [forget]);

  const type = (text: string) => {
    before.current ??= currentView();
    setTyped(text);
    const tell = () => startTransition(() => onTyped(text));
    const listWaits = isDrawingSlow();
    if (!listWaits) tell();
    holdSearch(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      if (listWaits) tell();
      showView(currentView(), 'replace');
      holdSearch(null);
    }, PAUSE_MS);
  };

  const commit = () => {
    const start = before.current;
    if (!start || typed === null) return;
    const found = { ...currentView(), search: typed };
    forget();
    if (writeView(found) === writeView(start)) return showView(found, 'replace');
    showView(start, 'replace');
    showView(found, 'push');
  };

  return { text: typed ?? inAddress, type, commit };
};
