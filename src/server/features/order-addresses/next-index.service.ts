import { setImmediate } from 'node:timers/promises';
import { ShopError } from '#contract/errors.ts';
import { COIN_NAMES, type Coin } from '#domain/quotes.ts';
import { afterSaving } from '../../db/failures.ts';
import { type AccountKey, addressAt, type DerivedAddress, knownAccountKey } from '../../lib/account-key.ts';
import { isKeySetting, KEY_SETTINGS, type KeySetting } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import type { NextIndexes } from './continue-indexes.service.ts';
import { findProgress, skipBelow, storeAddresses, storeKey } from './order-addresses.queries.ts';

/** A larger step is a mistake, and would take minutes. */
const MOST_LEFT_OUT = 100_000;

/** What is wrong with a next index; null if nothing is. `who` would go on at the least one. */
export const indexProblem = (
  coin: Coin,
  index: number,
  { least, who }: { least: number; who: string },
): string | null => {
  if (index >= least && index <= least + MOST_LEFT_OUT) return null;
  const where = index < least ? 'below' : 'too far above';
  return `The next index ${coin}=${index} is ${where} ${least}, where ${who} goes on. Nothing was changed.`;
};

export const noKeyOf = (coin: Coin): string => `There is no account key for ${COIN_NAMES[coin]}. Nothing was changed.`;

/** The key of each coin that counts: the one that waits, which somebody has just set, or the one in force. */
export const latestKeys = ({ currentSettings, accountKeys }: Shop): AccountKey[] => {
  const waiting = currentSettings.waiting.flatMap(({ name, value }) =>
    isKeySetting(name) && value !== null ? [knownAccountKey(KEY_SETTINGS[name], value)] : [],
  );
  return [...new Map([...accountKeys.inForce, ...waiting].map((key) => [key.coin, key])).values()];
};

/**
 * Lets account keys go on at a higher index, and leaves the free addresses below it out for ever (behavior 7.27). If
 * another shop or a lost database used the key, only a person knows how many addresses were given out. Returns the keys.
 * @throws ShopError invalid_setting (400) for a coin without a key, or an index below the shop's own
 */
export const setNextIndexes = async (shop: Shop, said: NextIndexes, actor: AuditActor): Promise<AccountKey[]> => {
  const { database, clock } = shop;
  const keys = latestKeys(shop);
  const steps: Step[] = [];
  for (const [coin, to] of Object.entries(said) as [Coin, number][]) {
    const key = keys.find((each) => each.coin === coin);
    if (!key) throw new ShopError('invalid_setting', { message: noKeyOf(coin) });
    const { next, derived } = await findProgress(database.read, key);
    const message = indexProblem(coin, to, { least: next, who: 'the shop' });
    if (message !== null) throw new ShopError('invalid_setting', { message });
    steps.push({ key, from: next, to, derived, missing: await deriveBetween(key, derived, to) });
  }
  await database.write(async (tx, touch) => {
    const now = clock();
    for (const { key, from, to, derived, missing } of steps) {
      const { coin } = key;
      const keyId = await storeKey(tx, { ...key, now });
      await storeAddresses(tx, { keyId, coin, from: derived, addresses: missing });
      await skipBelow(tx, { keyId, position: to, givenAt: now });
      const values = { before: { nextIndex: from }, after: { nextIndex: to } };
      if (to > from) await recordAudit(tx, { actor, kind: 'settings', subject: settingOf(coin), ...values, now });
    }
    touch('settings', []);
  });
  await afterSaving(() => shop.currentSettings.update());
  return steps.map(({ key }) => key);
};

const settingOf = (coin: Coin): KeySetting =>
  (Object.keys(KEY_SETTINGS) as KeySetting[]).find((name) => KEY_SETTINGS[name] === coin)!;

interface Step {
  key: AccountKey;
  from: number;
  to: number;
  /** How many addresses the shop has. */
  derived: number;
  missing: readonly DerivedAddress[];
}

/** Derives addresses from one position to another, while other calls go on. */
const deriveBetween = async (key: AccountKey, from: number, to: number): Promise<DerivedAddress[]> => {
  const addresses: DerivedAddress[] = [];
  for (let position = from; position < to; position++) {
    addresses.push(addressAt(key, position));
    await setImmediate();
  }
  return addresses;
};
