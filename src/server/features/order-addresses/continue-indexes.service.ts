import { COINS, type Coin } from '#domain/quotes.ts';
import { findState } from '../../db/shop-state.ts';
import type { Tx } from '../../db/types.ts';
import { type AccountKey, addressAt, readAccountKey } from '../../lib/account-key.ts';
import type { BackupIndexes } from './backup-indexes.ts';
import {
  allAddresses,
  findRoom,
  isFree,
  listKeys,
  type StoredAddress,
  type StoredKey,
  setAside,
  skipBelow,
  storeAddresses,
  storeKey,
} from './order-addresses.queries.ts';

/** So many indexes a restore leaves out if nobody knows how many were given out since the backup. */
export const LEFT_OUT = 1000;

/** The next index of the key of each coin, as somebody has said. */
export type NextIndexes = Partial<Record<Coin, number>>;

/** Keys and addresses of the database that a restore replaces. */
export interface ReplacedAddresses {
  shopId: string | null;
  keys: StoredKey[];
  addresses: StoredAddress[];
}

export const findReplaced = async (tx: Tx): Promise<ReplacedAddresses> => ({
  shopId: await findState(tx, 'shop_id'),
  keys: await listKeys(tx),
  addresses: await allAddresses(tx),
});

/** Returns whether a backup was made by the shop of this id. */
const isOfShop = ({ shopId }: BackupIndexes, id: string | null): boolean => shopId !== null && shopId === id;

interface Restored {
  indexes: BackupIndexes;
  replaced: ReplacedAddresses;
  /** The account keys of the environment. */
  given: readonly AccountKey[];
  next: NextIndexes;
  now: number;
}

/**
 * Sets aside the addresses that were or may have been given out since a backup that was just restored, so that no two
 * orders get the same one (behavior 7.27). The replaced database of the same shop knows its own; otherwise 1,000 are
 * left out.
 */
export const continueIndexes = async (tx: Tx, { indexes, replaced, given, next, now }: Restored): Promise<void> => {
  const isSame = isOfShop(indexes, replaced.shopId);
  if (isSame) for (const key of replaced.keys) await takeOver(tx, key, replaced.addresses);
  for (const { coin, xpub, fingerprint } of given) await storeKey(tx, { coin, xpub, fingerprint, now });
  for (const { id, coin, fingerprint, public_key } of await listKeys(tx)) {
    const isInForce = indexes.keyOf(coin, given)?.fingerprint === fingerprint;
    const said = isInForce ? next[coin] : undefined;
    const until = said ?? (isSame ? 0 : indexes.nextOf({ coin, fingerprint }) + LEFT_OUT);
    // Those that somebody counted were given out, so money may still come there. Of those that are guessed, few were.
    const key = readAccountKey(coin, public_key);
    const isKey = !('problem' in key);
    await leaveOut(tx, id, { key: isKey ? key : null, until, givenAt: said === undefined ? null : now });
  }
};

/** Sets aside what went to orders after the backup. A key that somebody has changed in the database is none of the shop's. */
const takeOver = async (tx: Tx, stored: StoredKey, replaced: readonly StoredAddress[]): Promise<void> => {
  const { coin, fingerprint, public_key: xpub, created_at: now } = stored;
  const key = readAccountKey(coin, xpub);
  if ('problem' in key || key.fingerprint !== fingerprint) return;
  const keyId = await storeKey(tx, { coin, fingerprint, xpub, now });
  const given = replaced.filter((row) => row.key_id === stored.id && !isFree(row));
  await deriveUntil(tx, keyId, { key, until: (given.at(-1)?.position ?? -1) + 1 });
  const known = await allAddresses(tx, keyId);
  for (const { position, given_at, skipped } of given) {
    const there = known[position];
    if (there && isFree(there))
      await setAside(tx, { key_id: keyId, position, given_at, skipped: skipped ?? 'restore' });
  }
};

/** Sets aside all free addresses of a key below an index. Without the key there are only those that it has already. */
const leaveOut = async (
  tx: Tx,
  keyId: number,
  { key, until, givenAt }: { key: AccountKey | null; until: number; givenAt: number | null },
): Promise<void> => {
  if (key) await deriveUntil(tx, keyId, { key, until });
  await skipBelow(tx, { keyId, position: until, givenAt });
};

/** Adds the addresses of a key that are missing below an index. */
const deriveUntil = async (
  tx: Tx,
  keyId: number,
  { key, until }: { key: AccountKey; until: number },
): Promise<void> => {
  const { next: from } = await findRoom(tx, keyId);
  const addresses = Array.from({ length: Math.max(0, until - from) }, (_, index) => addressAt(key, from + index));
  await storeAddresses(tx, { keyId, coin: key.coin, from, addresses });
};

/** The coins whose next index only a person may know: those with a key, unless both databases are of the same shop. */
export const unknownCoins = (indexes: BackupIndexes, given: readonly AccountKey[], shopId: string | null): Coin[] =>
  isOfShop(indexes, shopId) ? [] : COINS.filter((coin) => indexes.keyOf(coin, given) !== undefined);
