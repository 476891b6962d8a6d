import type { OwnPayment, Payment } from '#contract/payments.ts';
import { centsToAmount } from '#domain/money.ts';
import { withoutUndone } from '#domain/payments.ts';
import type { PaymentRow } from './payments.queries.ts';

/** The books as their member sees them: without pairs that were undone. */
export const presentOwnPayments = (rows: readonly PaymentRow[]): OwnPayment[] => withoutUndone(rows).map(presentOwn);

const presentOwn = (row: PaymentRow): OwnPayment => ({
  kind: row.kind,
  coin: row.coin,
  coinAmount: row.coin_amount,
  dollars: row.cents === null ? null : centsToAmount(row.cents),
  txid: row.txid,
  at: new Date(row.at).toISOString(),
});

/** An entry as the panel shows it. */
export const presentPayment = (row: PaymentRow): Payment => ({
  ...presentOwn(row),
  id: row.id,
  receiptId: row.receipt_id,
  output: row.output,
  by: row.actor,
  note: row.note,
  reverses: row.reverses,
});
