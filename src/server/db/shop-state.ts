import type { Db, Tx } from './types.ts';

/** The single values that the shop stores. */
export type StateKey =
  /** Signs the gate's cookie. */
  | 'gate_key'
  /** Of the shop, made at its first start: its backups have the same (behavior 7.27). */
  | 'shop_id'
  /** The key of the hashes of invite codes. */
  | 'invite_key'
  /** Signs the cookie of known devices. */
  | 'device_key'
  /** argon2id hash of the access code, or "off" if only invites open the gate. */
  | 'access_code_hash'
  /** Its origin: "environment", "panel" (also the command line) or "default", if it was generated. */
  | 'access_code_source'
  /** The settings applied last, so that a restart undoes nothing (behavior 1.6). The hashes are argon2id. */
  | 'applied_access_code_hash'
  | 'applied_admin_password_hash'
  /** SHA-256 of the user name. */
  | 'applied_admin_username'
  /** The id of the account that the last two were applied to. */
  | 'applied_admin_id'
  /** The purchase limits that were set in the panel. */
  | 'purchase_limits'
  /** The notices that members see, JSON (shop-notices.ts). */
  | 'shop_notices'
  /** The path of the picture that is the logo; empty once it was removed (features/logo). */
  | 'logo'
  /** JSON of what owners have said about the opening of the shop (opening.service.ts). */
  | 'opening'
  /** The version of the shop that started last. Version 0.1.0 stores none. */
  | 'version'
  /** JSON of the settings of the last start, without their secrets (settings-record.ts). */
  | 'settings_of_last_start'
  /** JSON of the wallet addresses, and of when they changed (wallet-changes.ts). */
  | 'wallets'
  /** JSON of former order webhooks, and of messages about wallets that wait (wallet-messages.ts). No backup has it. */
  | 'wallet_messages'
  /** "due" until a start has advised to change the access code and the administrator's password. */
  | 'secrets_advice'
  /** "remain" until the bytes of deleted secrets are removed (remove-deleted-bytes.ts). */
  | 'deleted_bytes'
  /** A new id with each deletion of an address, until its bytes are removed (remove-deleted-bytes.ts). */
  | 'erased_bytes'
  /** Dollars per coin, JSON: those that an owner set, and those of RATE_URL (rates.queries.ts). */
  | 'manual_rates'
  | 'url_rates'
  /** JSON of the rates that new ones are compared with, and of those that wait (rates.queries.ts). */
  | 'rate_guard'
  /** JSON of when the shop last looked for payments, and which servers did not answer (watching/looks.ts). No backup has it. */
  | 'watch_looks'
  /** "on" or "off". */
  | 'auto_sync'
  /** Epoch milliseconds of the last successful sync. */
  | 'last_sync'
  /** The base prices of the sync that was refused last, JSON {external id: cents}; absent once other prices came. */
  | 'refused_prices'
  /** The rows of the feed that the last sync left out, JSON (left-out.ts); absent if there were none. */
  | 'left_out_rows'
  /** The ids that the last good sync named, with their pieces, JSON (feed-figures.ts). */
  | 'feed_figures'
  /** The syncs of the last day that somebody let through, JSON list of {changeId, at} (day-ago.queries.ts). */
  | 'decided_syncs'
  /** The cursor for the feed's next read, if the feed hands out cursors. */
  | 'feed_cursor'
  /** The end of the evidence's chain, JSON (behavior 3.14). Locked by the one process that chains. */
  | 'audit_end'
  /** The result of the last daily check of the evidence, JSON. */
  | 'audit_check'
  /** JSON of the last hash that ALARM_WEBHOOK_URL has yet to take (hash-message.ts). */
  | 'evidence_hash'
  /** When a start explained what older versions left without an entry (explained.ts), ISO 8601. */
  | 'explained'
  /** JSON of when backups were made, and whether they are sound (backup-times.ts). */
  | 'backup_times'
  /** JSON of the alarms that last, or whose end was not announced yet (stored-alarms.ts). */
  | 'alarms'
  /** When an embedded database was moved to PostgreSQL, ISO 8601 (moved.ts). No backup has it. */
  | 'moved'
  /** "yes" once the shop was filled with its initial data. */
  | 'initial_data';

/** Keys of older versions, which held fast hashes of secrets. None brings them back. */
export const RETIRED_STATE_KEYS: readonly string[] = ['applied_access_code', 'applied_admin_password'];

/** Keys that no backup has: they are of this database only, or must not exist any more. */
export const LEFT_OUT_STATE_KEYS: readonly string[] = [
  ...RETIRED_STATE_KEYS,
  ...(['moved', 'wallet_messages', 'erased_bytes', 'watch_looks'] satisfies StateKey[]),
];

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

/**
 * Returns the value of a key, which no other transaction changes until this one ends; an empty text if there is none yet.
 */
export const lockState = async (tx: Tx, key: StateKey): Promise<string> => {
  const { value } = await tx
    .insertInto('shop_state')
    .values({ key, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('shop_state.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
};

export const deleteState = async (tx: Tx, key: StateKey): Promise<void> => {
  await tx.deleteFrom('shop_state').where('key', '=', key).execute();
};
