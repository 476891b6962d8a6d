import { sql } from 'kysely';
import { type ColumnsOf, counted, fixed, flag, orNull, table, text, whole } from '../../db/table.ts';

const watchedOutputsColumns = {
  id: counted,
  txid: fixed(text),
  output: fixed(whole),
  /** The address that it pays to. */
  address: fixed(text),
  /** Its one entry of the books; null for money at an address without an order. */
  payment_id: fixed(orNull(whole)),
  /** The amount in the smallest unit of the coin. */
  units: fixed(whole),
  /** The rate that it counts with; null if there was none. */
  rate: fixed(orNull(text)),
  /** When the quote with this rate was made; null if it was the rate of the moment. */
  quoted_at: fixed(orNull(whole)),
  seen_at: fixed(whole),
  /** The block that has it, and its time. */
  height: orNull(whole),
  block_at: orNull(whole),
  confirmations: whole,
  /** How many the shop asked for in the last round that changed something. */
  needed: whole,
  /** How many servers agreed on it. */
  servers: whole,
  counts: flag,
  /** How many rounds in a row did not have it. */
  missing: whole,
  /** When it stopped counting. */
  gone_at: orNull(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    watched_outputs: ColumnsOf<typeof watchedOutputsColumns>;
  }
}

/** The state on the chain of the payments that the shop has seen (behavior 7.28). Their entries never change. */
export const watchedOutputs = table('watched_outputs', watchedOutputsColumns, {
  checks: {
    'Every payment of the chain has what the chain says of it, and the other way round': sql`
      select 'payment ' || coalesce(payments.id, watched_outputs.payment_id) as what
      from payments full join watched_outputs on watched_outputs.payment_id = payments.id
      where (payments.output is not null or watched_outputs.payment_id is not null)
        and (payments.id is null or watched_outputs.id is null or payments.output is null
          or payments.txid <> watched_outputs.txid or payments.output <> watched_outputs.output)`,
    'Every payment of the chain is at the address of its order': sql`
      select 'payment ' || payments.id as what from watched_outputs
      join payments on payments.id = watched_outputs.payment_id
      join order_addresses on order_addresses.address = watched_outputs.address
      where coalesce(order_addresses.receipt_id, '') <> payments.receipt_id or order_addresses.coin <> payments.coin`,
  },
});
