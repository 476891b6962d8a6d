import { useCallback, useMemo, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';

const NONE: readonly number[] = [];

/** The ids of a round: those of the list when its first item was opened, until an item of another list is. */
export const roundIds = (
  before: readonly number[],
  id: number | null,
  shown: readonly AdminItem[],
): readonly number[] => {
  if (id === null) return NONE;
  if (before.includes(id)) return before;
  return shown.some((each) => each.id === id) ? shown.map((each) => each.id) : NONE;
};

/** The rows that an open drawer moves between. */
export interface Rows {
  /** Which of them is open, from 0; below 0 if none. */
  place: number;
  count: number;
  /** The id of a row. */
  idAt: (place: number) => number | undefined;
}

interface RoundOptions {
  /** The item that is open. */
  id: number | null;
  items: readonly AdminItem[];
  /** The rows of the list, in their order. */
  shown: readonly AdminItem[];
}

/**
 * A round through the rows of the list. They stay as they were when it began: an edit may take an item out of the filter,
 * and the round goes on (behavior 10.11). Items that have left the inventory are passed over.
 */
export const useRound = ({ id, items, shown }: RoundOptions): Rows => {
  const ids = useRef(NONE);
  ids.current = roundIds(ids.current, id, shown);
  const isOpen = id !== null;
  const listed = useMemo(() => new Set(isOpen ? items.map((item) => item.id) : NONE), [isOpen, items]);
  const rows = ids.current.filter((each) => each === id || listed.has(each));
  return {
    place: id === null ? -1 : rows.indexOf(id),
    count: rows.length,
    idAt: (place) => rows[place],
  };
};

/** The values that a round through the stock keeps from one item to the next. */
export interface StockRound {
  /** Somebody has typed a stock, so the round is about it. */
  begin: () => void;
  /** True if an item begins in its stock. */
  takesFocus: (id: number) => boolean;
}

/**
 * `leadTo` is called on the way to another item: in a round that is about stock, it begins there, unless it is null. An item may
 * appear twice on this way, because what was typed has an entry in the history, which goes first.
 */
export const useStockRound = (
  isOpen: boolean,
  isAboutStock: boolean,
): { stock: StockRound; leadTo: (id: number | null) => void } => {
  const hasBegun = useRef(false);
  const focused = useRef<number | null>(null);
  if (!isOpen) {
    hasBegun.current = false;
    focused.current = null;
  }
  const begin = useCallback(() => {
    hasBegun.current = true;
  }, []);
  const takesFocus = useCallback((id: number) => focused.current === id, []);
  const leadTo = (id: number | null) => {
    focused.current = isAboutStock || hasBegun.current ? id : null;
  };
  return { stock: { begin, takesFocus }, leadTo };
};
