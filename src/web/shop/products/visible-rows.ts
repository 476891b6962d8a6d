import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The first row on the page and the one after the last. */
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
export function rowsNear(scrolledPast: number, windowHeight: number, { count, pitch, overscan }: Rows): RowRange {
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    first: within(Math.floor(scrolledPast / pitch) - overscan),
    end: within(Math.ceil((scrolledPast + windowHeight) / pitch) + overscan),
  };
}

/**
 * The rows to draw of a list that scrolls with the window and whose rows all have one height. Asks for a new drawing
 * only when another row comes near. Where the list is, is read when the window moves and when its rows are others, never
 * while it is drawn: the browser would have to lay out the page in the middle of it.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, { count, pitch, overscan }: Rows): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const look = () => {
      const scrolledPast = -(list.current?.getBoundingClientRect().top ?? 0);
      const now = rowsNear(scrolledPast, window.innerHeight, { count, pitch, overscan });
      setRange((before) => (before.first === now.first && before.end === now.end ? before : now));
    };
    // Drawn in the frame that shows the move.
    const moved = () => flushSync(look);
    look();
    window.addEventListener('scroll', moved, { passive: true });
    window.addEventListener('resize', moved);
    return () => {
      window.removeEventListener('scroll', moved);
      window.removeEventListener('resize', moved);
    };
  }, [list, count, pitch, overscan]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}
