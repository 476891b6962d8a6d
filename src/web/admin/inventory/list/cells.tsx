import { useQueryClient } from '@tanstack/react-query';
import { Check, LockKeyhole, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { categoryHue } from '#domain/categories.ts';
import { MARKUP_STEP_DOLLARS } from '#domain/constants.ts';
import { centsToDollars, formatPrice, toCents } from '#domain/money.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { itemName } from '#domain/panel-item.ts';
import { finalPriceCents, typedMarkupCents } from '#domain/pricing.ts';
import type { OwnableField } from '../../../api/queries/inventory-edits.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { type CellState, saveEdit, useCell } from '../edits/cell-edits.ts';
import { blankIsNone, useTypedCell } from '../edits/typed-cell.ts';
import { FIELD_NAMES, useGiveBack } from '../edits/use-give-back.ts';
import { brandName, categoryName } from './filter-items.ts';
import { ItemWhy } from './item-why.tsx';

export interface CellProps {
  item: AdminItem;
  /** Its position among the controls of the row, for the keys that move between cells. */
  column: number;
}

const box = cx(
  'h-9 w-full min-w-0 rounded-control border px-2 text-sm text-text pointer-coarse:h-11 max-md:text-base',
  'focus-visible:outline-offset-0 aria-invalid:border-danger',
);
/** Looks like plain text until it is hovered or focused. A phone has no hover, so the box always shows there. */
export const quiet = cx(
  box,
  'border-transparent bg-transparent hover:border-edge focus:border-edge focus:bg-well',
  'max-md:border-edge max-md:bg-well pointer-coarse:border-edge',
);
export const framed = cx(box, 'bg-well hover:border-muted');

const NO_DESCRIPTION = 'No description';

/** Over the text area before it. */
const OVER =
  'pointer-events-none absolute inset-0 peer-hover:border-edge peer-focus:hidden peer-aria-invalid:border-danger';

/** The start of a description, in two small lines at most. */
export const DescriptionStart = ({ text, isOver = false }: { text: string | null; isOver?: boolean }) => (
  <span aria-hidden={isOver || undefined} className={cx(quiet, 'flex items-center', isOver && OVER)}>
    <span className={cx('line-clamp-2 text-xs leading-4 break-words', !text && 'text-muted')}>
      {text || NO_DESCRIPTION}
    </span>
  </span>
);

/**
 * The description: the start of it, and all of it over the row while it is edited. A text area cannot end in an ellipsis, so
 * the start lies over it. If a save fails, the border turns red and the old value returns.
 */
export const DescriptionCell = ({ item, column }: CellProps) => {
  const { state, problem, input, type } = useTypedCell(item, 'description', (value) => value ?? '', blankIsNone);
  return (
    <CellFrame state={state} problem={problem} mark={<OwnerMark item={item} field="description" />}>
      <div className="relative h-9 min-w-0 flex-1 pointer-coarse:h-11">
        <textarea
          rows={1}
          {...input}
          data-column={column}
          aria-label={`Description of ${itemName(item)}`}
          placeholder={NO_DESCRIPTION}
          maxLength={5000}
          onChange={(event) => type(event.target.value)}
          className={cx(
            quiet,
            'peer block resize-none not-focus:overflow-hidden not-focus:opacity-0',
            'focus:absolute focus:top-0 focus:left-0 focus:z-20 focus:h-32! focus:w-96! focus:max-w-[80vw] focus:overflow-auto focus:py-1.5 focus:leading-5 focus:shadow-float',
          )}
        />
        <DescriptionStart text={input.value} isOver />
      </div>
    </CellFrame>
  );
};

const typedDollars = (text: string): number => centsToDollars(typedMarkupCents(text));

/** A figure with cents has both digits, as prices do. */
export const markupText = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);

/** The markup in dollars. An invalid value counts as 0 (behavior 10.7). */
export const MarkupCell = ({ item, column }: CellProps) => {
  const { state, problem, input, type } = useTypedCell(item, 'markupDollars', markupText, typedDollars);
  return (
    <div className="flex items-center">
      <span className="contents max-md:hidden">
        <ItemWhy item={item} about="markup" of={`markup ${formatPrice(item.markupDollars)}`} />
      </span>
      <DollarFrame state={state} problem={problem}>
        <NumberInput
          {...input}
          data-column={column}
          aria-label={`Markup of ${itemName(item)}`}
          min={0}
          step={MARKUP_STEP_DOLLARS}
          onType={type}
          className={cx(framed, DOLLARS, 'border-edge')}
        />
      </DollarFrame>
    </div>
  );
};

const priceProblem = (text: string): string | null =>
  toCents(plainNumber(text)) === null ? 'Enter dollars, such as 12.50.' : null;

const typedPrice = (text: string): number => centsToDollars(toCents(plainNumber(text)) ?? 0);

/** An amount beside the sign of its box: "1,180.00". */
export const amountText = (dollars: number): string => formatPrice(dollars).slice(1);

/** The base price in dollars. A text that is no price stays, and says so. */
export const PriceCell = ({ item, column }: CellProps) => {
  const { state, problem, input, type } = useTypedCell(item, 'price', amountText, typedPrice, priceProblem);
  return (
    <div className="flex items-center">
      <span className="flex shrink-0 justify-end md:w-6">
        <OwnerMark item={item} field="price" />
      </span>
      <DollarFrame state={state} problem={problem}>
        <NumberInput
          {...input}
          data-column={column}
          aria-label={`Base price of ${itemName(item)}`}
          min={0}
          onType={type}
          className={cx(quiet, DOLLARS)}
        />
      </DollarFrame>
    </div>
  );
};

/** The figure ends where those of other columns end: the frame of its box reaches into the padding of the cell. */
export const IN_LINE = '-mr-[calc(0.5rem+1px)]';
/** The sign of dollars in a figure's box, before the figure. */
export const DOLLAR_SIGN = "before:absolute before:left-2 before:text-muted before:content-['$']";
const DOLLARS = 'pl-4! text-right';

const DollarFrame = (frame: CellFrameProps) => (
  <CellFrame {...frame} className={cx('flex-1 before:pointer-events-none before:text-sm', IN_LINE, DOLLAR_SIGN)} />
);

/** The look of Active (green) and Inactive (red). */
export const activePill = (isActive: boolean): string =>
  cx(
    'inline-flex h-8 min-w-20 items-center justify-center rounded-full px-3 text-xs font-semibold pointer-coarse:h-11',
    isActive ? 'bg-good-wash text-good-text' : 'bg-danger-wash text-danger-text',
  );

/** Active (green) or Inactive (red). A press toggles it. */
export const ActiveCell = ({ item, column }: CellProps) => {
  const queryClient = useQueryClient();
  const { value, state } = useCell(item, 'isActive');
  return (
    <button
      type="button"
      data-column={column}
      onClick={() => saveEdit(queryClient, { item, field: 'isActive', value: !value, expected: value })}
      className={cx(
        activePill(value),
        value ? 'hover:bg-good hover:text-good-ink' : 'hover:bg-danger hover:text-danger-ink',
        state === 'saving' && 'opacity-70',
      )}
    >
      {value ? 'Active' : 'Inactive'}
    </button>
  );
};

interface CellFrameProps {
  state: CellState;
  mark?: ReactNode;
  /** What is wrong with the typed text, or the value that was not saved. */
  problem?: { id?: string; text: string; retry?: () => void } | null | undefined;
  className?: string;
  children: ReactNode;
}

/** A control with the mark of its owner, a tick that fades after a save, and what is wrong with it. */
export const CellFrame = ({ state, mark, problem, className, children }: CellFrameProps) => (
  <div className={cx('relative flex min-w-0 items-center', className)}>
    {children}
    {state === 'saved' && (
      // In the corner, where it covers neither the figure nor a mark.
      <Check
        aria-hidden
        strokeWidth={3}
        className="fade-away pointer-events-none absolute -top-1 -right-1 z-1 size-3.5 rounded-full bg-good text-good-ink"
      />
    )}
    {problem && (
      // Over its own row: the next one may be edited as well. A message says why a save failed.
      <span
        id={problem.id}
        role={problem.retry ? undefined : 'alert'}
        className="pointer-events-none absolute right-full z-10 mr-1.5 flex rounded-control border border-danger bg-raised px-2.5 py-1.5 text-left text-sm whitespace-nowrap text-danger-text shadow-float max-md:top-full max-md:right-0 max-md:mr-0"
      >
        <span className="max-w-60 truncate">{problem.text}</span>
        {problem.retry && (
          <button
            type="button"
            tabIndex={-1}
            onClick={problem.retry}
            className="pointer-events-auto -my-1.5 -mr-2.5 px-2.5 font-semibold text-accent-text hover:underline"
          >
            Try again
          </button>
        )}
      </span>
    )}
    {mark}
  </div>
);

interface OwnerMarkProps {
  item: AdminItem;
  field: OwnableField;
}

/** Returns whether to show that syncs leave a field alone, which they always do with an item added by hand (behavior 9.3). */
export const isMarked = ({ shopOwned, byHand }: AdminItem, field: OwnableField): boolean =>
  shopOwned.includes(field) && !byHand;

/** Shows that syncs leave an edited field alone. */
export const OwnerMark = ({ item, field }: OwnerMarkProps) =>
  isMarked(item, field) ? <ResetToFeed item={item} field={field} /> : null;

/** A press resets the field to the feed. */
const ResetToFeed = ({ item, field }: OwnerMarkProps) => {
  const { isPending, giveBack } = useGiveBack(item, field);
  const name = FIELD_NAMES[field];
  const label = `${name} ${name.endsWith('s') ? 'are' : 'is'} kept from syncs. Reset to feed`;
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={isPending}
        onClick={giveBack}
        className="flex size-6 shrink-0 items-center justify-center rounded-control text-notice-text hover:bg-notice-wash pointer-coarse:size-11"
      >
        {isPending ? <Spinner className="size-3.5" /> : <LockKeyhole aria-hidden className="size-3.5" />}
      </button>
    </Tooltip>
  );
};

export const BrandName = ({ item }: { item: AdminItem }) => (
  <span className={cx('truncate', !item.brand && 'text-muted')}>{brandName(item)}</span>
);

export const CategoryChip = ({ item }: { item: AdminItem }) => {
  const name = categoryName(item);
  return <Badge hue={categoryHue(name)}>{name}</Badge>;
};

/** A stock that people have corrected, until the feed sends another figure (behavior 9.23). */
export const CorrectedMark = ({ item }: { item: AdminItem }) =>
  item.stockCorrected && (
    <span title="Corrected here, until the feed sends another figure" className="mr-1 text-notice-text">
      <Pencil aria-hidden className="inline size-3" />
      <span className="sr-only">corrected </span>
    </span>
  );

/** Stock on hand, and how many of it are reserved by open receipts. */
export const StockFigure = ({ item, item: { quantity, reserved } }: { item: AdminItem }) => (
  <>
    <ItemWhy item={item} about="quantity" of={`${quantity} in stock`}>
      <CorrectedMark item={item} />
      <span className={cx('font-medium', quantity === 0 ? 'text-muted' : 'text-text')}>{quantity}</span>
    </ItemWhy>
    {reserved > 0 && (
      <span className="block text-xs leading-3 whitespace-nowrap text-notice-text">{reserved} reserved</span>
    )}
  </>
);

/** The price for members. It includes a base price and a markup that are still being saved. */
export const FinalPrice = ({ item }: { item: AdminItem }) => {
  const { value: markup } = useCell(item, 'markupDollars');
  const { value: price } = useCell(item, 'price');
  const cents = finalPriceCents(toCents(price) ?? 0, toCents(markup) ?? 0);
  const shown = formatPrice(centsToDollars(cents));
  return (
    <ItemWhy item={item} about="price" of={shown} isQuiet>
      <span className="font-semibold text-text">{shown}</span>
    </ItemWhy>
  );
};
