import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A scrolling frame around a table, whose head stays at the top. */
export const TableFrame = ({ label, className, ...rest }: ComponentProps<'section'> & { label: string }) => (
  <section
    {...rest}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className={cx('overflow-auto rounded-card border border-line bg-surface', className)}
  />
);

export const Table = ({ className, ...rest }: ComponentProps<'table'>) => (
  <table {...rest} className={cx('w-full border-separate border-spacing-0 text-sm', className)} />
);

export const TableHead = (head: ComponentProps<'thead'>) => <thead {...head} className="sticky top-0 z-20" />;

type Align = 'start' | 'center' | 'end';
const aligns: Record<Align, string> = { start: 'text-left', center: 'text-center', end: 'text-right' };

interface HeadCellProps extends Omit<ComponentProps<'th'>, 'align'> {
  align?: Align;
  /** Stays on the left while the rest scrolls horizontally. */
  sticky?: boolean;
  /** The direction in which the rows are sorted by this column. With `onSort` the head is a button. */
  sorted?: 'asc' | 'desc' | false;
  onSort?: () => void;
  /** The element on the right edge of the head. */
  edge?: ReactNode;
}

export const HeadCell = ({
  align = 'start',
  sticky,
  sorted,
  onSort,
  edge,
  className,
  children,
  ...rest
}: HeadCellProps) => {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  const place = align === 'end' ? 'right-full mr-1.5' : 'left-full ml-1.5';
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      className={cx(
        'h-10 border-b border-line bg-surface px-3 text-xs font-semibold whitespace-nowrap text-muted',
        aligns[align],
        sticky && 'sticky left-0 z-10',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="relative inline-flex h-8 items-center rounded-small hover:text-text pointer-coarse:h-10"
        >
          {children}
          {/* Between the columns, so that no column moves. */}
          {sorted && <Arrow aria-hidden className={cx('absolute top-1/2 size-3.5 -translate-y-1/2', place)} />}
        </button>
      ) : (
        children
      )}
      {edge}
    </th>
  );
};

/** Elements in a row with a use of their own. */
const CONTROLS = 'a, button, input, label, select, textarea';

/** True if a press on a row means the row: not one of its controls, and no text that was marked with the mouse. */
const meansRow = ({ target }: MouseEvent): boolean =>
  !(target as Element).closest(CONTROLS) && (window.getSelection()?.isCollapsed ?? true);

interface RowProps extends ComponentProps<'tr'> {
  selected?: boolean;
  /** Called on a press anywhere in the row. A control in it does the same, for keyboards. */
  onOpen?: () => void;
}

/** A table row, 44 px high. `selected` highlights it. */
export const Row = ({ selected, onOpen, className, ...rest }: RowProps) => (
  <tr
    {...rest}
    {...(onOpen && { onClick: (event: MouseEvent) => meansRow(event) && onOpen() })}
    aria-selected={selected}
    className={cx(
      onOpen && 'cursor-pointer',
      'group/row [&>*]:h-11 [&>*]:border-b [&>*]:border-line',
      selected ? '[&>*]:bg-accent-wash' : '[&>*]:bg-surface hover:[&>*]:bg-raised',
      className,
    )}
  />
);

export const Cell = ({
  align = 'start',
  sticky,
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & { align?: Align; sticky?: boolean }) => (
  <td {...rest} className={cx('px-3 py-0.5', aligns[align], sticky && 'sticky left-0 z-10', className)} />
);
