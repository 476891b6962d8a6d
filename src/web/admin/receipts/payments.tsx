import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import type { Payment } from '#contract/payments.ts';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { type PaymentKind, withoutUndone } from '#domain/payments.ts';
import { COIN_NAMES, requote } from '#domain/quotes.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { paymentGap, receivedSum, refundedSum } from '#domain/unrecorded-payment.ts';
import { ApiError, messageOf, NO_RESPONSE } from '../../api/client.ts';
import { type OpenReceipt, undoPayment } from '../../api/queries/receipts.admin.ts';
import { usePaidCoins } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { chainWords } from '../../shared/receipt-facts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { AddPayment } from './add-payment.tsx';

interface PaymentsProps {
  receipt: AdminReceipt;
  /** Unpaid orders that ask for the same amount at the same address. */
  alike: OpenReceipt['alike'];
  /** The kind of entry whose form is open. */
  adding: PaymentKind | null;
  onAdd: (kind: PaymentKind | null) => void;
  mayRefund: boolean;
}

/** The books of a receipt, and the ways to add to them (behavior 7.26). */
export const Payments = ({ receipt, alike, adding, onAdd, mayRefund }: PaymentsProps) => {
  const mayWrite = useMay('orders.write');
  const [showsUndone, setUndone] = useState(false);
  const open = new Set<{ id: number }>(withoutUndone(receipt.payments));
  const undone = receipt.payments.length - open.size;
  const shown = receipt.payments.filter((payment) => showsUndone || open.has(payment));
  const opener = (kind: PaymentKind, label: string) => (
    <Button size="sm" aria-expanded={adding === kind} onClick={() => onAdd(adding === kind ? null : kind)}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3 text-sm">
      {shown.length > 0 && (
        <ol aria-label="Payments" className="flex flex-col gap-2">
          {shown.map((payment) => (
            <Entry key={payment.id} payment={payment} isOpen={open.has(payment)} mayUndo={mayWrite} />
          ))}
        </ol>
      )}
      {undone > 0 && (
        <button
          type="button"
          aria-expanded={showsUndone}
          onClick={() => setUndone(!showsUndone)}
          className="link self-start text-muted"
        >
          {showsUndone ? 'Hide what was undone' : `Show ${counted(undone / 2, 'undone entry', 'undone entries')}`}
        </button>
      )}
      {/* The form has the amount, and a phone no room for both. */}
      {adding !== 'refunded' && <Sums receipt={receipt} />}
      <Reported receipt={receipt} />
      <Due receipt={receipt} />
      <Alike receipt={receipt} orders={alike} />
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {opener('received', 'Add payment')}
          {mayRefund && opener('refunded', 'Refund')}
        </div>
      )}
      {adding && <AddPayment key={adding} receipt={receipt} kind={adding} onDone={() => onAdd(null)} />}
    </div>
  );
};

/** What a member said about a payment that is in no entry. Until the order is paid, a notice says it. */
const Reported = ({ receipt: { status, coin, txid, payments } }: { receipt: AdminReceipt }) => {
  const isEntered = txid === null ? payments.length > 0 : payments.some((payment) => payment.txid === txid);
  if (status === 'awaiting_payment' || isEntered || (coin === null && txid === null)) return null;
  return (
    <div className="text-muted">
      <p>Reported by the member{coin && ` · ${coin}`}</p>
      {txid && <p className="font-mono text-xs break-all">{txid}</p>}
    </div>
  );
};

/** What is still to come, in coins at the rates that the member was quoted. Of a part, the head says the dollars. */
const Due = ({ receipt: { status, due, payment, quotes } }: { receipt: AdminReceipt }) => {
  if (status !== 'awaiting_payment' || payment.amount === 'enough' || payment.amount === 'over') return null;
  const coins = requote(quotes, toCents(due) ?? 0).map(({ coin, amount }) => `${amount} ${coin}`);
  if (payment.amount === 'none')
    return <p className="text-muted">{[`${formatPrice(due)} due`, ...coins].join(' · ')}</p>;
  return coins.length > 0 && <p className="text-muted">The rest is {coins.join(' or ')}.</p>;
};

/** What is due, what came and what that leaves, where one entry does not say all of it. */
const Sums = ({ receipt }: { receipt: AdminReceipt }) => {
  const gap = paymentGap(receipt);
  const isOver = hasEnded(receipt);
  if (receipt.received === null || (!gap && !isOver && receipt.payments.length < 2)) return null;
  const refunded = refundedSum(receipt.payments);
  const rows = [
    ['Total', receipt.total],
    ['Received', receivedSum(receipt)],
    ...(Number(refunded) > 0 ? [['Refunded', refunded]] : []),
    ...(isOver
      ? [['To refund', receipt.received]]
      : gap && gap.kind !== 'refunded'
        ? [[GAPS[gap.kind], gap.amount]]
        : []),
  ] as const;
  return (
    <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 border-t border-line pt-2 tabular-nums">
      {rows.map(([name, dollars], index) => (
        <Fragment key={name}>
          <dt className={index === rows.length - 1 ? 'font-semibold text-text' : 'text-muted'}>{name}</dt>
          <dd className={cx('text-right', index === rows.length - 1 && 'font-semibold text-text')}>
            {formatPrice(dollars)}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
};

const GAPS = { missing: 'Too little', over: 'Too much' } as const;

/** Nobody can tell by amount and address which of these orders a payment is for. */
const Alike = ({ receipt, orders }: { receipt: AdminReceipt; orders: OpenReceipt['alike'] }) => {
  const shared = usePaidCoins().filter((coin) => receipt.addresses.every((own) => own.coin !== coin));
  if (orders.length === 0) return null;
  return (
    <p className="text-warning-text">
      {orders.map(({ id, number }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link href={panelLinks.receipt(number, id)} className="link">
            #{number}
          </Link>
        </Fragment>
      ))}{' '}
      {orders.length === 1 ? 'asks' : 'ask'} for the same amount at the same{' '}
      {shared.map((coin) => COIN_NAMES[coin]).join(' or ')} address. Ask the member which payment it is before you mark
      one as paid.
    </p>
  );
};

/** "−$5.00": a correction to a lower figure is below 0. */
const signedDollars = (dollars: string): string =>
  dollars.startsWith('-') ? `−${formatPrice(dollars.slice(1))}` : formatPrice(dollars);

const REFUNDED = 'Part of this payment was refunded. Undo the refund first.';

const Entry = ({ payment, isOpen, mayUndo }: { payment: Payment; isOpen: boolean; mayUndo: boolean }) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { kind, dollars, coin, coinAmount, txid, note, at, by, reverses } = payment;
  const name = kind === 'refunded' ? 'Refund' : 'Payment';
  const holds = isOpen && payment.counts;
  const act = reverses !== null ? ' undone:' : dollars?.startsWith('-') ? ' corrected:' : '';
  const plain = (text: string | null) => (reverses === null ? text : (text?.replace('-', '') ?? null));
  const amount = dollars === null ? '' : ` ${signedDollars(plain(dollars)!)}`;
  const coins = [plain(coinAmount), coin].filter(Boolean).join(' ');
  const undo = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await undoPayment(queryClient, payment);
    } catch (error) {
      const isRefunded = error instanceof ApiError && error.code === 'refund_too_large';
      setFailure(isRefunded ? REFUNDED : messageOf(error, NO_RESPONSE));
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <li className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p
          className={cx(
            'font-semibold',
            holds ? 'text-text' : 'text-muted',
            !holds && reverses === null && 'line-through',
          )}
        >
          {name}
          {act}
          {amount}
          {coins && ` · ${coins}`}
        </p>
        <p className="text-muted">
          {payment.chain ? 'Seen' : by} · <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
        <ChainState payment={payment} isOpen={isOpen} />
        {txid && <p className="font-mono text-xs break-all text-muted">{txid}</p>}
        {note && <p className="break-words whitespace-pre-line text-muted">{note}</p>}
        <FormFailure text={failure} />
      </div>
      {isOpen && mayUndo && (
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          aria-label={`Undo ${name.toLowerCase()}${amount}`}
          onClick={() => (payment.chain ? setAsking(true) : undo())}
        >
          Undo {name.toLowerCase()}
        </Button>
      )}
      {payment.chain && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Undo a payment that was seen?"
          confirmLabel="Undo payment"
          busy={isBusy}
          onConfirm={undo}
        >
          The order then counts{amount || ` ${coins}`} less. The shop does not add it again by itself.
        </ConfirmDialog>
      )}
    </li>
  );
};

/** The state on the chain of a payment that was not undone. */
const ChainState = ({ payment: { counts, chain }, isOpen }: { payment: Payment; isOpen: boolean }) => {
  const words = isOpen ? chainWords({ counts, chain }) : null;
  return words && <p className={counts ? 'text-muted' : 'font-semibold text-warning-text'}>{words}</p>;
};
