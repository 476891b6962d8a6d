import { expressionBuilder, type InferResult, sql } from 'kysely';
import type { Coin } from '#domain/quotes.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { AccountKey, DerivedAddress } from '../../lib/account-key.ts';

const ofReceipt = expressionBuilder<Schema, 'receipts'>();

/** The addresses of a receipt, one for each coin. */
export const ADDRESSES = ofReceipt
  .selectFrom('order_addresses')
  .select(['order_addresses.coin', 'order_addresses.address', 'order_addresses.position'])
  .whereRef('order_addresses.receipt_id', '=', 'receipts.id')
  .orderBy('order_addresses.coin');

/** An address of a receipt. */
export type AddressRow = InferResult<typeof ADDRESSES>[number];

/** Stores a key, unless the shop had it before. Returns its id. */
export const storeKey = async (
  tx: Tx,
  { coin, fingerprint, xpub, now }: Pick<AccountKey, 'coin' | 'fingerprint' | 'xpub'> & { now: number },
): Promise<number> => {
  await tx
    .insertInto('account_keys')
    .values({ coin, fingerprint, public_key: xpub, created_at: now })
    .onConflict((conflict) => conflict.columns(['coin', 'fingerprint']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('account_keys')
    .select('id')
    .where('coin', '=', coin)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  return id;
};

/** How many addresses of a key no order has yet, and the first position that is not derived. */
export const findRoom = async (db: Db | Tx, keyId: number): Promise<{ free: number; next: number }> => {
  const { last } = await db
    .selectFrom('order_addresses')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  const { free } = await freeOf(db, keyId)
    .select(({ fn }) => fn.countAll<number>().as('free'))
    .executeTakeFirstOrThrow();
  return { free, next: last === null ? 0 : last + 1 };
};

/** As literals, so that the engines see that the partial index has these rows. */
const freeOf = (db: Db | Tx, keyId: number) =>
  db
    .selectFrom('order_addresses')
    .where('key_id', '=', keyId)
    .where('receipt_id', 'is', null)
    .where('skipped', 'is', null);

const ROWS_AT_ONCE = 500;

/** Stores addresses of a key from a position on. Another process may have stored the same. */
export const storeAddresses = async (
  tx: Tx,
  { keyId, coin, from, addresses }: { keyId: number; coin: Coin; from: number; addresses: readonly DerivedAddress[] },
): Promise<void> => {
  const rows = addresses.map((derived, index) => ({ key_id: keyId, position: from + index, coin, ...derived }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto('order_addresses')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};

/** Sets aside free addresses that are wallets of the settings. */
export const skipWallets = async (tx: Tx, keyId: number, wallets: readonly string[]): Promise<void> => {
  if (wallets.length === 0) return;
  const positions = freeOf(tx, keyId).select('position').where('address', 'in', wallets);
  await tx
    .updateTable('order_addresses')
    .set({ skipped: 'wallet' })
    .where('key_id', '=', keyId)
    .where('position', 'in', positions)
    .execute();
};

export const listKeys = (db: Db | Tx) => db.selectFrom('account_keys').selectAll().orderBy('id').execute();

export type StoredKey = Awaited<ReturnType<typeof listKeys>>[number];

/** Addresses of a key from a position on. */
export const listAddresses = (db: Db | Tx, { keyId, from, limit }: { keyId: number; from: number; limit: number }) =>
  db
    .selectFrom('order_addresses')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute();

export type StoredAddress = Awaited<ReturnType<typeof listAddresses>>[number];

/** The fields that identify a key. */
export type KnownKey = Pick<AccountKey, 'coin' | 'fingerprint'>;

/**
 * The longest run of unused addresses of each of these keys, the one at the end included (behavior 7.27). An address is used
 * when the books of its order have an entry in its coin that is not undone, or one without a coin.
 */
export const unusedRuns = (db: Db | Tx, keys: readonly KnownKey[]) => {
  const given = sql`order_addresses join account_keys on account_keys.id = order_addresses.key_id
    and account_keys.coin || account_keys.fingerprint
      in (${sql.join([...keys.map(({ coin, fingerprint }) => coin + fingerprint), ''])})`;
  return db
    .selectFrom(
      sql<{ coin: Coin; gap: number }>`(
        select coin, position - lag(position, 1, cast(-1 as bigint)) over (partition by key_id order by position) - 1 as gap
        from (
          select account_keys.coin, key_id, position from ${given}
            left join receipts on receipts.id = order_addresses.receipt_id
          where order_addresses.skipped = 'used' or receipts.received_cents is not null and exists (
            select 1 from payments left join watched_outputs on watched_outputs.payment_id = payments.id
            where payments.receipt_id = receipts.id and payments.reverses is null
              and coalesce(upper(payments.coin), account_keys.coin) = account_keys.coin
              and coalesce(watched_outputs.counts, 1) = 1
              and not exists (select 1 from payments as undo where undo.reverses = payments.id))
          union all
          select account_keys.coin, key_id, max(position) + 1 from ${given}
          where order_addresses.receipt_id is not null or order_addresses.skipped = 'restore'
          group by account_keys.coin, key_id
        ) as stops)`.as('gaps'),
    )
    .select(['gaps.coin', sql<number>`max(gaps.gap)`.as('run')])
    .groupBy('gaps.coin')
    .orderBy('gaps.coin');
};

/** The addresses of a key, or of all, in their order. */
export const allAddresses = (db: Db | Tx, keyId?: number): Promise<StoredAddress[]> =>
  db
    .selectFrom('order_addresses')
    .selectAll()
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
    .orderBy('key_id')
    .orderBy('position')
    .execute();

export const isFree = ({ receipt_id, skipped }: Pick<StoredAddress, 'receipt_id' | 'skipped'>): boolean =>
  receipt_id === null && skipped === null;

/** Sets a free address aside, as another database has it. */
export const setAside = async (
  tx: Tx,
  { key_id, position, given_at, skipped }: Pick<StoredAddress, 'key_id' | 'position' | 'given_at' | 'skipped'>,
): Promise<void> => {
  await tx
    .updateTable('order_addresses')
    .set({ given_at, skipped })
    .where('key_id', '=', key_id)
    .where('position', '=', position)
    .execute();
};

/** Sets aside the free addresses of a key below a position, because nobody knows whether they were given out. */
export const skipBelow = async (
  tx: Tx,
  { keyId, position, givenAt }: { keyId: number; position: number; givenAt: number | null },
): Promise<void> => {
  await tx
    .updateTable('order_addresses')
    .set({ skipped: 'restore', given_at: givenAt })
    .where('key_id', '=', keyId)
    .where('position', '<', position)
    .where('receipt_id', 'is', null)
    .where('skipped', 'is', null)
    .execute();
};

/** How far the shop is with a key: the index of the next order, and how many addresses are derived. */
export interface KeyProgress {
  next: number;
  derived: number;
}

/** How far the shop is with a key. One that it does not know starts at index 0. */
export const findProgress = async (db: Db | Tx, { coin, fingerprint }: KnownKey): Promise<KeyProgress> => {
  const { first_free, derived } = await db
    .selectFrom('order_addresses')
    .innerJoin('account_keys', 'account_keys.id', 'order_addresses.key_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('derived'),
      sql<number | null>`min(case when receipt_id is null and skipped is null then position end)`.as('first_free'),
    ])
    .where('account_keys.coin', '=', coin)
    .where('account_keys.fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  return { next: first_free ?? derived, derived };
};
