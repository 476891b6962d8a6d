import { LockKeyhole } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import type { OwnableField } from '../../../api/queries/inventory-edits.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell } from '../../../ui/table.tsx';
import {
  activePill,
  amountText,
  CategoryChip,
  CorrectedMark,
  DescriptionStart,
  DOLLAR_SIGN,
  framed,
  IN_LINE,
  isMarked,
  markupText,
  quiet,
} from './cells.tsx';
import type { Column } from './columns.ts';
import { factCells, LabLine } from './fact-cells.tsx';
import { brandName } from './filter-items.ts';
import { DOUBT, doubtSign, withoutLabel } from './label-cell.tsx';
import { hasLabLine, type ItemRowProps, nameLines, nameRoom, PINNED, rowCells, rowName } from './row-cells.tsx';

/** The box of a control that is not there yet. */
const box = cx(framed, 'block truncate border-edge leading-8.5');
const text = cx(quiet, 'block truncate leading-8.5');

/** The line under a figure that is a button. */
const EXPLAINED = 'whitespace-nowrap underline decoration-edge decoration-dotted underline-offset-4';

/** A figure of dollars in its box (cells.tsx). */
const Dollars = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={cx(className, 'relative w-auto! flex-1 pl-4!', IN_LINE, DOLLAR_SIGN)}>{children}</span>
);

/** Where the mark of a field that syncs leave alone will be (cells.tsx). */
const Mark = ({ item, field }: { item: AdminItem; field: OwnableField }) =>
  isMarked(item, field) && (
    <span className="flex size-6 shrink-0 items-center justify-center text-notice-text">
      <LockKeyhole className="size-3.5" />
    </span>
  );

/**
 * The cells of a row while the list scrolls: what they say and where their controls are, with as few elements as can be.
 * They look like the cells that follow, so that no row seems half made.
 */
export const PlainCells = ({ item, columns, selected, mayWrite }: ItemRowProps) => {
  const { description, weightLabel, quantity, reserved, isLow, price, markupDollars, finalPrice, isActive, tiers } =
    item;
  const { Description, Label, Price, Tiers, Active } = rowCells(false);
  const doubt = item.labelCheck;
  const marksLab = hasLabLine(item, columns);
  const written: Readonly<Partial<Record<Column, () => ReactNode>>> = {
    description: () => (
      <span className="flex min-w-0 items-center">
        <DescriptionStart text={description} />
        <Mark item={item} field="description" />
      </span>
    ),
    label: () => (
      <span className={cx('flex items-center gap-1', doubt && '@container')}>
        <span className={cx(box, 'plain-select relative min-w-20 flex-1 pr-6.5', doubt && 'border-warning!')}>
          {weightLabel ?? withoutLabel(item)}
        </span>
        <Mark item={item} field="weightLabel" />
        {doubt && <span className={DOUBT}>{doubtSign(doubt.suggested)}</span>}
      </span>
    ),
    price: () => (
      <span className="flex items-center">
        <span className="flex w-6 shrink-0 justify-end">
          <Mark item={item} field="price" />
        </span>
        <Dollars className={text}>{amountText(price)}</Dollars>
      </span>
    ),
    markup: () => <Dollars className={cx(box, 'ml-6')}>{markupText(markupDollars)}</Dollars>,
    status: () => <span className={activePill(isActive)}>{isActive ? 'Active' : 'Inactive'}</span>,
    tiers: () => (
      <span className="flex items-center">
        <span className={tiers.length > 0 ? box : cx(text, 'text-muted!')}>
          {tiers.length > 0 ? counted(tiers.length, 'tier') : 'Add tiers'}
        </span>
        <Mark item={item} field="tiers" />
      </span>
    ),
  };
  const read: typeof written = {
    description: () => <Description item={item} column={0} />,
    label: () => <Label item={item} column={0} />,
    price: () => <Price item={item} column={0} />,
    markup: () => <span className={EXPLAINED}>{formatPrice(markupDollars)}</span>,
    status: () => <Active item={item} column={0} />,
    tiers: () => <Tiers item={item} column={0} />,
  };
  const values = mayWrite ? written : read;
  const cells: Readonly<Partial<Record<Column, () => ReactNode>>> = {
    brand: () => <Cell className={cx('truncate', !item.brand && 'text-muted')}>{brandName(item)}</Cell>,
    category: () => (
      <Cell>
        <CategoryChip item={item} />
      </Cell>
    ),
    description: () => <Cell className="pr-1 pl-1">{values.description?.()}</Cell>,
    label: () => <Cell>{values.label?.()}</Cell>,
    qty: () => (
      <Cell align="end" className={cx('pl-1 font-medium whitespace-nowrap', mayWrite && isLow && 'text-warning-text')}>
        <CorrectedMark item={item} />
        {mayWrite ? quantity : <span className={cx(EXPLAINED, quantity === 0 && 'text-muted')}>{quantity}</span>}
        {reserved > 0 && (
          <span className="block text-xs leading-3 font-normal text-notice-text">{reserved} reserved</span>
        )}
      </Cell>
    ),
    price: () => (
      <Cell align="end" className="pl-1 whitespace-nowrap">
        {values.price?.()}
      </Cell>
    ),
    markup: () => (
      <Cell align="end" className="pl-1">
        {values.markup?.()}
      </Cell>
    ),
    final: () => (
      <Cell align="end" className="pl-1 font-semibold whitespace-nowrap">
        {formatPrice(finalPrice)}
      </Cell>
    ),
    status: () => (
      <Cell align="end" className="pl-1">
        {values.status?.()}
      </Cell>
    ),
    tiers: () => <Cell>{values.tiers?.()}</Cell>,
    ...factCells(item),
  };
  return (
    <>
      {mayWrite && (
        <Cell className={cx(PINNED, 'left-0')}>
          <span
            className={cx(
              'block size-5 rounded-small border',
              selected ? 'border-accent bg-accent' : 'border-edge bg-well',
            )}
          />
        </Cell>
      )}
      <th
        scope="row"
        className={cx(PINNED, 'py-0.5 pr-3 text-left font-medium text-text', mayWrite ? 'left-11 pl-1' : 'left-0 pl-3')}
      >
        <span className={nameRoom(marksLab)}>
          <span className={nameLines(marksLab)}>{rowName(item, columns)}</span>
        </span>
        {marksLab && <LabLine />}
      </th>
      {columns.map(({ column }) => (
        <Fragment key={column}>{cells[column]?.()}</Fragment>
      ))}
      <Cell className="plain-history" />
    </>
  );
};
