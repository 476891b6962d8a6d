import { useCallback, useMemo, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { StockReason } from '#domain/inventory-plan-stock.ts';

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
  go: (place: number) => void;
}

interface RoundOptions {
  /** The item that is open. */
  id: number | null;
  items: readonly AdminItem[];
  /** The rows of the list, in their order. */
  shown: readonly AdminItem[];
  onOpen: (id: number) => void;
}

/**
 * A round through the rows of the list. They stay as they were when it began: an edit may take an item out of the filter,
 * and the round goes on (behavior 10.11). Items that have left the inventory are passed over.
 */
export const useRound = ({ id, items, shown, onOpen }: RoundOptions): Rows => {
  const ids = useRef(NONE);
  ids.current = roundIds(ids.current, id, shown);
  const isOpen = id !== null;
  const listed = useMemo(() => new Set(isOpen ? items.map((item) => item.id) : NONE), [isOpen, items]);
  const rows = ids.current.filter((each) => each === id || listed.has(each));
  return {
    place: id === null ? -1 : rows.indexOf(id),
    count: rows.length,
    go: (to) => {
      const next = rows[to];
      if (next !== undefined) onOpen(next);
    },
  };
};

/** What a round through the stock keeps from one item to the next. */
export interface StockRound {
  /** The reason that somebody has chosen; null until then. */
  reason: StockReason | null;
  keepReason: (reason: StockReason) => void;
  /** Somebody has typed a stock, so the round is about it. */
  begin: () => void;
  /** Returns once whether the next item begins in its stock. */
  takeFocus: () => boolean;
}

/**
 * Keeps the reason until the drawer closes. `leadOn` is called on the way to the next item: in a round that is about stock,
 * it begins there.
 */
export const useStockRound = (isOpen: boolean, isAboutStock: boolean): { stock: StockRound; leadOn: () => void } => {
  const [reason, keepReason] = useState<StockReason | null>(null);
  const hasBegun = useRef(false);
  const givesFocus = useRef(false);
  if (!isOpen) {
    hasBegun.current = false;
    if (reason !== null) keepReason(null);
  }
  const begin = useCallback(() => {
    hasBegun.current = true;
  }, []);
  const takeFocus = useCallback(() => {
    const gives = givesFocus.current;
    givesFocus.current = false;
    return gives;
  }, []);
  const leadOn = () => {
    givesFocus.current = isAboutStock || hasBegun.current;
  };
  return { stock: { reason, keepReason, begin, takeFocus }, leadOn };
};
