import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { paths } from '../../../browser/paths.ts';
import { type InventoryView, readInventoryView, writeInventoryView } from './inventory-view.ts';

/** Safari refuses about 100 changes of the address in 30 seconds: it is written when the typing pauses. */
const PAUSE_MS = 250;

const shown = (): InventoryView => readInventoryView(window.location.search);

const show = (view: InventoryView): void => {
  const address = paths.adminPanel + writeInventoryView(view);
  if (address !== window.location.pathname + window.location.search) navigate(address, { replace: true });
};

/**
 * The view of the list in the address, and how to change it. Text being typed counts at once and is written a moment
 * later. Filters replace the entry of the history: "back" leads to where the admin came from.
 */
export const useInventoryView = () => {
  const query = useSearch();
  const [typed, setTyped] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inAddress = useMemo(() => readInventoryView(query), [query]);
  const view = useMemo(() => (typed === null ? inAddress : { ...inAddress, search: typed }), [inAddress, typed]);

  useEffect(() => () => clearTimeout(pause.current), []);

  const change = (wanted: Partial<InventoryView>) => {
    clearTimeout(pause.current);
    const search = wanted.search ?? typed ?? shown().search;
    setTyped(null);
    show({ ...shown(), ...wanted, search });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      setTyped(null);
      show({ ...shown(), search: text });
    }, PAUSE_MS);
  };

  return { view, change, type };
};
