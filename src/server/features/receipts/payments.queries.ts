import { expressionBuilder, type InferResult } from 'kysely';
import type { PaymentEntry, PaymentKind } from '#domain/payments.ts';
import { COINS } from '#domain/quotes.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

const ofReceipt = expressionBuilder<Schema, 'receipts'>();

/** The books of a receipt, oldest first. */
export const PAYMENTS = ofReceipt
  .selectFrom('payments')
  .leftJoin('payment_texts', 'payment_texts.payment_id', 'payments.id')
  .select(({ fn }) => [
    'payments.id',
    'payments.receipt_id',
    'payments.kind',
    'payments.coin',
    'payments.coin_amount',
    'payments.cents',
    fn.coalesce('payments.txid', 'payment_texts.txid').as('txid'),
    'payments.output',
    'payments.at',
    'payments.actor',
    'payment_texts.note',
    'payments.reverses',
  ])
  .whereRef('payments.receipt_id', '=', 'receipts.id')
  .orderBy('payments.id');

/** An entry, with what was typed beside it. */
export type PaymentRow = InferResult<typeof PAYMENTS>[number];

/** What the rules need of an entry. Nobody watches the chain yet, so every entry is by hand. */
export const entryOf = (row: Pick<PaymentEntry, 'id' | 'kind' | 'cents' | 'at' | 'reverses'>): PaymentEntry => ({
  id: row.id,
  kind: row.kind,
  cents: row.cents,
  at: row.at,
  reverses: row.reverses,
  chain: null,
});

/** The entries of a receipt, which the caller has locked. */
export const findEntries = (tx: Tx, { receiptId }: { receiptId: string }) =>
  tx
    .selectFrom('payments')
    .select(['id', 'kind', 'coin', 'coin_amount', 'cents', 'output', 'at', 'reverses'])
    .where('receipt_id', '=', receiptId)
    .orderBy('id')
    .execute();

export interface NewPayment {
  receiptId: string;
  kind: PaymentKind;
  coin: string | null;
  coinAmount: string | null;
  cents: number | null;
  actor: string;
  now: number;
  /** The entry that it takes back. */
  reverses?: number;
  txid?: string | null;
  note?: string | null;
}

/** Adds an entry by hand to the books, with what was typed beside it. */
export const insertPayment = async (
  tx: Tx,
  { receiptId, kind, coin, coinAmount, cents, actor, now, reverses, txid = null, note = null }: NewPayment,
): Promise<{ id: number }> => {
  const { id } = await tx
    .insertInto('payments')
    .values({
      receipt_id: receiptId,
      kind,
      coin,
      coin_amount: coinAmount,
      cents,
      txid: null,
      output: null,
      at: now,
      actor,
      reverses: reverses ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (txid !== null || note !== null) {
    await tx.insertInto('payment_texts').values({ payment_id: id, txid, note }).execute();
  }
  return { id };
};

/**
 * Removes what people typed about the payments of a member. A coin stays if it is one that the shop knows. The types of
 * the rows forbid to change it, and the end of an account is the one exception.
 */
export const deletePaymentTexts = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  const ofUser = tx
    .selectFrom('payments')
    .innerJoin('receipts', 'receipts.id', 'payments.receipt_id')
    .select('payments.id')
    .where('receipts.user_id', '=', userId);
  await tx.deleteFrom('payment_texts').where('payment_id', 'in', ofUser).execute();
  await tx
    .updateTable('payments')
    .set({ coin: null } as never)
    .where('id', 'in', ofUser)
    .where('coin', 'not in', COINS)
    .execute();
};

/** The books of these times, with the numbers of the receipts, after an entry; epoch milliseconds. */
export const listPayments = (
  db: Db,
  {
    since,
    until,
    after,
    limit,
  }: { since: number | undefined; until: number | undefined; after: number; limit: number },
) =>
  db
    .selectFrom('payments')
    .innerJoin('receipts', 'receipts.id', 'payments.receipt_id')
    .leftJoin('payment_texts', 'payment_texts.payment_id', 'payments.id')
    .select(({ fn }) => [
      'payments.id',
      'payments.kind',
      'payments.coin',
      'payments.coin_amount',
      'payments.cents',
      'payments.at',
      fn.coalesce('payments.txid', 'payment_texts.txid').as('txid'),
      'receipts.number',
    ])
    .where('payments.id', '>', after)
    .$if(since !== undefined, (query) => query.where('payments.at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('payments.at', '<', until!))
    .orderBy('payments.id')
    .limit(limit)
    .execute();
