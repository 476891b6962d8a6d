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

/** Stores addresses of a key from a position on. Another process may have stored the same. */
export const storeAddresses = async (
  tx: Tx,
  { keyId, coin, from, addresses }: { keyId: number; coin: Coin; from: number; addresses: readonly DerivedAddress[] },
): Promise<void> => {
  const rows = addresses.map((derived, index) => ({ key_id: keyId, position: from + index, coin, ...derived }));
  await tx
    .insertInto('order_addresses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Sets aside free addresses that are wallets of the settings. */
export const skipWallets = async (tx: Tx, keyId: number, wallets: readonly string[]): Promise<void> => {
  if (wallets.length === 0) return;
  const positions = freeOf(tx, keyId).select('position').where('address', 'in', wallets);
  await tx
    .updateTable('order_addresses')
    .set({ skipped: sql.lit('wallet') })
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
