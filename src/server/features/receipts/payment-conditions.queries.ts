import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentFilter } from '#domain/payments.ts';

/** Nothing of its books comes from facts of an older version, which nobody looks after any more. */
const isNew = sql`not exists (
  select 1 from payments where payments.receipt_id = receipts.id and payments.is_older = 1
    and not exists (select 1 from payments as undo where undo.reverses = payments.id))`;

const ENDED = sql`receipts.status in ('cancelled', 'expired')`;

/**
 * Receipts with money that the chain took back since the last step: they were marked as paid with it, and it is not
 * enough without it. If the sum is below 0, refunded money was taken back.
 */
const LOST = sql`
  select receipts.id from watched_outputs
  join payments on payments.id = watched_outputs.payment_id
  join receipts on receipts.id = payments.receipt_id
  where watched_outputs.counts = 0 and (
    receipts.received_cents < 0
    or receipts.status in ('paid', 'shipped', 'completed')
      and coalesce(receipts.received_cents, 0) < receipts.total_cents
      and not exists (select 1 from payments as undo where undo.reverses = payments.id)
      and watched_outputs.gone_at >= (
        select max(step.at) from receipt_events as step
        where step.receipt_id = receipts.id and step.kind in ('step', 'undo')))`;

/** Receipts that await payment, whose member says that they are paid, and no payment has answered that (behavior 7.8). */
export const SAYS_PAID = sql<SqlBool>`
  receipts.status = 'awaiting_payment' and receipts.payment_sent_at is not null and not exists (
    select 1 from payments
    where payments.receipt_id = receipts.id and payments.at >= receipts.payment_sent_at and payments.reverses is null
      and not exists (select 1 from payments as undo where undo.reverses = payments.id))`;

/** Receipts that the chain took a payment back from, unless a person has undone its entry. */
const HAS_GONE = sql`exists (
  select 1 from payments join watched_outputs on watched_outputs.payment_id = payments.id
  where payments.receipt_id = receipts.id and watched_outputs.counts = 0
    and not exists (select 1 from payments as undo where undo.reverses = payments.id))`;

/** What was refunded of a receipt. An undo of a refund has the opposite amount. */
const REFUNDED_CENTS = sql`(
  select coalesce(sum(payments.cents), 0) from payments
  where payments.receipt_id = receipts.id and payments.kind = 'refunded')`;

/**
 * Which receipts a list can be filtered for, as conditions on them: a payment needs somebody (behavior 10.8), with the
 * condition of its index, or was never in the books (`isUnrecorded`).
 */
export const PAYMENT_CONDITIONS: Readonly<Record<PaymentFilter, RawBuilder<SqlBool>>> = {
  lost: sql`receipts.id in (${LOST})`,
  part: sql`
    receipts.status = 'awaiting_payment' and receipts.received_cents > 0
      and receipts.received_cents < receipts.total_cents and ${isNew}`,
  over: sql`receipts.received_cents > receipts.total_cents and not ${ENDED} and ${isNew}`,
  late: sql`receipts.received_cents > 0 and ${ENDED} and ${isNew}`,
  unrecorded: sql`
    receipts.status in ('paid', 'shipped', 'completed')
      and coalesce(receipts.received_cents, 0) < receipts.total_cents
      and coalesce(receipts.received_cents, 0) + ${REFUNDED_CENTS} < receipts.total_cents and not ${HAS_GONE}`,
};
