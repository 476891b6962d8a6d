import { expressionBuilder, type InferResult, sql } from 'kysely';
import type { ChainState, PaymentEntry, PaymentKind } from '#domain/payments.ts';
import { COINS, type Coin } from '#domain/quotes.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The books, with what was typed beside an entry and what the chain says of it. */
const ENTRIES = expressionBuilder<Schema>()
  .selectFrom('payments')
  .leftJoin('payment_texts', 'payment_texts.payment_id', 'payments.id')
  .leftJoin('watched_outputs', 'watched_outputs.payment_id', 'payments.id')
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
    'watched_outputs.units',
    'watched_outputs.rate',
    'watched_outputs.quoted_at',
    'watched_outputs.height',
    'watched_outputs.confirmations',
    'watched_outputs.needed',
    'watched_outputs.servers',
    'watched_outputs.counts',
  ]);

/** Those of a receipt, oldest first. */
export const PAYMENTS = ENTRIES.where('payments.receipt_id', '=', sql<string>`receipts.id`).orderBy('payments.id');

/** An entry, with its typed texts. */
export type PaymentRow = InferResult<typeof PAYMENTS>[number];

/** Returns the parts of an entry that the rules need. */
export const entryOf = (
  row: Pick<PaymentRow, 'id' | 'kind' | 'coin' | 'cents' | 'txid' | 'at' | 'reverses' | ChainColumn>,
): PaymentEntry => ({
  id: row.id,
  kind: row.kind,
  cents: row.cents,
  at: row.at,
  reverses: row.reverses,
  txid: row.txid,
  chain: chainOf(row),
});

type ChainColumn = 'units' | 'rate' | 'quoted_at' | 'confirmations' | 'needed' | 'counts';

const chainOf = ({
  coin,
  units,
  rate,
  quoted_at,
  ...row
}: Pick<PaymentRow, 'coin' | ChainColumn>): ChainState | null =>
  units === null
    ? null
    : {
        confirmations: row.confirmations!,
        confirmed: row.confirmations! >= row.needed!,
        counts: row.counts === 1,
        coin: coin as Coin,
        units,
        quote: rate === null || quoted_at === null ? null : { rate, at: quoted_at },
      };

/** The entries of a receipt, which the caller has locked. */
export const findEntries = (tx: Tx, { receiptId }: { receiptId: string }): Promise<PaymentRow[]> =>
  tx
    .selectFrom(ENTRIES.where('payments.receipt_id', '=', receiptId).as('entries'))
    .selectAll()
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
  /** Its output in a transaction of the chain. Without it, the entry is by hand, with texts of its own. */
  output?: number;
}

/** Adds an entry to the books. */
export const insertPayment = async (
  tx: Tx,
  { receiptId, kind, coin, coinAmount, cents, actor, now, reverses, txid = null, note = null, output }: NewPayment,
): Promise<{ id: number }> => {
  const { id } = await tx
    .insertInto('payments')
    .values({
      receipt_id: receiptId,
      kind,
      coin,
      coin_amount: coinAmount,
      cents,
      txid: output === undefined ? null : txid,
      output: output ?? null,
      at: now,
      actor,
      reverses: reverses ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (output === undefined && (txid !== null || note !== null)) {
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
    .leftJoin('watched_outputs', 'watched_outputs.payment_id', 'payments.id')
    .select(({ fn }) => [
      'payments.id',
      'payments.kind',
      'payments.coin',
      'payments.coin_amount',
      'payments.cents',
      'payments.at',
      'watched_outputs.rate',
      fn.coalesce('payments.txid', 'payment_texts.txid').as('txid'),
      'receipts.number',
    ])
    .where('payments.id', '>', after)
    .$if(since !== undefined, (query) => query.where('payments.at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('payments.at', '<', until!))
    .orderBy('payments.id')
    .limit(limit)
    .execute();
