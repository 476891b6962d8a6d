import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, memo, useCallback, useLayoutEffect, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { CheckboxBox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { HeadCell, Table, TableFrame, TableHead } from '../../../ui/table.tsx';
import { useGridKeys } from './grid-keys.ts';
import type { Column, Sorting } from './inventory-view.ts';
import { ItemRow } from './item-row.tsx';
import { controlCount, type ItemRowProps, PINNED } from './row-cells.tsx';
import type { Selection } from './selection.ts';

/** Heights in pixels. They match those of ui/table.tsx. */
const ROW = 44;
const HEAD = 40;
const OVERSCAN = 6;
/** Room below the last rows for the bulk bar. */
const BAR = 72;

/** The heads of the columns that sort, in their order. Description takes the room that is left. */
const HEADS: readonly { column: Column; title: string; align?: 'end'; width: string }[] = [
  { column: 'name', title: 'Name', width: '' },
  { column: 'brand', title: 'Brand', width: 'w-27 min-[110rem]:w-40' },
  { column: 'category', title: 'Category', width: 'w-32' },
  { column: 'description', title: 'Description', width: '' },
  { column: 'label', title: 'Weight / size', width: 'w-44' },
  { column: 'qty', title: 'Qty', align: 'end', width: 'w-22' },
  { column: 'price', title: 'Base', align: 'end', width: 'w-22' },
  { column: 'markup', title: 'Markup', align: 'end', width: 'w-27' },
  { column: 'final', title: 'Final', align: 'end', width: 'w-22' },
  { column: 'status', title: 'Status', align: 'end', width: 'w-26' },
  { column: 'tiers', title: 'Tiers', width: 'w-26' },
];

/** The columns, with those of checkbox and history. */
const COLUMNS = HEADS.length + 2;

export interface InventoryTableProps extends Pick<ItemRowProps, 'mayWrite' | 'onSelect' | 'onOpen' | 'onHistory'> {
  items: readonly AdminItem[];
  selection: Selection;
  sort: Sorting;
  onSort: (column: Column) => void;
  onSelectMany: (ids: readonly number[], selected: boolean) => void;
  /** Called when a key leaves the list. */
  onLeave: () => void;
}

/** The list as a spreadsheet. Only rows near the viewport are rendered, so it stays fast with 20,000 rows. */
export const InventoryTable = memo(function InventoryTable({
  items,
  mayWrite,
  selection,
  sort,
  onSort,
  onSelect,
  onSelectMany,
  onOpen,
  onHistory,
  onLeave,
}: InventoryTableProps) {
  const frame = useRef<HTMLElement>(null);
  const focusedRow = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: BAR,
    paddingEnd: selection.size > 0 ? BAR : 0,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    rangeExtractor: useCallback((range: Range) => {
      const rows = defaultRangeExtractor(range);
      const kept = focusedRow.current;
      if (kept === null || kept >= range.count || rows.includes(kept)) return rows;
      return [...rows, kept].sort((a, b) => a - b);
    }, []),
  });
  const viewport = (virtualizer.scrollRect?.height ?? 0) - HEAD;
  const page = Math.max(1, Math.floor(viewport / ROW) - 1);
  const keys = useGridKeys({
    rows: items.length,
    columns: controlCount(mayWrite),
    page,
    scrollTo: (row) => virtualizer.scrollToIndex(row),
    leave: onLeave,
  });
  focusedRow.current = keys.focusedRow;

  // A new view starts at its top.
  const first = items[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view has another first item
  useLayoutEffect(() => {
    if (keys.focusedRow === null) frame.current?.scrollTo({ top: 0 });
  }, [first, items.length]);

  const rows = virtualizer.getVirtualItems();
  const visible = visibleIds(items, virtualizer.scrollOffset ?? 0, viewport);
  const selected = visible.filter((id) => selection.has(id)).length;
  const end = virtualizer.getTotalSize() + HEAD;
  const columns = mayWrite ? COLUMNS : COLUMNS - 1;

  return (
    <TableFrame
      ref={frame}
      label="Inventory list"
      // Isolated, so that it is not painted again when the page around it changes.
      className="isolate max-h-[max(18rem,calc(100dvh-5.5rem))] overscroll-x-contain"
    >
      <Table
        role="grid"
        aria-label="Inventory"
        {...(mayWrite ? { 'aria-multiselectable': true } : { 'aria-readonly': true })}
        aria-rowcount={items.length + 1}
        className="min-w-[84rem] table-fixed"
      >
        <TableHead>
          <tr aria-rowindex={1}>
            {mayWrite && (
              <HeadCell className={cx(PINNED, 'left-0 w-11')}>
                <CheckboxBox
                  aria-label="Select the rows in view"
                  checked={selected > 0 && selected === visible.length}
                  indeterminate={selected > 0 && selected < visible.length}
                  onChange={() => onSelectMany(visible, selected < visible.length)}
                />
              </HeadCell>
            )}
            {HEADS.map(({ column, title, align, width }) => (
              <HeadCell
                key={column}
                {...(align && { align })}
                sorted={sort?.by === column && (sort.down ? 'desc' : 'asc')}
                onSort={() => onSort(column)}
                className={cx(width, column === 'name' && nameHead(mayWrite))}
              >
                {title}
              </HeadCell>
            ))}
            <HeadCell className="w-11">
              <span className="sr-only">History</span>
            </HeadCell>
          </tr>
        </TableHead>
        <tbody
          ref={keys.body}
          {...keys.handlers}
          className="[&_[data-column]]:scroll-mt-28 [&_[data-column]]:scroll-mb-16"
        >
          {rows.map(({ index, key, start }, at) => {
            const item = items[index];
            const before = at === 0 ? HEAD : rows[at - 1]!.end;
            return (
              <Fragment key={key}>
                <Spacer height={start - before} columns={columns} />
                {item && (
                  <ItemRow
                    item={item}
                    index={index}
                    mayWrite={mayWrite}
                    selected={selection.has(item.id)}
                    hasFocus={index === keys.focusedRow}
                    onSelect={onSelect}
                    onOpen={onOpen}
                    onHistory={onHistory}
                  />
                )}
              </Fragment>
            );
          })}
          <Spacer height={end - (rows.at(-1)?.end ?? end)} columns={columns} />
        </tbody>
      </Table>
    </TableFrame>
  );
});

/** The name stays in view while the table scrolls to the side. On a wide screen it has the room for long names. */
const nameHead = (mayWrite: boolean): string =>
  cx(PINNED, 'min-[110rem]:w-96', mayWrite ? 'left-11 w-55 pl-1' : 'left-0 w-66');

/** Takes the place of rows that are not rendered. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;

/** The ids of the rows in the viewport. */
const visibleIds = (items: readonly AdminItem[], offset: number, viewport: number): number[] => {
  const from = Math.floor(offset / ROW);
  const to = Math.ceil((offset + viewport) / ROW);
  return items.slice(from, to).map(({ id }) => id);
};
