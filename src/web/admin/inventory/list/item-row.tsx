import { History } from 'lucide-react';
import { Fragment, type MouseEvent, memo, type ReactNode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { itemName } from '#domain/panel-item.ts';
import { CheckboxBox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useDeferred } from '../../../ui/scheduler/deferred.tsx';
import { Cell, Row } from '../../../ui/table.tsx';
import { BrandName, CategoryChip, FinalPrice } from './cells.tsx';
import type { Column } from './columns.ts';
import { factCells, LabLine } from './fact-cells.tsx';
import { explainInRow } from './item-why.tsx';
import { PlainCells } from './plain-cells.tsx';
import {
  controlCount,
  controlOf,
  hasLabLine,
  type ItemRowProps,
  nameLines,
  nameRoom,
  PINNED,
  rowCells,
  rowName,
} from './row-cells.tsx';

/**
 * One item of the table. It renders again only if its own item or selection changes. A row that comes into view is
 * drawn as plain text first. Its controls follow as soon as nothing scrolls and nobody types: 20 controls a row are too
 * many for a frame.
 */
export const ItemRow = memo(function ItemRow({ hasFocus, ...row }: ItemRowProps & { hasFocus: boolean }) {
  const { isDrawn, drawNow } = useDeferred('normal');
  const { index, mayWrite, selected } = row;
  const mustDraw = hasFocus && !isDrawn;
  const isPlain = !isDrawn && !hasFocus;
  useLayoutEffect(() => {
    if (mustDraw) drawNow();
  });
  return (
    <Row
      {...(mayWrite && { selected })}
      data-row={index}
      aria-rowindex={index + 2}
      onClick={isPlain ? (event) => pressDrawn(event, drawNow) : undefined}
      onKeyDown={(event) => event.altKey && event.key === 'Enter' && explainInRow(event.currentTarget)}
    >
      {isPlain ? <PlainCells {...row} /> : <FullCells {...row} />}
    </Row>
  );
});

/** A press on a row without controls means the control that takes the place. */
const pressDrawn = ({ clientX, clientY }: MouseEvent, drawNow: () => void): void => {
  flushSync(drawNow);
  const control = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('button, input, select, textarea');
  control?.focus();
  if (control?.matches('button, [type="checkbox"]')) control.click();
};

const FullCells = ({ item, columns, selected, mayWrite, onSelect, onOpen, onHistory }: ItemRowProps) => {
  const { Description, Label, Stock, Price, Markup, Tiers, Active } = rowCells(mayWrite);
  const marksLab = hasLabLine(item, columns);
  const place = (column: Column) => controlOf(columns, column);
  const cells: Readonly<Partial<Record<Column, () => ReactNode>>> = {
    brand: () => (
      <Cell className="truncate">
        <BrandName item={item} />
      </Cell>
    ),
    category: () => (
      <Cell>
        <CategoryChip item={item} />
      </Cell>
    ),
    description: () => (
      <Cell className="pr-1 pl-1">
        <Description item={item} column={place('description')} />
      </Cell>
    ),
    label: () => (
      <Cell>
        <Label item={item} column={place('label')} />
      </Cell>
    ),
    qty: () => (
      <Cell align="end" className="pl-1">
        <Stock item={item} column={place('qty')} />
      </Cell>
    ),
    price: () => (
      <Cell align="end" className="pl-1 whitespace-nowrap">
        <Price item={item} column={place('price')} />
      </Cell>
    ),
    markup: () => (
      <Cell align="end" className="pl-1">
        <Markup item={item} column={place('markup')} />
      </Cell>
    ),
    final: () => (
      <Cell align="end" className="pl-1">
        <FinalPrice item={item} />
      </Cell>
    ),
    status: () => (
      <Cell align="end" className="pl-1">
        <Active item={item} column={place('status')} />
      </Cell>
    ),
    tiers: () => (
      <Cell>
        <Tiers item={item} column={place('tiers')} />
      </Cell>
    ),
    ...factCells(item),
  };
  return (
    <>
      {mayWrite && (
        <Cell className={cx(PINNED, 'left-0')}>
          <CheckboxBox
            data-column={0}
            aria-label={`Select ${itemName(item)}`}
            checked={selected}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onSelect(item.id, !selected, event.shiftKey)}
          />
        </Cell>
      )}
      <th
        scope="row"
        className={cx(PINNED, 'py-0.5 pr-3 text-left font-medium', mayWrite ? 'left-11 pl-1' : 'left-0 pl-3')}
      >
        <button
          type="button"
          data-column={mayWrite ? 1 : 0}
          aria-haspopup="dialog"
          title={itemName(item)}
          onClick={() => onOpen(item.id)}
          className={cx(nameRoom(marksLab), 'rounded-small text-left text-text hover:underline')}
        >
          <span className={nameLines(marksLab)}>{rowName(item, columns)}</span>
        </button>
        {marksLab && <LabLine />}
      </th>
      {columns.map(({ column }) => (
        <Fragment key={column}>{cells[column]?.()}</Fragment>
      ))}
      <Cell className="pr-1 pl-1">
        <IconButton
          size="sm"
          data-column={controlCount(mayWrite, columns) - 1}
          label={`History of ${itemName(item)}`}
          onClick={() => onHistory(item)}
        >
          <History aria-hidden />
        </IconButton>
      </Cell>
    </>
  );
};
