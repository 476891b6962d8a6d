import { sql } from 'kysely';
import type { PaymentKind } from '#domain/payments.ts';
import {
  type ColumnsOf,
  counted,
  fixed,
  flag,
  orNull,
  table,
  text,
  textOf,
  whole,
  withDefault,
} from '../../db/table.ts';
import { deletePaymentTexts } from './payments.queries.ts';

/**
 * The entries that count (domain/payments.ts): they are not undone, the chain has them, and they name no transaction that the
 * shop has seen itself. Coins under a quote are added before they are rounded, and what pays the total is the total. So
 * each may be off by a cent, or by what a unit of the coin is worth.
 */
const COUNTING = sql`
  select payments.id, payments.receipt_id, payments.kind, payments.cents,
    case when watched_outputs.quoted_at is null then 0
      else 1 + cast(watched_outputs.rate as double precision) / 1000000 end as rounded
  from payments
  left join watched_outputs on watched_outputs.payment_id = payments.id
  left join payment_texts on payment_texts.payment_id = payments.id
  where payments.reverses is null
    and not exists (select 1 from payments as undo where undo.reverses = payments.id)
    and coalesce(watched_outputs.counts, 1) = 1
    and (payments.kind = 'refunded' or payments.output is not null
      or case when payments.cents < 0 then payments.id else 0 end > coalesce((
        select min(seen.id) from payments as seen
        where seen.receipt_id = payments.receipt_id and seen.txid = lower(trim(payment_texts.txid))
          and not exists (select 1 from payments as undo where undo.reverses = seen.id)), -1))`;

/** Entries are only added. So no update is possible, except for the name of an actor and a coin at the end of an account. */
const paymentsColumns = {
  id: counted,
  receipt_id: fixed(text),
  kind: fixed(textOf<PaymentKind>()),
  /** The coin or way, and the amount in it as a decimal number. */
  coin: fixed(orNull(text)),
  coin_amount: fixed(orNull(text)),
  /** Null for coins without a rate. */
  cents: fixed(orNull(whole)),
  /** The transaction that the chain has, and which of its outputs. Null for an entry by hand. */
  txid: fixed(orNull(text)),
  output: fixed(orNull(whole)),
  at: fixed(whole),
  /** A user name, or "system". */
  actor: fixed(text),
  /** The entry that this one takes back. */
  reverses: fixed(orNull(whole)),
  /** 1 if it was made from a fact of an older version. */
  is_older: fixed(withDefault(flag)),
};

const paymentTextsColumns = {
  payment_id: fixed(whole),
  txid: fixed(orNull(text)),
  note: fixed(orNull(text)),
};

declare module '../../db/schema.ts' {
  interface Schema {
    payments: ColumnsOf<typeof paymentsColumns>;
    payment_texts: ColumnsOf<typeof paymentTextsColumns>;
  }
}

/** The amounts received and refunded (behavior 7.26). */
export const payments = table('payments', paymentsColumns, {
  personal: { export: null, onDeletion: deletePaymentTexts },
  checks: {
    'What every receipt received is the sum of its payments': sql`
      select 'receipt ' || receipts.number as what
      from receipts left join (${COUNTING}) as payments on payments.receipt_id = receipts.id
      group by receipts.id, receipts.number, receipts.received_cents
      having abs(coalesce(receipts.received_cents, 0)
          - coalesce(sum(case payments.kind when 'refunded' then -payments.cents else payments.cents end), 0))
          > coalesce(sum(payments.rounded), 0)
        or (receipts.received_cents is null) <> (count(payments.id) = 0)`,
    'What undid a payment came after it, and takes all of it back': sql`
      select 'payment ' || undo.id as what from payments as undo
      left join payments as undone on undone.id = undo.reverses
      where undo.reverses is not null and (
        undone.id is null or undone.reverses is not null or undone.id >= undo.id
        or undone.receipt_id <> undo.receipt_id or undone.kind <> undo.kind
        or coalesce(undone.coin, '') <> coalesce(undo.coin, '')
        or coalesce(undone.cents, 0) <> -coalesce(undo.cents, 0))`,
    'No receipt has more refunded by people than it received': sql`
      select 'receipt ' || number as what from receipts
      where received_cents < 0
        and not exists (select 1 from payments where payments.receipt_id = receipts.id and payments.output is not null)`,
    'Every payment by hand has dollars, and every other one its transaction': sql`
      select 'payment ' || id as what from payments
      where (output is null and cents is null and reverses is null)
        or ((output is null) <> (txid is null))
        or (output is not null and (coin is null or coin_amount is null))`,
  },
});

/** Typed texts about payments. They go with the account. */
export const paymentTexts = table('payment_texts', paymentTextsColumns, {
  checks: {
    'Only payments by hand have a text beside them': sql`
      select 'payment ' || payments.id as what from payment_texts
      join payments on payments.id = payment_texts.payment_id
      where payments.output is not null or payments.reverses is not null`,
  },
});
