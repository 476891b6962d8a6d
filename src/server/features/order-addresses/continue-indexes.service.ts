import { COINS, type Coin } from '#domain/quotes.ts';
import { findState } from '../../db/shop-state.ts';
import type { Tx } from '../../db/types.ts';
import { type AccountKey, addressAt, knownAccountKey } from '../../lib/account-key.ts';
import type { BackupIndexes } from './backup-indexes.ts';
import {
  allAddresses,
  insertAddresses,
  isFree,
  listKeys,
  type StoredAddress,
  type StoredKey,
  setAside,
  skipBelow,
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
 * Sets aside what was or may have been given out since a backup that was just restored, so that no two orders get the same
 * address (behavior 7.27). What the replaced database of the same shop gave out is known; otherwise 1,000 are left out.
 */
export const continueIndexes = async (tx: Tx, { indexes, replaced, given, next, now }: Restored): Promise<void> => {
  const isSame = isOfShop(indexes, replaced.shopId);
  if (isSame) for (const key of replaced.keys) await takeOver(tx, key, replaced.addresses);
  for (const { coin, xpub, fingerprint } of given) await storeKey(tx, { coin, xpub, fingerprint, now });
  for (const { id, coin, fingerprint, public_key } of await listKeys(tx)) {
    const isInForce = indexes.keyOf(coin, given)?.fingerprint === fingerprint;
    const said = isInForce ? next[coin] : undefined;
    const until = said ?? (isSame ? 0 : indexes.nextOf({ coin, fingerprint }) + LEFT_OUT);
    await leaveOut(tx, { id, coin, public_key }, until);
  }
};

/** Copies the addresses of a key that the backup lacks, and sets aside those that went to orders after it. */
const takeOver = async (tx: Tx, key: StoredKey, replaced: readonly StoredAddress[]): Promise<void> => {
  const { coin, fingerprint, public_key: xpub, created_at: now } = key;
  const keyId = await storeKey(tx, { coin, fingerprint, xpub, now });
  const known = new Map((await allAddresses(tx, keyId)).map((row) => [row.position, row]));
  const rows = replaced
    .filter((row) => row.key_id === key.id)
    .map((row) => ({
      ...row,
      key_id: keyId,
      receipt_id: null,
      skipped: isFree(row) ? null : (row.skipped ?? 'restore'),
    }));
  await insertAddresses(
    tx,
    rows.filter(({ position }) => !known.has(position)),
  );
  for (const row of rows) {
    const there = known.get(row.position);
    if (there && isFree(there) && !isFree(row)) await setAside(tx, row);
  }
};

/** Sets aside all free addresses of a key below an index. */
const leaveOut = async (
  tx: Tx,
  { id, coin, public_key }: Pick<StoredKey, 'id' | 'coin' | 'public_key'>,
  until: number,
): Promise<void> => {
  const known = await allAddresses(tx, id);
  const missing = until - known.length;
  if (missing > 0) {
    const key = knownAccountKey(coin, public_key);
    const positions = Array.from({ length: missing }, (_, index) => known.length + index);
    await insertAddresses(
      tx,
      positions.map((position) => ({
        ...{ key_id: id, position, coin, ...addressAt(key, position) },
        ...{ receipt_id: null, given_at: null, skipped: null },
      })),
    );
  }
  await skipBelow(tx, { keyId: id, position: until });
};

/** The coins whose next index only a person may know: those with a key, unless both databases are of the same shop. */
export const unknownCoins = (indexes: BackupIndexes, given: readonly AccountKey[], shopId: string | null): Coin[] =>
  isOfShop(indexes, shopId) ? [] : COINS.filter((coin) => indexes.keyOf(coin, given) !== undefined);
