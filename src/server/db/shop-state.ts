import type { Db, Tx } from './shop-database.ts';

/** The single values the shop keeps. */
export type StateKey =
  /** Signs the gate's cookie. */
  | 'gate_key'
  /** argon2 hash of the access code. */
  | 'access_code_hash'
  /** SHA-256 of the values last applied from the environment, so that a restart undoes nothing (decisions §8). */
  | 'applied_access_code'
  | 'applied_admin_password'
  | 'applied_admin_username'
  /** "on" or "off". */
  | 'auto_sync'
  /** Epoch milliseconds of the last sync that ended well. */
  | 'last_sync'
  /** Which catalogue the demo loaded, once. */
  | 'demo_loaded'
  /** How far the demo feed has moved. */
  | 'demo_feed_tick';

/** The value of a key, or null. */
export const findState = async (db: Db | Tx, key: StateKey): Promise<string | null> =>
  (await db.selectFrom('shop_state').select('value').where('key', '=', key).executeTakeFirst())?.value ?? null;

/** Sets a key. */
export const setState = async (tx: Tx, key: StateKey, value: string): Promise<void> => {
  await tx
    .insertInto('shop_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
