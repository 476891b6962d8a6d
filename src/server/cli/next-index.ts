import { COIN_NAMES, COINS, type Coin, neededGapLimit, USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import type { BackupIndexes } from '../features/order-addresses/backup-indexes.ts';
import { LEFT_OUT, type NextIndexes, unknownCoins } from '../features/order-addresses/continue-indexes.service.ts';
import { findNextIndex, unusedRuns } from '../features/order-addresses/order-addresses.queries.ts';
import { type AccountKey, readAccountKey } from '../lib/account-key.ts';
import { KEY_SETTINGS, type KeySetting } from '../settings.ts';
import type { Shop } from '../shop.ts';
import { ask, CommandError } from './with-shop.ts';

/** A larger step is a mistake, and would take minutes. */
const MOST_LEFT_OUT = 100_000;

/** The account keys of the environment. */
export const keysOfEnvironment = ({ currentSettings: { given } }: Shop): AccountKey[] =>
  (Object.keys(KEY_SETTINGS) as KeySetting[]).flatMap((name) => {
    const key = readAccountKey(KEY_SETTINGS[name], given.values[name]?.trim() ?? '');
    return 'problem' in key ? [] : [key];
  });

/** Reads a text such as "BTC=120,LTC=15". @throws CommandError */
export const readNextIndex = (text: string | undefined): NextIndexes => {
  const next: NextIndexes = {};
  for (const part of text?.split(',') ?? []) {
    const [, coin, index] = /^\s*(BTC|LTC)=(\d{1,9})\s*$/.exec(part) ?? [];
    if (coin === undefined) throw new CommandError('--next-index must be such as BTC=120,LTC=15. Nothing was changed.');
    next[coin as Coin] = Number(index);
  }
  return next;
};

interface Decision {
  said: NextIndexes;
  keys: readonly AccountKey[];
  shopId: string | null;
  /** Somebody is at the terminal. */
  asks: boolean;
}

/**
 * Decides where the indexes of account keys go on after a restore, and asks if nobody knows (behavior 7.27).
 * @throws CommandError for an index below the one of the backup
 */
export const decideIndexes = async (
  indexes: BackupIndexes,
  { said, keys, shopId, asks }: Decision,
): Promise<NextIndexes> => {
  const unknown = unknownCoins(indexes, keys, shopId);
  const next = { ...said };
  for (const coin of COINS) {
    const key = indexes.keyOf(coin, keys);
    if (key === undefined) {
      if (next[coin] !== undefined)
        throw new CommandError(`There is no account key for ${COIN_NAMES[coin]}. Nothing was changed.`);
      continue;
    }
    const least = indexes.nextOf(key);
    if (next[coin] === undefined && asks && unknown.includes(coin)) {
      const answer = await ask(
        `The next index of the ${COIN_NAMES[coin]} account key? The backup goes on at ${least}; Enter leaves out ${LEFT_OUT}: `,
      );
      if (answer !== '') next[coin] = readNextIndex(`${coin}=${answer}`)[coin]!;
    }
    const index = next[coin];
    if (index === undefined) continue;
    if (index < least) {
      throw new CommandError(
        `The next index ${coin}=${index} is below ${least}, where the backup goes on. Nothing was changed.`,
      );
    }
    if (index > least + MOST_LEFT_OUT) {
      throw new CommandError(
        `The next index ${coin}=${index} is too far above ${least}, where the backup goes on. Nothing was changed.`,
      );
    }
  }
  return next;
};

/** The next index of each key, and the limit that the wallet needs to see payments there. */
export const indexLines = async ({ database: { read }, accountKeys: { inForce } }: Shop): Promise<string[]> => {
  const runs = await unusedRuns(read, inForce).execute();
  return Promise.all(
    inForce.map(async (key) => {
      const run = runs.find(({ coin }) => coin === key.coin)?.run ?? 0;
      const limit =
        run > USUAL_GAP_LIMIT ? ` Your wallet needs a gap limit of ${neededGapLimit(run)} (docs/payments.md).` : '';
      return `${COIN_NAMES[key.coin]}: the next order gets the address with index ${await findNextIndex(read, key)}.${limit}`;
    }),
  );
};
