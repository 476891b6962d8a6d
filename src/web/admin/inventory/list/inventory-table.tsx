import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { counted } from '#domain/text.ts';
import { CheckboxBox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { HeadCell, Table, TableFrame, TableHead } from '../../../ui/table.tsx';
import { COLUMN_FACTS, type Column, type ShownColumn, USUAL_COLUMNS } from './columns.ts';
import { WidthHandle } from './columns-dialog.tsx';
import { useGridKeys } from './grid-keys.ts';
import type { Sorting } from './inventory-view.ts';
import { ItemRow } from './item-row.tsx';
import { controlCount, type ItemRowProps, PINNED } from './row-cells.tsx';
import type { Selection } from './selection.ts';

/** Heights in pixels. They match those of ui/table.tsx. */
const ROW = 44;
const HEAD = 40;
const OVERSCAN = 6;
/** Room below the last rows for the bulk bar, which may take two lines. */
const BAR = 120;

/** The usual widths of columns on a screen: description takes the room that is left. */
const USUAL_WIDTHS: Readonly<Partial<Record<Column, string>>> = {
  brand: 'w-27 min-[110rem]:w-40',
  category: 'w-32',
  label: 'w-44',
  qty: 'w-26',
  price: 'w-31',
  markup: 'w-25',
  final: 'w-22',
  status: 'w-24',
};

export interface InventoryTableProps extends Pick<ItemRowProps, 'mayWrite' | 'onSelect' | 'onOpen' | 'onHistory'> {
  items: readonly AdminItem[];
  /** Its accessible name, if it is not the whole list. */
  label?: string | undefined;
  selection: Selection;
  sort: Sorting;
  onSort: (column: Column) => void;
  columns: readonly ShownColumn[];
  onColumns: (columns: readonly ShownColumn[]) => void;
  onSelectMany: (ids: readonly number[], selected: boolean) => void;
  /** Called when a key leaves the list. */
  onLeave: () => void;
}

/** The list as a spreadsheet. Only rows near the viewport are rendered, so it stays fast with 20,000 rows. */
export const InventoryTable = memo(function InventoryTable({
  items,
  label,
  mayWrite,
  selection,
  sort,
  onSort,
  columns,
  onColumns,
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
    columns: controlCount(mayWrite, columns),
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
  const selected = useMemo(
    () => (selection.size === 0 ? 0 : items.filter(({ id }) => selection.has(id)).length),
    [items, selection],
  );
  const end = virtualizer.getTotalSize() + HEAD;
  const places = columns.length + (mayWrite ? 2 : 1);
  const isUsual = columns === USUAL_COLUMNS;
  // A column that nobody has made wider or narrower takes the room that is left.
  const flexible =
    columns.find(({ column, width }) => column === 'description' && width === null) ??
    columns.find(({ width }) => width === null);

  return (
    <TableFrame
      ref={frame}
      label={label ?? 'Inventory list'}
      // Isolated, so that it is not painted again when the page around it changes.
      className="isolate max-h-[max(18rem,calc(100dvh-5.5rem))] overscroll-x-contain"
    >
      <Table
        role="grid"
        aria-label={label ?? 'Inventory'}
        {...(mayWrite ? { 'aria-multiselectable': true } : { 'aria-readonly': true })}
        aria-rowcount={items.length + 1}
        className={cx('table-fixed', isUsual && 'min-w-[86.875rem]')}
        {...(!isUsual && { style: { minWidth: columns.reduce((sum, shown) => sum + widthOf(shown), ENDS) } })}
      >
        <TableHead>
          <tr aria-rowindex={1}>
            {mayWrite && (
              <HeadCell className={cx(PINNED, 'left-0 w-11')}>
                <CheckboxBox
                  aria-label={`Select all ${counted(items.length)}`}
                  checked={selected > 0 && selected === items.length}
                  indeterminate={selected > 0 && selected < items.length}
                  onChange={() =>
                    onSelectMany(
                      items.map(({ id }) => id),
                      selected < items.length,
                    )
                  }
                />
              </HeadCell>
            )}
            {columns.map((shown) => {
              const { column } = shown;
              const { title, align } = COLUMN_FACTS[column];
              return (
                <HeadCell
                  key={column}
                  {...(align && { align })}
                  sorted={sort?.by === column && (sort.down ? 'desc' : 'asc')}
                  onSort={() => onSort(column)}
                  edge={
                    <WidthHandle
                      onWidth={(width) =>
                        onColumns(columns.map((each) => (each.column === column ? { column, width } : each)))
                      }
                    />
                  }
                  {...(!isUsual && shown !== flexible && { style: { width: widthOf(shown) } })}
                  className={cx(
                    'group/head',
                    column === 'name' ? 'min-[90rem]:relative min-[90rem]:left-auto' : 'relative',
                    isUsual && USUAL_WIDTHS[column],
                    column === 'name' && (isUsual ? nameHead(mayWrite) : pinnedName(mayWrite)),
                  )}
                >
                  {title}
                </HeadCell>
              );
            })}
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
                <Spacer height={start - before} columns={places} />
                {item && (
                  <ItemRow
                    item={item}
                    columns={columns}
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
          <Spacer height={end - (rows.at(-1)?.end ?? end)} columns={places} />
        </tbody>
      </Table>
    </TableFrame>
  );
});

/** The columns of checkbox and history, in pixels. */
const ENDS = 88;

const widthOf = ({ column, width }: ShownColumn): number => width ?? COLUMN_FACTS[column].width;

/** The name stays in view while the table scrolls to the side. */
const pinnedName = (mayWrite: boolean): string => cx(PINNED, mayWrite ? 'left-11 pl-1' : 'left-0');

/** On a wide screen the name has the room for long names. */
const nameHead = (mayWrite: boolean): string =>
  cx(pinnedName(mayWrite), 'min-[110rem]:w-96', mayWrite ? 'w-66' : 'w-77');

/** Takes the place of rows that are not rendered. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
