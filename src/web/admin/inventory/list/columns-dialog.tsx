import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  COLUMN_FACTS,
  COLUMNS,
  type Column,
  moveColumn,
  readColumns,
  type ShownColumn,
  USUAL_COLUMNS,
} from './columns.ts';

interface ColumnsProps {
  columns: readonly ShownColumn[];
  onChange: (columns: readonly ShownColumn[]) => void;
}

/** Opens the choice of columns. Like search and filters they are in the address, so a saved view keeps them (behavior 10.10). */
export const ColumnsButton = (props: ColumnsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Columns" title="Columns" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden />
      </IconButton>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Columns"
        size="sm"
        footer={
          <div className="flex justify-between gap-2">
            <Button variant="ghost" onClick={() => props.onChange(USUAL_COLUMNS)}>
              Usual columns
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        }
      >
        <p className="mb-2 text-sm text-muted">A saved view keeps its columns, their order and their widths.</p>
        <ColumnList {...props} />
      </Dialog>
    </>
  );
};

const WIDTHS = [
  { value: 'narrow', label: 'Narrow', factor: 0.75 },
  { value: 'usual', label: 'Usual', factor: null },
  { value: 'wide', label: 'Wide', factor: 1.6 },
] as const;

/** The columns that are shown, in their order, and then the others. */
const ColumnList = ({ columns, onChange }: ColumnsProps) => {
  const hidden = COLUMNS.filter((column) => columns.every((each) => each.column !== column));
  const setWidth = (column: Column, width: number | null) =>
    onChange(columns.map((each) => (each.column === column ? { column, width } : each)));
  return (
    <ul className="list-none">
      {columns.map(({ column, width }, at) => {
        const { title, width: usual } = COLUMN_FACTS[column];
        return (
          <li key={column} className="flex min-h-12 items-center gap-1 border-b border-line">
            <Checkbox
              label={title}
              checked
              disabled={column === 'name'}
              onChange={() => onChange(columns.filter((each) => each.column !== column))}
              className="min-w-0 flex-1"
            />
            <Select
              label={`Width of ${title}`}
              hideLabel
              className="w-28"
              value={width === null ? 'usual' : width < usual ? 'narrow' : 'wide'}
              options={WIDTHS}
              onChange={({ target }) => {
                const { factor } = WIDTHS.find(({ value }) => value === target.value)!;
                setWidth(column, factor && Math.round(usual * factor));
              }}
            />
            <IconButton
              size="sm"
              label={`Move ${title} left`}
              disabled={at < 2}
              onClick={() => onChange(moveColumn(columns, column, -1))}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label={`Move ${title} right`}
              disabled={at === 0 || at === columns.length - 1}
              onClick={() => onChange(moveColumn(columns, column, 1))}
            >
              <ArrowDown aria-hidden />
            </IconButton>
          </li>
        );
      })}
      {hidden.map((column) => (
        <li key={column} className="flex min-h-12 items-center border-b border-line">
          <Checkbox
            label={COLUMN_FACTS[column].title}
            checked={false}
            onChange={() => onChange([...columns, { column, width: null }])}
          />
        </li>
      ))}
    </ul>
  );
};

/** The right edge of a head, which is dragged to make the column wider or narrower. Keys set widths in the dialog. */
export const WidthHandle = ({ onWidth }: { onWidth: (width: number) => void }) => {
  const drag = ({ currentTarget: handle, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const head = handle.closest('th')!;
    const before = head.offsetWidth;
    let width = before;
    handle.setPointerCapture(pointerId);
    handle.onpointermove = (event) => {
      width = before + event.clientX - clientX;
      head.style.width = `${width}px`;
    };
    handle.onpointerup = () => {
      handle.onpointermove = null;
      handle.onpointerup = null;
      const [read] = readColumns(`name-${Math.max(0, Math.round(width))}`);
      if (width !== before) onWidth(read!.width!);
    };
  };
  return (
    <span
      aria-hidden
      onPointerDown={drag}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-edge group-hover/head:border-r"
    />
  );
};
