import { memo, type ReactNode, useRef, useState } from 'react';
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
  /** What stands for an item until it can be drawn, on a slow device; cheap. */
  renderGlimpse: (item: Item) => ReactNode;
}

/**
 * A list that scrolls with the window and of which only what is near the view is on the page; each item says its place
 * among all. A row that has the focus stays, so that a keyboard never falls out of the list.
 */
export const VirtualGrid = <Item,>(props: VirtualGridProps<Item>) => {
  const { label, items, keyOf, measures, overscan, renderItem, renderGlimpse } = props;
  const { columns, cardWidth, rowHeight, gap } = measures;
  const list = useRef<HTMLUListElement>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const count = Math.ceil(items.length / columns);
  const pitch = rowHeight + gap;
  const { near, rows: drawn } = useVisibleRows(list, { count, pitch, overscan });

  const rows = focusedRow === null || drawn.includes(focusedRow) ? drawn : [...drawn, focusedRow].sort((a, b) => a - b);
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
        items.slice(row * columns, (row + 1) * columns).map((item, column) => {
          const begins = column * (cardWidth + gap);
          const left = Math.round(begins);
          return (
            <Place
              key={keyOf(item)}
              item={item}
              row={row}
              position={row * columns + column + 1}
              of={items.length}
              top={Math.round(row * pitch)}
              left={left}
              width={Math.round(begins + cardWidth) - left}
              height={rowHeight}
              isNear={row >= near.first && row < near.end}
              renderItem={renderItem}
              renderGlimpse={renderGlimpse}
            />
          );
        }),
      )}
    </ul>
  );
};

interface PlaceProps<Item> extends Pick<VirtualGridProps<Item>, 'renderItem' | 'renderGlimpse'> {
  item: Item;
  row: number;
  /** From 1, among so many. */
  position: number;
  of: number;
  /** Whole pixels: a layer that begins between two is blurred. */
  top: number;
  left: number;
  width: number;
  height: number;
  isNear: boolean;
}

/** Where an item is in the list. Drawn again only where it is another place, not whenever the list is moved. */
const Place = memo(function Place<Item>(props: PlaceProps<Item>) {
  const { item, row, position, of, top, left, width, height, isNear, renderItem, renderGlimpse } = props;
  return (
    <li
      data-row={row}
      aria-posinset={position}
      aria-setsize={of}
      // Nothing in it reaches out, but the ring of a focus: the browser lays out one card, not the list. Cut off, and
      // what is in it a layer of its own, so that it paints one card too: whatever changes on a scrolled page, Chromium
      // paints all again that has no edge of its own, and draws anew whatever shares a layer with it.
      className="absolute overflow-clip contain-layout contain-size contain-style [overflow-clip-margin:4px] *:will-change-transform"
      style={{ top, left, width, height }}
    >
      <InTurn isWanted={isNear} meanwhile={() => renderGlimpse(item)}>
        {() => renderItem(item, row)}
      </InTurn>
    </li>
  );
}) as <Item>(props: PlaceProps<Item>) => ReactNode;
