import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { askForTurn, tellPassed } from '../../ui/turns.ts';

/** The first row near the view, and the row after the last one. */
export interface RowRange {
  first: number;
  end: number;
}

interface Rows {
  count: number;
  /** From the top of a row to the top of the next, in pixels. */
  rowStride: number;
  /** Rows drawn in advance above and below the view. */
  overscan: number;
}

/** The rows near the view. `scrolledPast` is how far the list begins above the window, in pixels. */
export const rowsNear = (
  scrolledPast: number,
  windowHeight: number,
  { count, rowStride, overscan }: Rows,
): RowRange => {
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    first: within(Math.floor(scrolledPast / rowStride) - overscan),
    end: within(Math.ceil((scrolledPast + windowHeight) / rowStride) + overscan),
  };
};

/** The most rows outside the view that may stay on the page. A fling leaves rows faster than they are removed. */
const MAX_OUTSIDE = 2;

/** Rows on the page. */
export interface DrawnRows {
  near: RowRange;
  /** In order: the rows near the view, and rows outside it that are not removed yet. */
  rows: readonly number[];
}

export const NO_ROWS: DrawnRows = { near: { first: 0, end: 0 }, rows: [] };

const isWithin = ({ first, end }: RowRange, row: number): boolean => row >= first && row < end;
const distance = ({ first, end }: RowRange, row: number): number => Math.max(first - row, row - end + 1);

/** The rows after a move. New rows are added at once. The farthest outside rows are removed if there are too many. */
export const rowsAfterMove = ({ near: before, rows }: DrawnRows, near: RowRange): DrawnRows => {
  if (before.first === near.first && before.end === near.end) return { near, rows };
  const outside = rows.filter((row) => !isWithin(near, row)).sort((a, b) => distance(near, a) - distance(near, b));
  const inView = Array.from({ length: near.end - near.first }, (_, index) => near.first + index);
  return { near, rows: [...outside.slice(0, MAX_OUTSIDE), ...inView].sort((a, b) => a - b) };
};

/** The rows without the farthest one outside the view, or the same object if there is none. */
export const rowsAfterLeave = (drawn: DrawnRows): DrawnRows => {
  const { near, rows } = drawn;
  const outside = rows.filter((row) => !isWithin(near, row));
  if (outside.length === 0) return drawn;
  const farthest = outside.reduce((a, b) => (distance(near, b) > distance(near, a) ? b : a));
  return { near, rows: rows.filter((row) => row !== farthest) };
};

/**
 * The rows to draw of a list that scrolls with the window and whose rows have one height. New rows are added in the
 * frame that shows the move. Old ones are removed one at a time, so that no frame has to do both. The position of the
 * list is read only after scrolling and resizing. Reading it while the list is drawn would force the browser to lay out
 * the page.
 */
export const useVisibleRows = (
  list: RefObject<HTMLElement | null>,
  { count, rowStride, overscan }: Rows,
): DrawnRows => {
  const [drawn, setDrawn] = useState(NO_ROWS);
  useLayoutEffect(() => {
    let cancel: (() => void) | undefined;
    const update = (hasMoved: boolean) => {
      const scrolledPast = -(list.current?.getBoundingClientRect().top ?? 0);
      if (hasMoved) tellPassed(scrolledPast / window.innerHeight);
      const near = rowsNear(scrolledPast, window.innerHeight, { count, rowStride, overscan });
      setDrawn((before) => {
        const after = rowsAfterMove(before, near);
        return after.rows === before.rows ? before : after;
      });
    };
    const onMove = () => {
      cancel?.();
      cancel = askForTurn(() => flushSync(() => update(true)), true);
    };
    // Tab may have scrolled the page without an event yet, and moves the focus now. This listener is on the window, so
    // it runs before the scheduler (ui/turns.ts) finishes all pending work, and these rows are part of that work.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') onMove();
    };
    update(false);
    window.addEventListener('scroll', onMove, { passive: true });
    window.addEventListener('resize', onMove);
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      cancel?.();
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('scroll', onMove);
      window.removeEventListener('resize', onMove);
    };
  }, [list, count, rowStride, overscan]);
  useLayoutEffect(() => {
    if (rowsAfterLeave(drawn) === drawn) return;
    return askForTurn(() => flushSync(() => setDrawn(rowsAfterLeave)), true);
  }, [drawn]);
  return drawn;
};
