import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';

/** The way of an order that goes well. */
const STEPS = ['awaiting_payment', 'paid', 'shipped', 'completed'] as const;

export const STATUS_NAMES: Record<ReceiptStatus, string> = {
  awaiting_payment: 'Awaiting payment',
  paid: 'Paid',
  shipped: 'Shipped',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** What happened when a receipt came into a state: a line of its history. */
export const eventInWords = (status: ReceiptStatus): string =>
  status === 'awaiting_payment' ? 'Order confirmed' : STATUS_NAMES[status];

const TONES: Record<ReceiptStatus, Tone> = {
  awaiting_payment: 'warning',
  paid: 'notice',
  shipped: 'accent',
  completed: 'good',
  cancelled: 'danger',
  expired: 'plain',
};

export const StatusBadge = ({ status }: { status: ReceiptStatus }) => (
  <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
);

/** Where an order stands on its way; one that ended early says only that. */
export const StatusLine = ({ status }: { status: ReceiptStatus }) => {
  const reached = (STEPS as readonly ReceiptStatus[]).indexOf(status);
  if (reached < 0) {
    return (
      <div>
        <StatusBadge status={status} />
      </div>
    );
  }
  return (
    <ol aria-label="State of the order" className="grid grid-cols-4 gap-1.5">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === reached ? 'step' : undefined}
          className={cx(
            'flex flex-col gap-1.5 text-xs max-[22rem]:text-[0.6875rem] max-[22rem]:tracking-tight sm:text-sm',
            at <= reached ? 'text-text' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={cx('h-1.5 rounded-full forced-colors:border', at <= reached ? 'bg-accent' : 'bg-raised')}
          />
          <span className={cx(at === reached && 'font-semibold')}>{STATUS_NAMES[step]}</span>
        </li>
      ))}
    </ol>
  );
};
