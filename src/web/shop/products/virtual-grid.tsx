import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ListMeasures } from './list-measures.ts';

interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  /** Unique in the list, and the same as long as the item is. */
  keyOf: (item: Item) => string;
  measures: ListMeasures;
  /** Rows drawn ahead above and below what is seen. */
  overscan: number;
  renderItem: (item: Item, row: number) => ReactNode;
}

/**
 * A list that scrolls with the window and of which only what is near the view is on the page; each item says its place
 * among all. A row that has the focus stays, so that a keyboard never falls out of the list.
 */
export function VirtualGrid<Item>({ label, items, keyOf, measures, overscan, renderItem }: VirtualGridProps<Item>) {
  const { columns, cardWidth, rowHeight, gap } = measures;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);

  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => rowHeight,
    gap,
    overscan,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range: Range) => {
        const rows = defaultRangeExtractor(range);
        if (focusedRow === null || focusedRow >= range.count || rows.includes(focusedRow)) return rows;
        return [...rows, focusedRow].sort((a, b) => a - b);
      },
      [focusedRow],
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes the remembered ones wrong
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, gap, virtualizer]);

  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative list-none"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => {
        const item = (event.target as Element).closest<HTMLElement>('li[data-row]');
        if (item) setFocusedRow(Number(item.dataset.row));
      }}
      onBlur={() => setFocusedRow(null)}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
        items.slice(row * columns, (row + 1) * columns).map((item, column) => (
          <li
            key={keyOf(item)}
            data-row={row}
            aria-posinset={row * columns + column + 1}
            aria-setsize={items.length}
            className="absolute"
            style={{ top: start - top, left: column * (cardWidth + gap), width: cardWidth, height: rowHeight }}
          >
            {renderItem(item, row)}
          </li>
        )),
      )}
    </ul>
  );
}
