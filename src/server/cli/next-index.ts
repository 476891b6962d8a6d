import { ShopError } from '#contract/errors.ts';
import { COIN_NAMES, COINS, type Coin, neededGapLimit, USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import type { BackupIndexes } from '../features/order-addresses/backup-indexes.ts';
import { LEFT_OUT, type NextIndexes, unknownCoins } from '../features/order-addresses/continue-indexes.service.ts';
import { indexProblem, noKeyOf, setNextIndexes } from '../features/order-addresses/next-index.service.ts';
import { findProgress, unusedRuns } from '../features/order-addresses/order-addresses.queries.ts';
import { type AccountKey, readAccountKey } from '../lib/account-key.ts';
import { KEY_SETTINGS, type KeySetting } from '../settings.ts';
import type { Shop } from '../shop.ts';
import { ask, CommandError } from './with-shop.ts';

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
    if (coin === undefined)
      throw new CommandError('The next index must be such as BTC=120,LTC=15. Nothing was changed.');
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
      if (next[coin] !== undefined) throw new CommandError(noKeyOf(coin));
      continue;
    }
    const least = indexes.nextOf(key);
    if (next[coin] === undefined && asks && unknown.includes(coin)) {
      const answer = await ask(
        `The next index of the ${COIN_NAMES[coin]} account key? The backup goes on at ${least}; Enter leaves out ${LEFT_OUT}: `,
      );
      if (answer !== '') next[coin] = readNextIndex(`${coin}=${answer}`)[coin]!;
    }
    const problem = next[coin] === undefined ? null : indexProblem(coin, next[coin], { least, who: 'the backup' });
    if (problem !== null) throw new CommandError(problem);
  }
  return next;
};

/**
 * Lets account keys of the shop go on at a higher index, also keys that wait (behavior 7.27). Returns the text to print.
 * @throws CommandError for an index below the shop's own
 */
export const runNextIndex = async (shop: Shop, text: string): Promise<string> => {
  try {
    const keys = await setNextIndexes(shop, readNextIndex(text), COMMAND_LINE);
    return (await indexLines(shop, keys)).join('\n');
  } catch (error) {
    throw error instanceof ShopError ? new CommandError(error.message) : error;
  }
};

/** The next index of each key, and the limit that the wallet needs to see payments there. */
export const indexLines = async ({ database: { read } }: Shop, keys: readonly AccountKey[]): Promise<string[]> => {
  const runs = await unusedRuns(read, keys).execute();
  return Promise.all(
    keys.map(async (key) => {
      const run = runs.find(({ coin }) => coin === key.coin)?.run ?? 0;
      const limit =
        run > USUAL_GAP_LIMIT ? ` Your wallet needs a gap limit of ${neededGapLimit(run)} (docs/payments.md).` : '';
      return `${COIN_NAMES[key.coin]}: the next order gets the address with index ${(await findProgress(read, key)).next}.${limit}`;
    }),
  );
};
