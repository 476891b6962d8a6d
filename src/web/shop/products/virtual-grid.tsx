import { memo, type ReactNode, useRef, useState } from 'react';
import { InTurn } from '../../ui/in-turn.tsx';
import type { ListMeasures } from './list-measures.ts';
import { useVisibleRows } from './visible-rows.ts';

interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  /** A unique and stable key. */
  keyOf: (item: Item) => string;
  measures: ListMeasures;
  /** Rows drawn in advance above and below the view. */
  overscan: number;
  renderItem: (item: Item, row: number) => ReactNode;
  /** Draws a cheap placeholder until a slow device can draw the item. */
  renderPlaceholder: (item: Item) => ReactNode;
}

/**
 * A list that scrolls with the window and has only the items near the view on the page. Each item states its position
 * among all. The row with the focus stays on the page, so that the keyboard never loses it
 * (docs/decisions/0012-rows-of-one-height.md).
 */
export const VirtualGrid = <Item,>(props: VirtualGridProps<Item>) => {
  const { label, items, keyOf, measures, overscan, renderItem, renderPlaceholder } = props;
  const { columns, cardWidth, rowHeight, gap } = measures;
  const list = useRef<HTMLUListElement>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const count = Math.ceil(items.length / columns);
  const rowStride = rowHeight + gap;
  const { near, rows: drawn } = useVisibleRows(list, { count, rowStride, overscan });

  const rows = focusedRow === null || drawn.includes(focusedRow) ? drawn : [...drawn, focusedRow].sort((a, b) => a - b);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative list-none"
      style={{ height: Math.max(0, count * rowStride - gap) }}
      onFocus={(event) => {
        const item = (event.target as Element).closest<HTMLElement>('li[data-row]');
        if (item) setFocusedRow(Number(item.dataset.row));
      }}
      onBlur={() => setFocusedRow(null)}
    >
      {rows.flatMap((row) =>
        items.slice(row * columns, (row + 1) * columns).map((item, column) => {
          const start = column * (cardWidth + gap);
          const left = Math.round(start);
          return (
            <GridItem
              key={keyOf(item)}
              item={item}
              row={row}
              position={row * columns + column + 1}
              of={items.length}
              top={Math.round(row * rowStride)}
              left={left}
              width={Math.round(start + cardWidth) - left}
              height={rowHeight}
              isNear={row >= near.first && row < near.end}
              renderItem={renderItem}
              renderPlaceholder={renderPlaceholder}
            />
          );
        }),
      )}
    </ul>
  );
};

interface GridItemProps<Item> extends Pick<VirtualGridProps<Item>, 'renderItem' | 'renderPlaceholder'> {
  item: Item;
  row: number;
  /** The position in the list, from 1. */
  position: number;
  /** The number of items in the list. */
  of: number;
  /** Whole pixels, because a layer between two pixels is blurred. */
  top: number;
  left: number;
  width: number;
  height: number;
  isNear: boolean;
}

/** An item at its position. Memoized, so that it is not drawn again whenever the list scrolls. */
const GridItem = memo(function GridItem<Item>(props: GridItemProps<Item>) {
  const { item, row, position, of, top, left, width, height, isNear, renderItem, renderPlaceholder } = props;
  return (
    <li
      data-row={row}
      aria-posinset={position}
      aria-setsize={of}
      // Containment lets the browser lay out a single card. Only the focus ring may reach beyond it. Clipping, and a
      // layer for the content, let it paint a single card too: otherwise Chromium paints all cards of a scrolled page
      // again after any change.
      className="absolute overflow-clip contain-layout contain-size contain-style [overflow-clip-margin:4px] *:will-change-transform"
      style={{ top, left, width, height }}
    >
      <InTurn isWanted={isNear} meanwhile={() => renderPlaceholder(item)}>
        {() => renderItem(item, row)}
      </InTurn>
    </li>
  );
}) as <Item>(props: GridItemProps<Item>) => ReactNode;
