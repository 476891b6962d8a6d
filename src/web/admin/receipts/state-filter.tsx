import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { RECEIPT_STATUS_LABELS } from '../../shared/receipt-parts.tsx';
import { cx } from '../../ui/cx.ts';

interface StateFilterProps {
  value: ReceiptStatus | '';
  onChange: (status: ReceiptStatus | '') => void;
  /** How many there are in each state; unknown until the first answer. */
  counts: Record<ReceiptStatus, number> | undefined;
}

/** All orders or those in one state, with how many there are: the day's work at a glance. */
export const StateFilter = ({ value, onChange, counts }: StateFilterProps) => {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const choices = [
    { status: '' as const, name: 'All', count: all },
    ...RECEIPT_STATUSES.map((status) => ({ status, name: RECEIPT_STATUS_LABELS[status], count: counts?.[status] })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one scrolling row
    <div
      role="group"
      aria-label="State"
      className="-mx-3 flex gap-1.5 overflow-x-auto px-3 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {choices.map(({ status, name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
          className={cx(
            'flex h-9 shrink-0 items-center gap-2 rounded-full border border-edge px-3.5 text-sm text-muted hover:border-text hover:text-text pointer-coarse:h-11',
            'aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent-text',
          )}
        >
          {name}
          <span className="min-w-4 text-right font-semibold">{count?.toLocaleString() ?? '–'}</span>
        </button>
      ))}
    </div>
  );
};
