import { Undo2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { AdminReceipt, ReceiptSort } from '#contract/receipts.admin.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice } from '#domain/money.ts';
import { withoutUndone } from '#domain/payments.ts';
import { hasEnded, manualSteps } from '#domain/receipt-state.ts';
import { isReported } from '#domain/unpaid-orders.ts';
import { isUnrecorded, paymentGap } from '#domain/unrecorded-payment.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { gapText } from '../../shared/receipt-facts.ts';
import { formatPieces, StatusBadge } from '../../shared/receipt-parts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxBox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { columnSort } from '../lists/list-sort.tsx';
import type { RowSelection } from '../lists/use-row-selection.ts';
import { useMay } from '../panel-role.ts';
import { MessageBuyer } from './message-buyer.tsx';
import { stepDoubt, stepLabels, useMoveReceipt } from './move-receipt.ts';
import { RECEIPT_SORT } from './receipts-view.ts';
import type { useStayingRows } from './staying-rows.ts';

interface ReceiptRowsProps {
  receipts: readonly AdminReceipt[];
  /** The rows that are there only until the pointer leaves them. */
  staying: Pick<ReturnType<typeof useStayingRows>, 'isStaying' | 'keep'>;
  /** For each unpaid order that a payment could be mixed up with another of: that one. */
  alike: ReadonlyMap<string, AdminReceipt>;
  /** How many pieces the stock lacks of each receipt that it does not cover. */
  missing: ReadonlyMap<string, number>;
  /** The list is about money that has to go back. */
  toRefund: boolean;
  /** The numbers of receipts that arrived while the list was open. */
  newNumbers: ReadonlySet<number>;
  openId: string;
  onOpen: (id: string) => void;
  selection: RowSelection;
  sort: ReceiptSort;
  onSort: (sort: ReceiptSort) => void;
}

/** Selects a receipt. With Shift, also all since the last one. */
const SelectReceipt = ({
  receipt: { id, number },
  selection,
  disabled,
}: {
  receipt: AdminReceipt;
  selection: RowSelection;
  disabled: boolean;
}) => {
  const isSelected = selection.has(id);
  return (
    <CheckboxBox
      aria-label={`Select receipt #${number}`}
      checked={isSelected}
      disabled={disabled}
      onChange={() => undefined}
      onClick={(event: MouseEvent) => selection.select(id, !isSelected, event.shiftKey)}
    />
  );
};

/** Selects all loaded receipts. */
const SelectAll = ({ count, selection }: { count: number; selection: RowSelection }) => (
  <CheckboxBox
    aria-label="Select all receipts"
    checked={count > 0 && selection.selected.length === count}
    indeterminate={selection.selected.length > 0 && selection.selected.length < count}
    onChange={(event) => selection.selectAll(event.target.checked)}
  />
);

/** The ordered items in one line. */
export const formatLines = ({ lines }: AdminReceipt): string =>
  lines.map((line) => `${line.quantity} × ${lineName(line)}`).join(', ');

/** The receipts on a wide screen. */
export const ReceiptTable = ({
  receipts,
  newNumbers,
  openId,
  onOpen,
  selection,
  sort,
  onSort,
  alike,
  ...acts
}: ReceiptRowsProps) => {
  const sorting = columnSort(RECEIPT_SORT, sort, onSort);
  return (
    <TableFrame label="Receipts">
      <Table>
        <TableHead>
          <tr>
            <HeadCell sticky>
              <span className="flex items-center gap-3">
                <SelectAll count={receipts.length} selection={selection} />
                Number
              </span>
            </HeadCell>
            <HeadCell {...sorting('state')}>State</HeadCell>
            <HeadCell {...sorting('member')}>Member</HeadCell>
            <HeadCell className="w-full">Items</HeadCell>
            <HeadCell align="end" {...sorting('total')}>
              Total
            </HeadCell>
            <HeadCell {...sorting('confirmed')}>Confirmed</HeadCell>
            <HeadCell>Next step</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {receipts.map((receipt) => (
            <Row
              key={receipt.id}
              selected={receipt.id === openId || selection.has(receipt.id)}
              onOpen={() => onOpen(receipt.id)}
            >
              <Cell sticky className="whitespace-nowrap">
                <SelectReceipt receipt={receipt} selection={selection} disabled={acts.staying.isStaying(receipt.id)} />
                <button
                  type="button"
                  onClick={() => onOpen(receipt.id)}
                  className="link ml-3 inline-flex min-h-9 items-center gap-2 font-semibold pointer-coarse:min-h-11"
                >
                  #{receipt.number}
                </button>
                {newNumbers.has(receipt.number) && (
                  <Badge tone="accent" loud className="ml-2">
                    New
                  </Badge>
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                <States receipt={receipt} missing={acts.missing.get(receipt.id)} />
              </Cell>
              <Cell className="max-w-56">
                <span className="flex items-center gap-x-1">
                  <span className="min-w-0 truncate">{receipt.username}</span>
                  <MessageBuyer receipt={receipt} iconOnly />
                </span>
              </Cell>
              <Cell className="max-w-0 min-w-48 truncate text-muted">{formatLines(receipt)}</Cell>
              <Cell align="end" className="font-semibold">
                {formatPrice(receipt.total)}
                <Difference receipt={receipt} like={alike.get(receipt.id)} />
              </Cell>
              <Cell className="whitespace-nowrap text-muted">
                <time dateTime={receipt.createdAt}>{formatDateTime(receipt.createdAt)}</time>
              </Cell>
              <Cell>
                <NextStep receipt={receipt} onOpen={onOpen} {...acts} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
};

/** The state, whether the member says that it is paid, and the pieces that the stock lacks. */
const States = ({ receipt, missing }: { receipt: AdminReceipt; missing: number | undefined }) => (
  <span className="inline-flex flex-col items-start">
    <StatusBadge status={receipt.status} />
    {isReported({ ...receipt, payments: withoutUndone(receipt.payments) }) && (
      <span className="pl-1 text-xs font-medium text-notice-text">Says paid</span>
    )}
    {missing !== undefined && <span className="pl-1 text-xs font-medium text-warning-text">{missing} missing</span>}
  </span>
);

/** What is to be said of the money: what is wrong with it, or all of it while the order is not marked as paid. */
const Difference = ({ receipt, like }: { receipt: AdminReceipt; like: AdminReceipt | undefined }) => {
  const { status, payment } = receipt;
  const wrong = wrongMoney(receipt);
  const gap = paymentGap(receipt);
  const isRefunded = !wrong && !hasEnded(receipt) && gap?.kind === 'refunded';
  const isEnough = status === 'awaiting_payment' && payment.amount === 'enough';
  const color = wrong
    ? 'text-warning-text'
    : isRefunded || !isEnough
      ? 'text-muted'
      : payment.confirmed
        ? 'text-good-text'
        : 'text-notice-text';
  return (
    (wrong || isRefunded || isEnough || like) && (
      <span className={cx('block text-xs font-medium whitespace-nowrap', color)}>
        {wrong ??
          (isRefunded
            ? gapText(gap)
            : !isEnough
              ? `Same as #${like?.number}`
              : payment.confirmed
                ? 'Fully paid'
                : 'Payment seen')}
      </span>
    )
  );
};

/** Too little, too much, in no entry, or money of an order that has ended. Null if nothing is wrong. */
const wrongMoney = (receipt: AdminReceipt): string | null => {
  const { received } = receipt;
  if (hasEnded(receipt)) return Number(received) > 0 ? `${formatPrice(received)} to refund` : null;
  const gap = paymentGap(receipt);
  if (gap && gap.kind !== 'refunded') return gapText(gap);
  return isUnrecorded(receipt) ? 'Not recorded' : null;
};

/** A button for the next step, for the refund that the order needs or the list is about, or for taking the step of this row back. */
const NextStep = ({
  receipt,
  staying,
  missing,
  toRefund,
  onOpen,
}: { receipt: AdminReceipt } & Pick<ReceiptRowsProps, 'staying' | 'missing' | 'toRefund' | 'onOpen'>) => {
  const { pointsPerDollar } = useShop();
  const { move, undoLast, moving, isPaused } = useMoveReceipt(receipt, { onMoved: staying.keep });
  const mayMove = useMay('orders.write');
  const [isAsking, setAsking] = useState(false);
  const step = manualSteps(receipt.status).find((status) => status !== 'cancelled');
  if (!mayMove) return null;
  if (staying.isStaying(receipt.id)) {
    return (
      <Button
        size="sm"
        variant="ghost"
        busy={moving !== null}
        paused={isPaused}
        aria-label={`Undo, receipt #${receipt.number}`}
        onClick={() => void undoLast('')}
      >
        {moving === null && <Undo2 aria-hidden className="size-4" />}
        Undo
      </Button>
    );
  }
  if ((toRefund || hasEnded(receipt)) && Number(receipt.received) > 0) {
    return (
      <Button size="sm" aria-label={`Refund, receipt #${receipt.number}`} onClick={() => onOpen(receipt.id)}>
        Refund
      </Button>
    );
  }
  if (!step) return null;
  const lacks = missing.get(receipt.id) ?? 0;
  const { label, effect } = stepLabels(step, receipt, pointsPerDollar, lacks);
  const isDoubtful = stepDoubt(step, receipt, lacks) !== null;
  return (
    <>
      <Button
        size="sm"
        busy={moving !== null}
        paused={isPaused}
        aria-label={`${label}, receipt #${receipt.number}`}
        onClick={() => (isDoubtful ? setAsking(true) : void move(step))}
      >
        {label}
      </Button>
      {isDoubtful && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={`Mark receipt #${receipt.number} ${step}?`}
          confirmLabel={`${label} anyway`}
          busy={moving !== null}
          onConfirm={() => void move(step).then(() => setAsking(false))}
        >
          {effect}
        </ConfirmDialog>
      )}
    </>
  );
};

type ReceiptCardsProps = Omit<ReceiptRowsProps, 'openId' | 'sort' | 'onSort'>;

/** The receipts on a narrow screen, as cards. */
export const ReceiptCards = ({ receipts, newNumbers, onOpen, selection, alike, ...acts }: ReceiptCardsProps) => (
  <ul aria-label="Receipts" className="flex flex-col gap-2">
    {receipts.map((receipt) => (
      <li
        key={receipt.id}
        className={cx(
          'relative rounded-card border hover:border-edge',
          selection.has(receipt.id) ? 'border-accent bg-accent-wash' : 'border-line bg-surface',
        )}
      >
        <span className="absolute top-4 left-4 z-10 flex h-7 items-center">
          <SelectReceipt receipt={receipt} selection={selection} disabled={acts.staying.isStaying(receipt.id)} />
        </span>
        <button
          type="button"
          onClick={() => onOpen(receipt.id)}
          className="flex w-full flex-col gap-1.5 rounded-card p-4 pb-2 text-left"
        >
          <span className="flex w-full flex-wrap items-start gap-2 pl-9">
            <span className="leading-7 font-semibold text-text">#{receipt.number}</span>
            <span className="flex pt-0.5">
              <States receipt={receipt} missing={acts.missing.get(receipt.id)} />
            </span>
            {newNumbers.has(receipt.number) && (
              <Badge tone="accent" loud className="mt-0.5">
                New
              </Badge>
            )}
            <span className="ml-auto text-right text-lg font-semibold text-text">
              {formatPrice(receipt.total)}
              <Difference receipt={receipt} like={alike.get(receipt.id)} />
            </span>
          </span>
          <span className="flex w-full items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0 truncate text-text">{receipt.username}</span>
            <time dateTime={receipt.createdAt} className="shrink-0 text-muted">
              {formatDateTime(receipt.createdAt)}
            </time>
          </span>
          <span className="w-full truncate text-sm text-muted">
            {formatPieces(receipt)}: {formatLines(receipt)}
          </span>
        </button>
        <div className="flex items-center justify-between gap-2 px-4 pb-2">
          <MessageBuyer receipt={receipt} />
          <NextStep receipt={receipt} onOpen={onOpen} {...acts} />
        </div>
      </li>
    ))}
  </ul>
);
