import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { askForTurn, tellPassed } from '../../ui/turns.ts';

/** The first row near the view and the one after the last. */
export interface RowRange {
  first: number;
  end: number;
}

interface Rows {
  count: number;
  /** Pixels from the top of a row to the top of the next: its height and the gap. */
  pitch: number;
  /** Rows drawn ahead above and below what is seen. */
  overscan: number;
}

/** The rows near the view, given how far the top of the list is above the top of the window, in pixels. */
export const rowsNear = (scrolledPast: number, windowHeight: number, { count, pitch, overscan }: Rows): RowRange => {
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    first: within(Math.floor(scrolledPast / pitch) - overscan),
    end: within(Math.ceil((scrolledPast + windowHeight) / pitch) + overscan),
  };
};

/** Rows that have left the view and may still wait for their turn to go: a fling brings them faster than they go. */
const MOST_LEFT = 2;

/** Rows on the page. */
export interface DrawnRows {
  near: RowRange;
  /** In their order: those near the view, and those that have left it and not gone yet. */
  rows: readonly number[];
}

export const NO_ROWS: DrawnRows = { near: { first: 0, end: 0 }, rows: [] };

const isWithin = ({ first, end }: RowRange, row: number): boolean => row >= first && row < end;
const distance = ({ first, end }: RowRange, row: number): number => Math.max(first - row, row - end + 1);

/** The rows on the page once others are near the view: those come at once, the farthest go where too many would stay. */
export const rowsAfterMove = ({ near: before, rows }: DrawnRows, near: RowRange): DrawnRows => {
  if (before.first === near.first && before.end === near.end) return { near, rows };
  const left = rows.filter((row) => !isWithin(near, row)).sort((a, b) => distance(near, a) - distance(near, b));
  const coming = Array.from({ length: near.end - near.first }, (_, at) => near.first + at);
  return { near, rows: [...left.slice(0, MOST_LEFT), ...coming].sort((a, b) => a - b) };
};

/** The rows on the page without the farthest that has left the view; the very same where none has. */
export const rowsAfterLeave = (drawn: DrawnRows): DrawnRows => {
  const { near, rows } = drawn;
  const left = rows.filter((row) => !isWithin(near, row));
  if (left.length === 0) return drawn;
  const farthest = left.reduce((a, b) => (distance(near, b) > distance(near, a) ? b : a));
  return { near, rows: rows.filter((row) => row !== farthest) };
};

/**
 * The rows to draw of a list that scrolls with the window and whose rows all have one height. Rows come in the frame
 * that shows the move and go one in a turn, so that no frame has to do both. Where the list is, is read when the window
 * moves and when its rows are others, never while it is drawn: the browser would have to lay out the page in the middle
 * of it.
 */
export const useVisibleRows = (list: RefObject<HTMLElement | null>, { count, pitch, overscan }: Rows): DrawnRows => {
  const [drawn, setDrawn] = useState(NO_ROWS);
  useLayoutEffect(() => {
    let withdraw: (() => void) | undefined;
    const look = (hasMoved: boolean) => {
      const scrolledPast = -(list.current?.getBoundingClientRect().top ?? 0);
      if (hasMoved) tellPassed(scrolledPast / window.innerHeight);
      const near = rowsNear(scrolledPast, window.innerHeight, { count, pitch, overscan });
      setDrawn((before) => {
        const after = rowsAfterMove(before, near);
        return after.rows === before.rows ? before : after;
      });
    };
    const moved = () => {
      withdraw?.();
      withdraw = askForTurn(() => flushSync(() => look(true)), true);
    };
    // The focus has moved the page before that is told, and moves on now. Heard at the window: before all turns are given
    // (ui/turns.ts), so that the rows asked for here are among them.
    const tabbed = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') moved();
    };
    look(false);
    window.addEventListener('scroll', moved, { passive: true });
    window.addEventListener('resize', moved);
    window.addEventListener('keydown', tabbed, true);
    return () => {
      withdraw?.();
      window.removeEventListener('keydown', tabbed, true);
      window.removeEventListener('scroll', moved);
      window.removeEventListener('resize', moved);
    };
  }, [list, count, pitch, overscan]);
  useLayoutEffect(() => {
    if (rowsAfterLeave(drawn) === drawn) return;
    return askForTurn(() => flushSync(() => setDrawn(rowsAfterLeave)), true);
  }, [drawn]);
  return drawn;
};
