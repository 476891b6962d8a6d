import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db } from '../../db/types.ts';
import { type AccountKey, addressAt, readAccountKey } from '../../lib/account-key.ts';
import { listAddresses, listKeys, type StoredAddress, type StoredKey } from './order-addresses.queries.ts';

const AT_ONCE = 500;
const SHOWN = 10;

/**
 * Derives every address of every key again (behavior 7.27): a changed one in the database would take the money of an
 * order. Returns a line per rule, with the addresses that break it below, and whether both hold.
 */
export const checkAddresses = async ({
  read,
}: Pick<ShopDatabase, 'read'>): Promise<{ lines: string[]; well: boolean }> => {
  const keys = (await listKeys(read)).map((stored) => ({ stored, read: readKey(stored) }));
  const wrongKeys = keys.filter((key) => key.read === null).map(({ stored }) => `${stored.coin} key ${stored.id}`);
  const wrong: string[] = [];
  for (const { stored, read: key } of keys) if (key) wrong.push(...(await wrongAddresses(read, stored.id, key)));
  return {
    lines: [
      ...linesOf('Every account key is the one that it is known by', wrongKeys),
      ...linesOf('Every address of an order is the one of its key', wrong),
    ],
    well: wrongKeys.length + wrong.length === 0,
  };
};

const readKey = ({ coin, public_key, fingerprint }: StoredKey): AccountKey | null => {
  const key = readAccountKey(coin, public_key);
  return 'problem' in key || key.fingerprint !== fingerprint ? null : key;
};

const wrongAddresses = async (db: Db, keyId: number, key: AccountKey): Promise<string[]> => {
  const wrong: string[] = [];
  for (let from = 0; ; from += AT_ONCE) {
    const rows = await listAddresses(db, { keyId, from, limit: AT_ONCE });
    wrong.push(
      ...rows.filter((row) => !isOf(key, row)).map(({ position }) => `${key.coin} key ${keyId}, index ${position}`),
    );
    if (rows.length < AT_ONCE) return wrong;
  }
};

const isOf = (key: AccountKey, { coin, position, address, script }: StoredAddress): boolean => {
  const derived = addressAt(key, position);
  return coin === key.coin && address === derived.address && script === derived.script;
};

const linesOf = (rule: string, wrong: readonly string[]): string[] => [
  `${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${rule}`,
  ...wrong.slice(0, SHOWN).map((what) => `     ${what}`),
  ...(wrong.length > SHOWN ? [`     and ${wrong.length - SHOWN} more`] : []),
];
