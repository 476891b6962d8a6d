import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, TriangleAlert, WandSparkles } from 'lucide-react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import { showChange } from '../../../api/queries/inventory.ts';
import { correctLabels } from '../../../api/queries/inventory-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useDeferred } from '../../../ui/scheduler/deferred.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { saveEdit, useCell } from '../edits/cell-edits.ts';
import { unsaved } from '../edits/typed-cell.ts';
import { CellFrame, type CellProps, framed, OwnerMark } from './cells.tsx';

const NONE = 'none';

const option = (label: string, shown = label) => (
  <option key={label} value={label} className="bg-surface text-text">
    {shown}
  </option>
);
/** Created once, because every row has them. */
const LABELS = WEIGHT_LABELS.map((label) => option(label));

/** The text of a label column for an item without a label: its size, which distinguishes variants. */
export const withoutLabel = ({ size }: Pick<AdminItem, 'size'>): string => size ?? NONE;

/** The weight label. A doubtful one shows why, and offers the suggested one (behavior 9.1). */
export const LabelCell = ({ item, column }: CellProps) => {
  const queryClient = useQueryClient();
  const { value, state, failed } = useCell(item, 'weightLabel');
  const { isDrawn, drawNow } = useDeferred('detail');
  const choose = (label: string | null) =>
    saveEdit(queryClient, { item, field: 'weightLabel', value: label, expected: value });
  const doubt = state === 'saving' ? null : item.labelCheck;
  return (
    <div className={cx('flex items-center gap-1', doubt && '@container')}>
      <CellFrame
        state={state}
        problem={failed && unsaved(queryClient, failed, failed.value ?? NONE)}
        className="min-w-20 flex-1"
      >
        <select
          value={value ?? NONE}
          data-column={column}
          aria-label={`Weight label of ${itemName(item)}`}
          onChange={(event) => choose(event.target.value === NONE ? null : event.target.value)}
          onFocus={drawNow}
          onPointerDown={drawNow}
          className={cx(
            framed,
            'appearance-none truncate pr-6.5',
            doubt ? 'border-warning' : 'border-edge',
            !value && 'text-muted',
          )}
        >
          {isDrawn || value === null ? option(NONE, withoutLabel(item)) : option(value)}
          {isDrawn && LABELS}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-muted" />
      </CellFrame>
      <OwnerMark item={item} field="weightLabel" />
      {doubt && <LabelDoubt {...doubt} onFix={choose} />}
    </div>
  );
};

/** The look of the sign of a doubtful label. */
export const DOUBT =
  'inline-flex h-8 min-w-7 shrink-0 items-center gap-1 rounded-control bg-warning-wash px-1.5 text-xs font-semibold text-warning-text hover:underline pointer-coarse:h-11';

export const doubtSign = (suggested: string | null) =>
  // Without room for the suggestion, the label itself comes first.
  suggested ? (
    <>
      <span className="hidden truncate @min-[12rem]:inline">→ {suggested}</span>
      <TriangleAlert aria-hidden className="size-4 shrink-0 @min-[12rem]:hidden" />
    </>
  ) : (
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
  );

const LabelDoubt = ({
  reason,
  suggested,
  onFix,
}: {
  reason: string;
  suggested: string | null;
  onFix: (label: string) => void;
}) => {
  const advice = suggested ? `${reason}. Set ${suggested}` : `${reason}. Choose the right label.`;
  return (
    <Tooltip label={advice}>
      <button
        type="button"
        aria-label={advice}
        aria-disabled={suggested === null}
        onClick={() => suggested && onFix(suggested)}
        className={DOUBT}
      >
        {doubtSign(suggested)}
      </button>
    </Tooltip>
  );
};

interface LabelBannerProps {
  items: readonly AdminItem[];
  mayWrite: boolean;
  className?: string;
}

/** A banner over the doubtful labels of the list, with a button that fixes them in one change-set (behavior 9.1). */
export const LabelBanner = ({ items, mayWrite, className }: LabelBannerProps) => {
  const queryClient = useQueryClient();
  const fixable = items.filter(({ labelCheck }) => labelCheck?.suggested);
  const fix = useMutation({
    mutationFn: () => correctLabels(fixable.map(({ id }) => id)),
    onSuccess: async ({ message, changeId }) => {
      savedToast(queryClient, { title: message }, changeId);
      await showChange(queryClient, changeId);
    },
    onError: (error) => errorToast(failureMessage('Failed to update weight label', error)),
  });
  if (items.length === 0) return null;
  const rest = items.length - fixable.length;
  return (
    <Notice
      tone="warning"
      {...(className && { className })}
      title="These labels don't match the name, size or tags"
      action={
        mayWrite &&
        fixable.length > 0 && (
          <Button size="sm" variant="primary" busy={fix.isPending} onClick={() => hasToken() && fix.mutate()}>
            <WandSparkles aria-hidden className="size-4" />
            Fix all {fixable.length}
          </Button>
        )
      }
    >
      Members see "weight being confirmed" until {mayWrite ? 'you fix them' : 'they are fixed'}.
      {mayWrite && rest > 0 && ` ${rest} of them have no suggestion. Choose their labels yourself.`}
    </Notice>
  );
};
