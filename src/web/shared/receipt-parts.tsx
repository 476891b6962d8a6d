import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { SHIPPING_DAYS } from '#domain/constants.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice } from '#domain/money.ts';
import { batchesText } from '#domain/receipt-batches.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { formatDateTime } from '../browser/dates.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { WhyText } from '../ui/why.tsx';
import { PointsDiscount, PointsToCome } from './receipt-points.tsx';
import { WhyTotal } from './why-totals.tsx';

/** The states of an order that goes well. */
const STEPS = ['awaiting_payment', 'paid', 'shipped', 'completed'] as const;

export const RECEIPT_STATUS_LABELS: Record<ReceiptStatus, string> = {
  awaiting_payment: 'Awaiting payment',
  paid: 'Paid',
  shipped: 'Shipped',
  completed: 'Completed',
  cancelled: 'Canceled',
  expired: 'Expired',
};

const TONES: Record<ReceiptStatus, Tone> = {
  awaiting_payment: 'warning',
  paid: 'notice',
  shipped: 'accent',
  completed: 'good',
  cancelled: 'danger',
  expired: 'plain',
};

export const StatusBadge = ({ status }: { status: ReceiptStatus }) => (
  <Badge tone={TONES[status]}>
    {/* Shipped is green too. */}
    {status === 'completed' && <Check aria-hidden strokeWidth={3} className="mr-1 inline size-3 align-[-0.125em]" />}
    {RECEIPT_STATUS_LABELS[status]}
  </Badge>
);

interface StatusLineProps {
  status: ReceiptStatus;
  /** A name for where it is now that says more than its state. */
  here?: string;
  /** The next step has begun, but is not made. */
  isOnItsWay?: boolean;
}

/** The progress of an order. A cancelled or expired order shows only its state. */
export const StatusLine = ({ status, here = RECEIPT_STATUS_LABELS[status], isOnItsWay = false }: StatusLineProps) => {
  const made = (STEPS as readonly ReceiptStatus[]).indexOf(status);
  const reached = isOnItsWay ? made + 1 : made;
  if (made < 0) {
    return (
      <div>
        <StatusBadge status={status} />
      </div>
    );
  }
  return (
    <ol aria-label="Order status" className="grid grid-cols-4 gap-1.5">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === reached ? 'step' : undefined}
          className={cx(
            'flex flex-col gap-1.5 text-xs max-[22rem]:text-[0.6875rem] max-[22rem]:tracking-tight sm:text-sm',
            index <= reached ? 'text-text' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'h-1.5 rounded-full forced-colors:border',
              index <= made
                ? 'bg-accent'
                : index > reached
                  ? 'bg-raised'
                  : 'bg-linear-to-r from-accent from-50% to-raised to-50%',
            )}
          />
          {index === reached ? <span className="font-semibold">{here}</span> : stepName(step, index < reached)}
        </li>
      ))}
    </ol>
  );
};

/** Nobody awaits the payment of an order that was paid. */
const stepName = (step: ReceiptStatus, isPast: boolean): string =>
  isPast && step === 'awaiting_payment' ? 'Ordered' : RECEIPT_STATUS_LABELS[step];

/** Formats the number of pieces of an order: "3 items". */
export const formatPieces = ({ lines }: Pick<Receipt, 'lines'>): string =>
  counted(lines.reduce((sum, { quantity }) => sum + quantity, 0));

/** As many lines fit on a printed page. More are printed in two columns, so that 50 lines still fit on one A4 page. */
const ONE_COLUMN_LINES = 18;

/** The parts that a page adds to a line. */
export interface LineParts {
  picture?: ReactNode;
  /** The product's name, for example as a link. */
  name?: ReactNode;
}

interface ReceiptLinesProps {
  receipt: Receipt;
  /** Explanations say who changed a number. */
  showsWho?: boolean;
  partsOf?: (line: Receipt['lines'][number]) => LineParts;
}

/** The lines and totals of a receipt, as they were when it was confirmed. */
export const ReceiptLines = ({ receipt, showsWho = false, partsOf = () => ({}) }: ReceiptLinesProps) => {
  const isLong = receipt.lines.length > ONE_COLUMN_LINES;
  return (
    <div>
      <ul
        aria-label="Items"
        className={cx(
          'border-t border-line',
          isLong && 'print:columns-2 print:gap-6 print:text-xs print:leading-tight',
        )}
      >
        {receipt.lines.map((line) => {
          const { picture, name = lineName(line) } = partsOf(line);
          return (
            <li
              key={line.productId}
              className={cx(
                'flex justify-between gap-4 border-b border-line py-2.5 print:break-inside-avoid print:py-0.5',
                picture ? 'items-center' : 'items-baseline',
              )}
            >
              {picture}
              <div className="min-w-0 flex-1 print:flex print:flex-wrap print:items-baseline print:gap-x-2">
                <p className="font-medium text-text">{name}</p>
                <p className={cx('text-sm text-muted', isLong && 'print:text-xs print:leading-tight')}>
                  {line.productBrand} · {line.quantity} × {formatPrice(line.unitPrice)}
                  {line.batch && ` · Batch ${batchesText(line)}`}
                </p>
              </div>
              <p className="shrink-0 font-medium text-text">{formatPrice(line.totalPrice)}</p>
            </li>
          );
        })}
      </ul>
      <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-x-8 gap-y-1 text-sm">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right">{formatPrice(receipt.subtotal)}</dd>
        <PointsDiscount {...receipt} />
        <dt className="text-muted">
          Shipping, {receipt.shippingOption} ({SHIPPING_DAYS[receipt.shippingOption]})
        </dt>
        <dd className="text-right">{formatPrice(receipt.shippingCost)}</dd>
        <dt className="flex items-center gap-1 text-lg font-semibold text-text">
          Total
          <WhyTotal amounts={receipt}>
            <TotalHistory receipt={receipt} showsWho={showsWho} />
          </WhyTotal>
        </dt>
        <dd className="text-right text-lg font-semibold text-text">{formatPrice(receipt.total)}</dd>
      </dl>
      <PointsToCome receipt={receipt} {...(showsWho && { earner: 'The member will earn' })} />
    </div>
  );
};

/** When the amounts of a receipt were set: at confirming, and again by a seller who reduced it. */
const TotalHistory = ({ receipt, showsWho }: { receipt: Receipt; showsWho: boolean }) => {
  const changes = receipt.events.flatMap(({ at, by, changes }) =>
    changes.filter(({ what }) => what === 'total').map((change) => ({ ...change, at, by })),
  );
  return (
    <>
      <WhyText quiet>
        Prices and shipping are those of {formatDateTime(receipt.createdAt)}, when it was confirmed.
      </WhyText>
      {changes.map(({ at, by, before, after }) => (
        <WhyText key={at} quiet>
          Changed by {showsWho ? by : 'the seller'} on {formatDateTime(at)}: {formatPrice(before)} →{' '}
          {formatPrice(after)}
        </WhyText>
      ))}
    </>
  );
};
