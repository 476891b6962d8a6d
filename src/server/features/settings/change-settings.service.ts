import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { aboutSetting, isSettingName } from '#contract/setting-list.ts';
import type { changeSettings as changeSettingsEndpoint } from '#contract/settings.admin.ts';
import { afterSaving } from '../../db/failures.ts';
import { lockSettings } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import {
  type Combined,
  combine,
  hostOf,
  NEEDS_SECOND_SERVER,
  OF_BOTH,
  type PanelValues,
  type Settings,
} from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { hashAccessCode, storePanelCode } from './access-code.ts';
import { checkChanges } from './check-changes.ts';
import { findStoredSettings, type StoredSettings, stateSettings } from './list-settings.ts';
import { panelAfter, putInForce, type SettingChange } from './put-in-force.service.ts';
import { findWaiting, hadOrders } from './settings.queries.ts';
import { type Difference, findDifference } from './settings-record.ts';
import { changeWaiting, type WaitingChange, waitingChanges } from './waiting-settings.service.ts';
import { walletDelay } from './wallet-delay.ts';
import { tellOfWallets } from './wallet-messages.ts';

type Input = InputOf<typeof changeSettingsEndpoint>;

/**
 * Changes settings in the panel, all or none (behavior 12.2). Wallets and the seller wait once there was an order.
 * @throws ShopError invalid_setting (400) with a sentence for each, passkey_needed (403), set_by_environment, value_moved,
 * no_invite (409)
 */
export const changeSettings = async (
  shop: Shop,
  user: SignedIn,
  { changes, expected = {}, confirm = {} }: Input,
): Promise<void> => {
  const wanted = await checkChanges(shop, user, { changes, confirm });
  const { given } = shop.currentSettings;
  const locked = wanted.find(({ name }) => !OF_BOTH.includes(name) && given.values[name] !== undefined);
  if (locked) throw new ShopError('set_by_environment', { body: { name: locked.name } });
  // A user with a passkey confirms a new payment address with it, and nobody can remove it first.
  if (wanted.some(({ name }) => aboutSetting(name).waits)) {
    await shop.sessions.requirePasskeyProof(user, { removedWithin: walletDelay(shop) });
  }
  const code = wanted.find(({ name }) => name === 'SHOP_ACCESS_CODE')?.text;
  const codeHash = code ? await hashAccessCode(code) : null;
  const actor = actorOf(user);
  for (;;) {
    const plan = await planChanges(shop, wanted, expected);
    const store = async (tx: Tx, touch: Touch): Promise<boolean> => {
      if (!(await isStillTrue(tx, plan))) return false;
      const now = shop.clock();
      const act = { user, actor, now };
      // It comes first: without it nothing may be stored, and the plan is made again.
      if (!(await putInForce(tx, touch, shop, { ...plan, ...act }))) return false;
      if (codeHash !== null) await storePanelCode(tx, touch, { codeHash, now });
      const begun = await changeWaiting(tx, shop, plan.waiting, act);
      const [before, after] = [plan.stored.panel, panelAfter(shop.currentSettings, plan.stored.panel, plan.direct)];
      await tellOfWallets(tx, touch, shop, { before, after, begun });
      return true;
    };
    if (await shop.database.write(store, { first: lockSettings })) break;
  }
  await afterSaving(() => shop.currentSettings.update());
};

/** The rows that a change stores, and the state that it was planned with. */
interface Plan {
  stored: StoredSettings;
  hadOrders: boolean;
  waiting: readonly WaitingChange[];
  direct: readonly SettingChange[];
  difference: Difference;
}

/** Plans outside the transaction, because secrets are hashed. The transaction checks that nothing has moved since. */
const planChanges = async (
  shop: Shop,
  wanted: readonly SettingChange[],
  expected: Readonly<Record<string, string | null>>,
): Promise<Plan> => {
  const { currentSettings, database, settings } = shop;
  const { read } = database;
  const stored = await findStoredSettings(read);
  const stated = stateSettings(currentSettings, stored);
  for (const [name, seen] of Object.entries(expected)) {
    if (!isSettingName(name) || aboutSetting(name).secret) continue;
    const { value } = stated(name);
    if (value !== seen) throw new ShopError('value_moved', { body: { name, value } });
  }
  const had = await hadOrders(read);
  const rows = await findWaiting(read);
  const combined = (changes: readonly SettingChange[]) =>
    combine(currentSettings.given, panelAfter(currentSettings, stored.panel, changes));
  checkSecondServer(wanted, combined([...rows.map(({ name, value }) => ({ name, text: value })), ...wanted]));
  const inForce = combined([]).settings;
  const isWaiting = (change: SettingChange) =>
    had && settings.WALLET_DELAY_HOURS > 0 && waits(change, { before: inForce, after: combined([change]).settings });
  const atOnce = wanted.filter((change) => !isWaiting(change));
  const waiting = [
    ...waitingChanges(wanted.filter(isWaiting), { stored, before: rows }),
    // Values that apply at once replace the waiting ones.
    ...atOnce.filter(({ name }) => rows.some((row) => row.name === name)).map((each) => ({ ...each, begins: false })),
  ];
  const direct = withTokenRemoved(stored.panel, atOnce);
  const after = combined(direct).settings;
  return {
    stored,
    hadOrders: had,
    waiting,
    direct,
    difference: await findDifference(read, after, { ofPanel: currentSettings.walletsNotGiven }),
  };
};

/** Returns whether a change of a setting waits, once there was an order (behavior 12.5). */
const waits = ({ name }: SettingChange, { before, after }: { before: Settings; after: Settings }): boolean => {
  const { waits: which = false } = aboutSetting(name);
  if (which === 'on') return after[name] === true;
  return which === 'less' ? Number(after[name]) < Number(before[name]) : which;
};

const WATCHING: readonly string[] = ['PAYMENT_AUTO', 'BTC_WATCH_URL', 'LTC_WATCH_URL'];

/** @throws ShopError invalid_setting (400) if orders would be marked as paid by what a single server says (behavior 7.27) */
const checkSecondServer = (wanted: readonly SettingChange[], { notInForce }: Combined): void => {
  if (notInForce.get('PAYMENT_AUTO') === NEEDS_SECOND_SERVER && wanted.some(({ name }) => WATCHING.includes(name))) {
    throw new ShopError('invalid_setting', { message: NEEDS_SECOND_SERVER, errors: [NEEDS_SECOND_SERVER] });
  }
};

const isStillTrue = async (tx: Tx, { stored, hadOrders: had }: Plan): Promise<boolean> =>
  isDeepStrictEqual(await findStoredSettings(tx), stored) && (await hadOrders(tx)) === had;

/** The token of a feed is for its host alone: another host loses it, unless the same call sets one (behavior 12.3). */
const withTokenRemoved = (panel: PanelValues, changes: readonly SettingChange[]): SettingChange[] => {
  const feed = changes.find(({ name }) => name === 'INVENTORY_FEED_URL');
  const setsToken = changes.some(({ name }) => name === 'INVENTORY_FEED_TOKEN');
  const { INVENTORY_FEED_URL: before, INVENTORY_FEED_TOKEN: token } = panel;
  const isSameHost = feed?.text != null && hostOf(feed.text) === hostOf(before);
  if (!feed || setsToken || token === undefined || isSameHost) return [...changes];
  return [...changes, { name: 'INVENTORY_FEED_TOKEN', text: null }];
};
