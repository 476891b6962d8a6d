import type { AdminItem } from '#contract/inventory.ts';

export type Selection = ReadonlySet<number>;

export const NOTHING: Selection = new Set();

/** Adds or takes away items. */
export const withItems = (selection: Selection, ids: Iterable<number>, selected: boolean): Selection => {
  const next = new Set(selection);
  for (const id of ids) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
};

/** The ids between two items of the list, both included; only the second where the first is not in it. */
export const idsBetween = (items: readonly AdminItem[], from: number | null, to: number): number[] => {
  const a = items.findIndex(({ id }) => id === from);
  const b = items.findIndex(({ id }) => id === to);
  if (a < 0 || b < 0) return [to];
  return items.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
};

/** Those of the selection that are still in the inventory, in its order. */
export const selectedItems = (items: readonly AdminItem[], selection: Selection): AdminItem[] =>
  selection.size === 0 ? [] : items.filter(({ id }) => selection.has(id));
