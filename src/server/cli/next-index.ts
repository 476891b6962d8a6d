import { COIN_NAMES, COINS, type Coin, neededGapLimit, USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import type { BackupIndexes } from '../features/order-addresses/backup-indexes.ts';
import {
  LEFT_OUT,
  leaveOut,
  type NextIndexes,
  unknownCoins,
} from '../features/order-addresses/continue-indexes.service.ts';
import { findNextIndex, storeKey, unusedRuns } from '../features/order-addresses/order-addresses.queries.ts';
import { type AccountKey, knownAccountKey, readAccountKey } from '../lib/account-key.ts';
import { isKeySetting, KEY_SETTINGS, type KeySetting } from '../settings.ts';
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
    if (next[coin] !== undefined) checkIndex(coin, next[coin], { least, who: 'the backup' });
  }
  return next;
};

/** @throws CommandError for an index that was given out, or that is a mistake */
const checkIndex = (coin: Coin, index: number, { least, who }: { least: number; who: string }): void => {
  if (index >= least && index <= least + MOST_LEFT_OUT) return;
  const where = index < least ? 'below' : 'too far above';
  throw new CommandError(
    `The next index ${coin}=${index} is ${where} ${least}, where ${who} goes on. Nothing was changed.`,
  );
};

/**
 * Lets account keys of the shop go on at a higher index, also keys that wait (behavior 7.27). If another shop or a lost
 * database used the key, only a person knows how many addresses were given out. Returns the text to print.
 * @throws CommandError for an index below the shop's own
 */
export const runNextIndex = async (shop: Shop, text: string): Promise<string> => {
  const { database, clock, currentSettings, accountKeys } = shop;
  const now = clock();
  const waiting = currentSettings.waiting.flatMap(({ name, value }) =>
    isKeySetting(name) && value !== null ? [knownAccountKey(KEY_SETTINGS[name], value)] : [],
  );
  const steps: { key: AccountKey; until: number }[] = [];
  for (const [coin, until] of Object.entries(readNextIndex(text)) as [Coin, number][]) {
    const keys = [...accountKeys.inForce, ...waiting].filter((key) => key.coin === coin);
    if (keys.length === 0) throw new CommandError(noKeyOf(coin));
    // The one that waits is the one that somebody has just set.
    const key = keys.at(-1)!;
    checkIndex(coin, until, { least: await findNextIndex(database.read, key), who: 'the shop' });
    steps.push({ key, until });
  }
  await database.write(async (tx) => {
    for (const { key, until } of steps)
      await leaveOut(tx, await storeKey(tx, { ...key, now }), { key, until, givenAt: now });
  });
  return (
    await indexLines(
      shop,
      steps.map(({ key }) => key),
    )
  ).join('\n');
};

const noKeyOf = (coin: Coin): string => `There is no account key for ${COIN_NAMES[coin]}. Nothing was changed.`;

/** The next index of each key, and the limit that the wallet needs to see payments there. */
export const indexLines = async ({ database: { read } }: Shop, keys: readonly AccountKey[]): Promise<string[]> => {
  const runs = await unusedRuns(read, keys).execute();
  return Promise.all(
    keys.map(async (key) => {
      const run = runs.find(({ coin }) => coin === key.coin)?.run ?? 0;
      const limit =
        run > USUAL_GAP_LIMIT ? ` Your wallet needs a gap limit of ${neededGapLimit(run)} (docs/payments.md).` : '';
      return `${COIN_NAMES[key.coin]}: the next order gets the address with index ${await findNextIndex(read, key)}.${limit}`;
    }),
  );
};
