import { Fragment, type ReactNode } from 'react';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell } from '../../../ui/table.tsx';
import { amountText, CategoryChip, DOLLAR_SIGN, framed, IN_LINE, quiet } from './cells.tsx';
import type { Column } from './columns.ts';
import { factCells, LabMark } from './fact-cells.tsx';
import { brandName } from './filter-items.ts';
import { withoutLabel } from './label-cell.tsx';
import { type ItemRowProps, PINNED, rowName } from './row-cells.tsx';

/** The box of a control that is not there yet. */
const box = cx(framed, 'block truncate border-edge leading-8.5');
const text = cx(quiet, 'block truncate leading-8.5');

const pill = 'inline-flex h-8 min-w-20 items-center justify-center rounded-full px-3 text-xs font-semibold';

/** A figure of dollars in its box (cells.tsx). */
const Dollars = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={cx(className, 'relative ml-6 w-auto! pl-4!', IN_LINE, DOLLAR_SIGN)}>{children}</span>
);

/** The cells of a row while the list scrolls: what it says and where its controls are, with as few elements as can be. */
export const PlainCells = ({ item, columns, selected, mayWrite }: ItemRowProps) => {
  const { description, weightLabel, quantity, reserved, price, markupDollars, finalPrice, isActive, tiers } = item;
  const control = mayWrite ? box : 'block truncate';
  const cells: Readonly<Partial<Record<Column, () => ReactNode>>> = {
    brand: () => <Cell className="truncate">{brandName(item)}</Cell>,
    category: () => (
      <Cell>
        <CategoryChip item={item} />
      </Cell>
    ),
    description: () => (
      <Cell className="pr-1 pl-1">
        <span className={text}>{description}</span>
      </Cell>
    ),
    label: () => (
      <Cell>
        <span className={control}>{weightLabel ?? withoutLabel(item)}</span>
      </Cell>
    ),
    qty: () => (
      <Cell align="end" className="font-medium">
        {quantity}
        {reserved > 0 && <span className="block text-xs leading-3 whitespace-nowrap">{reserved} reserved</span>}
      </Cell>
    ),
    price: () => (
      <Cell align="end" className="whitespace-nowrap text-muted">
        {mayWrite ? <Dollars className={text}>{amountText(price)}</Dollars> : formatPrice(price)}
      </Cell>
    ),
    markup: () => (
      <Cell align="end">
        {mayWrite ? <Dollars className={box}>{markupDollars}</Dollars> : formatPrice(markupDollars)}
      </Cell>
    ),
    final: () => (
      <Cell align="end" className="font-semibold">
        {formatPrice(finalPrice)}
      </Cell>
    ),
    status: () => (
      <Cell align="end">
        <span className={cx(pill, isActive ? 'bg-good-wash text-good-text' : 'bg-danger-wash text-danger-text')}>
          {isActive ? 'Active' : 'Inactive'}
        </span>
      </Cell>
    ),
    tiers: () => (
      <Cell>{tiers.length > 0 ? <span className={control}>{counted(tiers.length, 'tier')}</span> : null}</Cell>
    ),
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
        <span className="flex items-center gap-2">
          <span className="line-clamp-2 min-w-0 flex-1 leading-4.5 break-words">{rowName(item, columns)}</span>
          {!columns.some(({ column }) => column === 'lab') && <LabMark item={item} />}
        </span>
      </th>
      {columns.map(({ column }) => (
        <Fragment key={column}>{cells[column]?.()}</Fragment>
      ))}
      <Cell />
    </>
  );
};
