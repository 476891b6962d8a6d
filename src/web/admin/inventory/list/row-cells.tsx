import type { ComponentType } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { ActiveCell, type CellProps, DescriptionCell, MarkupCell, PriceCell, StockFigure } from './cells.tsx';
import type { Column, ShownColumn } from './columns.ts';
import { hasExpiredToday } from './fact-cells.tsx';
import { ItemWhy } from './item-why.tsx';
import { LabelCell, withoutLabel } from './label-cell.tsx';
import { StockCell } from './stock-cell.tsx';
import { TiersCell, TiersValue } from './tiers-cell.tsx';

/** A row of the table. */
export interface ItemRowProps {
  item: AdminItem;
  columns: readonly ShownColumn[];
  index: number;
  selected: boolean;
  /** The role may edit and select. Otherwise the row has plain values, and no checkbox. */
  mayWrite: boolean;
  /** Selects an item. With Shift (`upTo`), also all items since the last one. */
  onSelect: (id: number, selected: boolean, upTo: boolean) => void;
  /** Opens the drawer of the item. */
  onOpen: (id: number) => void;
  onHistory: (item: AdminItem) => void;
}

/**
 * A cell that stays on the left while the table scrolls to the side. It is not pinned if all columns fit: the browser
 * makes a layer of each pinned cell, and 60 layers make scrolling slow.
 */
export const PINNED = 'max-[90rem]:sticky max-[90rem]:z-10';

/** The cells of an item that a role with `inventory.write` edits in place. */
interface RowCells {
  Description: ComponentType<CellProps>;
  Label: ComponentType<CellProps>;
  Stock: ComponentType<CellProps>;
  Price: ComponentType<CellProps>;
  Markup: ComponentType<CellProps>;
  Tiers: ComponentType<CellProps>;
  Active: ComponentType<CellProps>;
}

interface ValueProps {
  item: AdminItem;
}

/** In one line in the table, because all rows have one height. A card shows all of it. */
const DescriptionValue = ({ item: { description } }: ValueProps) => (
  <span
    title={description ?? undefined}
    className={cx('block px-2 text-sm break-words max-md:px-0 md:truncate', !description && 'text-muted')}
  >
    {description || 'No description'}
  </span>
);

/** The weight label. A doubtful one says why (behavior 9.1). A card has no column head, so it names the value. */
const LabelValue = ({ item }: ValueProps) => {
  const { weightLabel, labelCheck } = item;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm max-md:flex-wrap">
      <span className="text-muted md:hidden">Weight label:</span>
      <span className={cx('truncate', !weightLabel && 'text-muted')}>{weightLabel ?? withoutLabel(item)}</span>
      {labelCheck && (
        <>
          <Badge tone="warning" title={labelCheck.reason} className="shrink-0">
            To check
          </Badge>
          <span className="text-muted md:sr-only">{labelCheck.reason}</span>
        </>
      )}
    </span>
  );
};

const PriceValue = ({ item: { price } }: ValueProps) => <span className="text-muted">{formatPrice(price)}</span>;

const MarkupValue = ({ item }: ValueProps) => {
  const shown = formatPrice(item.markupDollars);
  return (
    <ItemWhy item={item} about="markup" of={`markup ${shown}`}>
      {shown}
    </ItemWhy>
  );
};

const ActiveValue = ({ item: { isActive } }: ValueProps) => (
  <Badge tone={isActive ? 'good' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</Badge>
);

const INPUTS: RowCells = {
  Description: DescriptionCell,
  Label: LabelCell,
  Stock: StockCell,
  Price: PriceCell,
  Markup: MarkupCell,
  Tiers: TiersCell,
  Active: ActiveCell,
};
const VALUES: RowCells = {
  Description: DescriptionValue,
  Label: LabelValue,
  Stock: StockFigure,
  Price: PriceValue,
  Markup: MarkupValue,
  Tiers: TiersValue,
  Active: ActiveValue,
};

/** The cells of a list: inputs, or plain values for a role that only reads (behavior 3.10). */
export const rowCells = (mayWrite: boolean): RowCells => (mayWrite ? INPUTS : VALUES);

/** The columns that a role with `inventory.write` edits in the row. */
const EDITED: ReadonlySet<Column> = new Set(['description', 'label', 'qty', 'price', 'markup', 'status', 'tiers']);

/** The position of the control of a column among those of the row, which keys move between. */
export const controlOf = (columns: readonly ShownColumn[], column: Column): number =>
  2 + columns.filter(({ column: each }) => EDITED.has(each)).findIndex((each) => each.column === column);

/**
 * How many controls of a row keys can reach: checkbox, name, those of the columns that are edited, and history. A role that
 * only reads has name and history.
 */
export const controlCount = (mayWrite: boolean, columns: readonly ShownColumn[]): number =>
  mayWrite ? 3 + columns.filter(({ column }) => EDITED.has(column)).length : 2;

/** The name in the table: with the size, unless that has a column. */
export const rowName = (item: AdminItem, columns: ItemRowProps['columns']): string =>
  columns.some(({ column }) => column === 'label') ? item.name : itemName(item);

/** Returns whether the name has a line about its expired lab result, which otherwise has a column. */
export const hasLabLine = (item: AdminItem, columns: ItemRowProps['columns']): boolean =>
  hasExpiredToday(item) && !columns.some(({ column }) => column === 'lab');

/** The room of a name: as high as two lines of it, or as one above a small line. */
export const nameRoom = (isOneLine: boolean): string =>
  cx('flex h-9 w-full', isOneLine ? 'items-start pt-0.5' : 'items-center');
export const nameLines = (isOneLine: boolean): string =>
  cx('leading-4.5 break-words', isOneLine ? 'line-clamp-1' : 'line-clamp-2');
