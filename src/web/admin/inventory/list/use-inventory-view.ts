import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from '../../../browser/layer-history.ts';
import { paths } from '../../../browser/paths.ts';
import { isSlowDevice, SLOW_TYPING_MS } from '../../../ui/scheduler/page-scheduler.ts';
import { type InventoryView, readInventoryView, writeInventoryView } from './inventory-view.ts';

/** The search is debounced, because Safari refuses more than 100 changes of the address in 30 seconds. */
const DEBOUNCE_MS = 250;

const current = (): InventoryView => readInventoryView(window.location.search);

const goTo = (view: InventoryView): void => {
  const address = paths.adminPanel + writeInventoryView(view, window.location.search);
  if (address !== window.location.pathname + window.location.search) navigate(address, { replace: true });
};

/**
 * The view, the view that the list shows, and functions that change the view. Typed text is written to the address after
 * a pause. The list follows at once, or on a slow device after that pause, so that it does not delay the next key.
 * Changes replace the history entry, so that "back" leads to where the admin came from.
 */
export const useInventoryView = () => {
  const query = useSearch();
  const [typed, setTyped] = useState<{ text: string; listWaits: boolean } | null>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inAddress = useMemo(() => readInventoryView(query), [query]);
  const view = useMemo(() => (typed === null ? inAddress : { ...inAddress, search: typed.text }), [inAddress, typed]);

  useEffect(() => () => clearTimeout(debounce.current), []);

  const change = (wanted: Partial<InventoryView>) => {
    clearTimeout(debounce.current);
    const search = wanted.search ?? typed?.text ?? current().search;
    setTyped(null);
    goTo({ ...current(), ...wanted, search });
  };
  const type = (text: string) => {
    const listWaits = isSlowDevice();
    setTyped({ text, listWaits });
    clearTimeout(debounce.current);
    const write = () => {
      setTyped(null);
      goTo({ ...current(), search: text });
    };
    debounce.current = setTimeout(write, listWaits ? SLOW_TYPING_MS : DEBOUNCE_MS);
  };

  return { view, listView: typed?.listWaits ? inAddress : view, change, type };
};
