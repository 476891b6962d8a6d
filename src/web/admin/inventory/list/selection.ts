import { useCallback, useMemo, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';

export type Selection = ReadonlySet<number>;

export const NONE_SELECTED: Selection = new Set();

/** The selection with some items added or removed. */
export const withItems = (selection: Selection, ids: Iterable<number>, selected: boolean): Selection => {
  const next = new Set(selection);
  for (const id of ids) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
};

/** The ids between two items of the list, both included. If the first is not in the list, only the second. */
export const idsBetween = (items: readonly AdminItem[], from: number | null, to: number): number[] => {
  const a = items.findIndex(({ id }) => id === from);
  const b = items.findIndex(({ id }) => id === to);
  if (a < 0 || b < 0) return [to];
  return items.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
};

/** The selected items that are still in the inventory, in its order. */
export const selectedItems = (items: readonly AdminItem[], selection: Selection): AdminItem[] =>
  selection.size === 0 ? [] : items.filter(({ id }) => selection.has(id));

/** The selection without what has left the inventory, which stays out of it also if it comes back. */
export const withoutLeft = (items: readonly AdminItem[], selection: Selection): Selection => {
  const left = new Set(selection);
  for (const { id } of items) left.delete(id);
  return left.size === 0 ? selection : withItems(selection, left, false);
};

/** The selected items. Items that leave the inventory leave the selection; filters do not change it. */
export const useSelection = (items: readonly AdminItem[] | undefined, shown: readonly AdminItem[]) => {
  const [kept, setSelection] = useState<Selection>(NONE_SELECTED);
  const selection = useMemo(() => (items && kept.size > 0 ? withoutLeft(items, kept) : kept), [items, kept]);
  if (selection !== kept) setSelection(selection);
  const lastSelected = useRef<number | null>(null);
  const selected = useMemo(() => selectedItems(items ?? [], selection), [items, selection]);
  /** How many of them the filters hide. */
  const hidden = useMemo(() => selected.length - selectedItems(shown, selection).length, [selected, shown, selection]);
  const list = useRef(shown);
  list.current = shown;

  // Both functions stay the same, so that a row renders again only if its own selection changes.
  const select = useCallback((id: number, on: boolean, upTo: boolean) => {
    const ids = upTo ? idsBetween(list.current, lastSelected.current, id) : [id];
    lastSelected.current = id;
    setSelection((before) => withItems(before, ids, on));
  }, []);
  const selectMany = useCallback(
    (ids: readonly number[], on: boolean) => setSelection((before) => withItems(before, ids, on)),
    [],
  );
  return { selection, selected, hidden, select, selectMany, clear: () => setSelection(NONE_SELECTED) };
};
