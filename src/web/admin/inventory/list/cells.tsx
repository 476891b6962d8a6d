import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, LockKeyhole, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { MARKUP_STEP_DOLLARS } from '#domain/constants.ts';
import { centsToDollars } from '#domain/money.ts';
import { typedMarkupCents } from '#domain/pricing.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import {
  type EditableField,
  type EditableValues,
  editItems,
  type OwnableField,
  reloadInventory,
} from '../../../api/queries/inventory.ts';
import { cx } from '../../../ui/cx.ts';
import { useWhenStill } from '../../../ui/in-turn.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { errorToast, failureWords, hasToken, savedToast } from '../admin-calls.ts';
import { type CellState, cellKey, forgetFailed, useCell } from '../edits/pending-edits.ts';
import { saveEdit } from '../edits/save-edit.ts';

interface CellProps {
  item: AdminItem;
  /** Its place among the row's controls, for the keys that go from cell to cell. */
  column: number;
}

const box = cx(
  'h-9 w-full min-w-0 rounded-control border px-2 text-sm text-text pointer-coarse:h-11 max-md:text-base',
  'focus-visible:outline-offset-0 aria-invalid:border-danger',
);
/** Only text until it is pointed at or worked on; on a phone nothing points, so its box is always seen. */
const quiet = cx(
  box,
  'border-transparent bg-transparent hover:border-edge focus:border-edge focus:bg-well',
  'max-md:border-edge max-md:bg-well pointer-coarse:border-edge',
);
const framed = cx(box, 'bg-well hover:border-muted');

/**
 * A text in a cell: saved when it is left or on Enter, and only if it differs; Escape gives the old value back. The save
 * rests on what was shown when the work on it began.
 */
const useTypedCell = <Field extends EditableField>(
  item: AdminItem,
  field: Field,
  show: (value: EditableValues[Field]) => string,
  read: (text: string) => EditableValues[Field],
) => {
  const queryClient = useQueryClient();
  const { value, state } = useCell(item, field);
  const [draft, setDraft] = useState<string | null>(null);
  // Also held outside of the state: Enter moves the focus on, and the field is left before it is drawn again.
  const typed = useRef<string | null>(null);
  const base = useRef(value);

  const type = (text: string | null) => {
    if (typed.current === null) base.current = value;
    typed.current = text;
    setDraft(text);
  };
  const commit = () => {
    if (typed.current === null) return;
    const wanted = read(typed.current);
    const expected = base.current;
    type(null);
    if (wanted !== expected) saveEdit(queryClient, { item, field, value: wanted, expected });
  };
  return {
    state,
    input: {
      value: draft ?? show(value),
      'aria-invalid': state === 'failed' || undefined,
      onFocus: () => forgetFailed(cellKey(item.id, field)),
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') type(null);
      },
    },
    type,
  };
};

const blankIsNone = (text: string): string | null => (text.trim() === '' ? null : text);

/** Description: saved on blur; where that fails the border turns red and the old value returns (specification §4). */
export const DescriptionCell = ({ item, column }: CellProps) => {
  const { state, input, type } = useTypedCell(item, 'description', (value) => value ?? '', blankIsNone);
  return (
    <CellFrame state={state} mark={<OwnerMark item={item} field="description" />}>
      <input
        type="text"
        {...input}
        data-column={column}
        aria-label={`Description of ${item.name}`}
        placeholder="No description"
        maxLength={5000}
        onChange={(event) => type(event.target.value)}
        className={cx(quiet, 'text-ellipsis')}
      />
    </CellFrame>
  );
};

const typedDollars = (text: string): number => centsToDollars(typedMarkupCents(text));

/** Markup in dollars: saved on blur or Enter, only if different; an invalid value counts as 0 (specification §4, §5). */
export const MarkupCell = ({ item, column }: CellProps) => {
  const { state, input, type } = useTypedCell(item, 'markupDollars', String, typedDollars);
  return (
    <CellFrame state={state}>
      <input
        type="number"
        inputMode="decimal"
        {...input}
        data-column={column}
        aria-label={`Markup of ${item.name}`}
        min={0}
        step={MARKUP_STEP_DOLLARS}
        onChange={(event) => type(event.target.value)}
        className={cx(
          framed,
          'border-edge text-right [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
        )}
      />
    </CellFrame>
  );
};

const NONE = 'none';

const option = (label: string) => (
  <option key={label} value={label} className="bg-surface text-text">
    {label}
  </option>
);
/** Made once: every row on the page has them. */
const OPTIONS = [NONE, ...WEIGHT_LABELS].map(option);

/** Weight label, all options of the specification; a doubtful one says why and offers the one that fits. */
export const LabelCell = ({ item, column }: CellProps) => {
  const queryClient = useQueryClient();
  const { value, state } = useCell(item, 'weightLabel');
  const { isDrawn, drawNow } = useWhenStill();
  const choose = (label: string | null) =>
    saveEdit(queryClient, { item, field: 'weightLabel', value: label, expected: value });
  const doubt = state === 'saving' ? null : item.labelCheck;
  return (
    <div className="flex items-center gap-1">
      <CellFrame state={state} className="flex-1">
        <select
          value={value ?? NONE}
          data-column={column}
          aria-label={`Weight label of ${item.name}`}
          onChange={(event) => choose(event.target.value === NONE ? null : event.target.value)}
          onFocus={drawNow}
          onPointerDown={drawNow}
          className={cx(
            framed,
            'appearance-none truncate pr-7',
            doubt ? 'border-warning' : 'border-edge',
            !value && 'text-muted',
          )}
        >
          {isDrawn ? OPTIONS : option(value ?? NONE)}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-muted" />
      </CellFrame>
      <OwnerMark item={item} field="weightLabel" />
      {doubt && <LabelDoubt {...doubt} onFix={choose} />}
    </div>
  );
};

const LabelDoubt = ({
  reason,
  suggested,
  onFix,
}: {
  reason: string;
  suggested: string | null;
  onFix: (label: string) => void;
}) => {
  const words = suggested ? `${reason}. Set ${suggested}` : `${reason}. Choose the right label.`;
  return (
    <Tooltip label={words}>
      <button
        type="button"
        aria-label={words}
        aria-disabled={suggested === null}
        onClick={() => suggested && onFix(suggested)}
        className="inline-flex h-8 max-w-24 shrink-0 items-center gap-1 rounded-control bg-warning-wash px-1.5 text-xs font-semibold text-warning-text hover:underline pointer-coarse:h-11"
      >
        {suggested ? (
          <span className="truncate">→ {suggested}</span>
        ) : (
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
        )}
      </button>
    </Tooltip>
  );
};

/** Active (green) or Inactive (red); a press toggles (specification §2). */
export const ActiveCell = ({ item, column }: CellProps) => {
  const queryClient = useQueryClient();
  const { value, state } = useCell(item, 'isActive');
  return (
    <button
      type="button"
      data-column={column}
      onClick={() => saveEdit(queryClient, { item, field: 'isActive', value: !value, expected: value })}
      className={cx(
        'inline-flex h-8 min-w-20 items-center justify-center rounded-full px-3 text-xs font-semibold pointer-coarse:h-11',
        value
          ? 'bg-good-wash text-good-text hover:bg-good hover:text-good-ink'
          : 'bg-danger-wash text-danger-text hover:bg-danger hover:text-danger-ink',
        state === 'saving' && 'opacity-70',
      )}
    >
      {value ? 'Active' : 'Inactive'}
    </button>
  );
};

/** A control with the tick of a saved value, which fades, and what else marks the cell. */
const CellFrame = ({
  state,
  mark,
  className,
  children,
}: {
  state: CellState;
  mark?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <div className={cx('relative flex min-w-0 items-center', className)}>
    {children}
    {state === 'saved' && (
      <Check
        aria-hidden
        strokeWidth={3}
        className="fade-away pointer-events-none absolute -left-1 size-3.5 rounded-full bg-good text-good-ink"
      />
    )}
    {mark}
  </div>
);

const FIELD_NAMES: Record<OwnableField, string> = { description: 'Description', weightLabel: 'Weight label' };

/** Says that syncs leave an edited field alone; one press gives it back to the feed (decisions §5). */
const OwnerMark = ({ item, field }: { item: AdminItem; field: OwnableField }) => {
  const queryClient = useQueryClient();
  const giveBack = useMutation({
    mutationFn: () => editItems({ ids: [item.id], giveBack: [field] }),
    onSuccess: async ({ changeId }) => {
      const title = `${FIELD_NAMES[field]} given back to the feed`;
      savedToast(queryClient, { title, description: item.name }, changeId);
      await reloadInventory(queryClient);
    },
    onError: (error) => errorToast(failureWords('Failed to give the field back', error)),
  });
  if (!item.shopOwned.includes(field)) return null;
  const words = `${FIELD_NAMES[field]} is kept from syncs. Give back to the feed`;
  return (
    <Tooltip label={words}>
      <button
        type="button"
        aria-label={words}
        aria-disabled={giveBack.isPending}
        onClick={() => !giveBack.isPending && hasToken() && giveBack.mutate()}
        className="flex size-6 shrink-0 items-center justify-center rounded-control text-notice-text hover:bg-notice-wash pointer-coarse:size-11"
      >
        {giveBack.isPending ? <Spinner className="size-3.5" /> : <LockKeyhole aria-hidden className="size-3.5" />}
      </button>
    </Tooltip>
  );
};
