import type { Db, Tx } from './types.ts';

/** The single values that the shop stores. */
export type StateKey =
  /** Signs the gate's cookie. */
  | 'gate_key'
  /** Signs the cookie of known devices. */
  | 'device_key'
  /** argon2id hash of the access code. */
  | 'access_code_hash'
  /** SHA-256 of the settings applied last, so that a restart undoes nothing (behavior 1.6). */
  | 'applied_access_code'
  | 'applied_admin_password'
  | 'applied_admin_username'
  /** "on" or "off". */
  | 'auto_sync'
  /** Epoch milliseconds of the last successful sync. */
  | 'last_sync'
  /** The cursor for the feed's next read, if the feed hands out cursors. */
  | 'feed_cursor'
  /** The end of the evidence's chain, JSON (behavior 3.14). Locked by the one process that chains. */
  | 'audit_end'
  /** The result of the last daily check of the evidence, JSON. */
  | 'audit_check'
  /** "yes" once the shop was filled with its initial data. */
  | 'initial_data';

/** Returns the value of a key, or null. */
export const findState = async (db: Db | Tx, key: StateKey): Promise<string | null> =>
  (await db.selectFrom('shop_state').select('value').where('key', '=', key).executeTakeFirst())?.value ?? null;

export const setState = async (tx: Tx, key: StateKey, value: string): Promise<void> => {
  await tx
    .insertInto('shop_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** Sets a key that has no value yet. Of several processes that do so at the same time, one sets it. */
export const initState = async (tx: Tx, key: StateKey, value: string): Promise<void> => {
  await tx
    .insertInto('shop_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
};
