import type { OwnPayment, Payment } from '#contract/payments.ts';
import { centsToAmount } from '#domain/money.ts';
import { counting, withoutUndone } from '#domain/payments.ts';
import { entryOf, type PaymentRow } from './payments.queries.ts';

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

/** The books as the panel shows them. */
export const presentPayments = (rows: readonly PaymentRow[]): Payment[] => {
  const entries = rows.map(entryOf);
  const counted = counting(entries);
  const lost = new Set(withoutUndone(entries).flatMap((entry) => (counted.includes(entry) ? [] : entry.id)));
  return rows.map((row) => presentPayment(row, !lost.has(row.id)));
};

const presentPayment = (row: PaymentRow, counts: boolean): Payment => ({
  ...presentOwn(row),
  id: row.id,
  receiptId: row.receipt_id,
  output: row.output,
  by: row.actor,
  note: row.note,
  reverses: row.reverses,
  counts,
  chain: row.units === null ? null : { height: row.height, confirmations: row.confirmations!, needed: row.needed! },
});
