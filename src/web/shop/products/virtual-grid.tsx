import { type ReactNode, useRef, useState } from 'react';
import { InTurn } from '../../ui/in-turn.tsx';
import type { ListMeasures } from './list-measures.ts';
import { useVisibleRows } from './visible-rows.ts';

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
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const count = Math.ceil(items.length / columns);
  const pitch = rowHeight + gap;
  const { first, end } = useVisibleRows(list, { count, pitch, overscan });

  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  if (focusedRow !== null && focusedRow < count) {
    if (focusedRow < first) rows.unshift(focusedRow);
    if (focusedRow >= end) rows.push(focusedRow);
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative list-none"
      style={{ height: Math.max(0, count * pitch - gap) }}
      onFocus={(event) => {
        const item = (event.target as Element).closest<HTMLElement>('li[data-row]');
        if (item) setFocusedRow(Number(item.dataset.row));
      }}
      onBlur={() => setFocusedRow(null)}
    >
      {rows.flatMap((row) =>
        items.slice(row * columns, (row + 1) * columns).map((item, column) => (
          <li
            key={keyOf(item)}
            data-row={row}
            aria-posinset={row * columns + column + 1}
            aria-setsize={items.length}
            // Nothing in it reaches out: the browser lays out one card, not the list.
            className="absolute contain-layout contain-size contain-style"
            style={{ top: row * pitch, left: column * (cardWidth + gap), width: cardWidth, height: rowHeight }}
          >
            <InTurn>{() => renderItem(item, row)}</InTurn>
          </li>
        )),
      )}
    </ul>
  );
}
