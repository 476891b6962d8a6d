import { sql } from 'kysely';
import { COINS, type Coin } from '#domain/quotes.ts';
import type { KnownOutput } from '#domain/watching.ts';
import type { Db, Tx } from '../../db/types.ts';

const DAY_MS = 86_400_000;
/** How long the address of an order that ended is watched. */
const WATCHED_AFTER_MS = 30 * DAY_MS;
/** So many free addresses of each key are looked at before an order gets them. */
const LOOK_AHEAD = 20;

/** An address that the shop asks for. `receipt_id` is null if no order has it. */
export interface Watched {
  coin: Coin;
  address: string;
  /** The output script in hex. */
  script: string;
  receipt_id: string | null;
  /** When its order was confirmed, epoch milliseconds. */
  confirmed_at: number | null;
  skipped: string | null;
}

const ADDRESS = [
  'order_addresses.coin',
  'order_addresses.address',
  'order_addresses.script',
  'order_addresses.receipt_id',
  'order_addresses.skipped',
] as const;

const ofOrders = (db: Db, coins: readonly Coin[]) =>
  db
    .selectFrom('order_addresses')
    .innerJoin('receipts', 'receipts.id', 'order_addresses.receipt_id')
    .select([...ADDRESS, 'receipts.created_at as confirmed_at'])
    .where('order_addresses.coin', 'in', coins);

/** Enough of a receipt was received, and the chain has confirmed all of it. */
const isSettled = sql<boolean>`(
  receipts.received_cents > 0 and receipts.received_cents >= receipts.total_cents and not exists (
    select 1 from payments join watched_outputs on watched_outputs.payment_id = payments.id
    where payments.receipt_id = receipts.id and watched_outputs.counts = 1
      and watched_outputs.confirmations < watched_outputs.needed))`;

const OPEN = ['awaiting_payment', 'paid', 'shipped'] as const;

/** The addresses of open orders that are not yet enough and confirmed. */
export const findUrgent = (db: Db, { coins = COINS }: { coins?: readonly Coin[] }): Promise<Watched[]> =>
  ofOrders(db, coins)
    .where('receipts.status', 'in', OPEN)
    .where(sql<boolean>`not coalesce(${isSettled}, false)`)
    .orderBy('receipts.number')
    .execute();

/** Those of the other open orders, of orders that ended lately, and those that no order has. */
export const findSeldom = async (
  db: Db,
  { coins = COINS, now }: { coins?: readonly Coin[]; now: number },
): Promise<Watched[]> => {
  const since = now - WATCHED_AFTER_MS;
  const settled = ofOrders(db, coins).where('receipts.status', 'in', OPEN).where(isSettled);
  const ended = ofOrders(db, coins)
    .where('receipts.status', 'not in', OPEN)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_events')
          .select('receipt_events.id')
          .whereRef('receipt_events.receipt_id', '=', 'receipts.id')
          .where('receipt_events.kind', 'in', ['step', 'undo'])
          .where('receipt_events.at', '>=', since),
      ),
    );
  const free = db
    .selectFrom('order_addresses')
    .select([...ADDRESS, sql<number | null>`null`.as('confirmed_at')])
    .where('coin', 'in', coins)
    .where('receipt_id', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('skipped', 'is', null), and([eb('skipped', '=', 'restore'), eb('given_at', '>=', since)])]),
    );
  const ahead = new Map<string, number>();
  const isNear = ({ coin, skipped }: Watched) => {
    if (skipped !== null) return true;
    ahead.set(coin, (ahead.get(coin) ?? 0) + 1);
    return ahead.get(coin)! <= LOOK_AHEAD;
  };
  const orders = [...(await settled.execute()), ...(await ended.execute())];
  return [...orders, ...(await free.orderBy('key_id', 'desc').orderBy('position').execute()).filter(isNear)];
};

/** The outputs that the shop has seen at an address. */
export const findOutputs = (db: Db | Tx, { address }: { address: string }) =>
  db
    .selectFrom('watched_outputs')
    .leftJoin('payments', 'payments.id', 'watched_outputs.payment_id')
    .select([
      'watched_outputs.id',
      'watched_outputs.txid',
      'watched_outputs.output',
      'watched_outputs.units',
      'watched_outputs.height',
      'watched_outputs.block_at',
      'watched_outputs.confirmations',
      'watched_outputs.needed',
      'watched_outputs.servers',
      'watched_outputs.counts',
      'watched_outputs.missing',
      'payments.cents',
    ])
    .where('watched_outputs.address', '=', address)
    .orderBy('watched_outputs.id')
    .execute();

export type OutputRow = Awaited<ReturnType<typeof findOutputs>>[number];

/** Returns the parts of an output that may change, as the rule has it. */
export const knownOf = (row: OutputRow): KnownOutput => ({
  height: row.height,
  blockAt: row.block_at,
  confirmations: row.confirmations,
  servers: row.servers,
  counts: row.counts === 1,
  missing: row.missing,
});

const changing = ({ height, blockAt, confirmations, servers, counts, missing }: KnownOutput, needed: number) => ({
  ...{ height, block_at: blockAt, confirmations, needed, servers, missing },
  counts: counts ? (1 as const) : (0 as const),
});

export interface NewOutput {
  txid: string;
  output: number;
  address: string;
  paymentId: number | null;
  units: number;
  rate: string | null;
  quotedAt: number | null;
  known: KnownOutput;
  needed: number;
  now: number;
}

export const insertOutput = async (
  tx: Tx,
  { paymentId, quotedAt, known, needed, now, ...output }: NewOutput,
): Promise<void> => {
  await tx
    .insertInto('watched_outputs')
    .values({ ...output, payment_id: paymentId, quoted_at: quotedAt, seen_at: now, ...changing(known, needed) })
    .execute();
};

/** Stores what the chain says of an output now. `goneAt` is set when it stops counting. */
export const updateOutput = async (
  tx: Tx,
  { id, known, needed, goneAt }: { id: number; known: KnownOutput; needed: number; goneAt: number | undefined },
): Promise<void> => {
  await tx
    .updateTable('watched_outputs')
    .set({ ...changing(known, needed), ...(goneAt !== undefined && { gone_at: goneAt }) })
    .where('id', '=', id)
    .execute();
};

/** An address that had a transaction before an order got it is for none. */
export const skipUsed = async (tx: Tx, { address }: { address: string }): Promise<void> => {
  await tx
    .updateTable('order_addresses')
    .set({ skipped: 'used' })
    .where('address', '=', address)
    .where('receipt_id', 'is', null)
    .where('skipped', 'is', null)
    .execute();
};

/** Returns whether the history of a receipt has this note already. */
export const hasNote = async (tx: Tx, { receiptId, note }: { receiptId: string; note: string }): Promise<boolean> =>
  (await tx
    .selectFrom('receipt_events')
    .select('id')
    .where('receipt_id', '=', receiptId)
    .where('note', '=', note)
    .executeTakeFirst()) !== undefined;
