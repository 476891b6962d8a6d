import { type RefObject, useSyncExternalStore } from 'react';

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
 * only when another row comes near.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rows: Rows): RowRange {
  const range = useSyncExternalStore(onWindowMove, () => {
    const { first, end } = rowsNear(-(list.current?.getBoundingClientRect().top ?? 0), window.innerHeight, rows);
    // A text, so that the same range is the same value.
    return `${first} ${end}`;
  });
  const [first = 0, end = 0] = range.split(' ').map(Number);
  return { first, end };
}

function onWindowMove(moved: () => void): () => void {
  window.addEventListener('scroll', moved, { passive: true });
  window.addEventListener('resize', moved);
  return () => {
    window.removeEventListener('scroll', moved);
    window.removeEventListener('resize', moved);
  };
}
