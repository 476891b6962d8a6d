import { isDeepStrictEqual } from 'node:util';
import { aboutSetting, type SettingName } from '#contract/setting-list.ts';
import type { Json } from '#domain/audit.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';
import { FORMER_NAMES } from '../../given-settings.ts';
import { isSecretSetting, listedIn, SETTING_NAMES, type Settings, settingText } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { EXPLAINED_SETTINGS } from '../audit/explained.queries.ts';
import { recordNotice } from '../notices/notices.queries.ts';
import { hashApplied, isApplied } from './applied-values.ts';
import { compareWallets } from './wallet-changes.ts';

/** Settings of one machine: several that share a database differ in them. */
const OF_A_MACHINE = ['DATA_DIR', 'HOST', 'PORT', 'WEB_CONCURRENCY'];

/** Settings whose values the evidence names, because they decide where money and messages go. So do all URLs. */
const SHOWN: readonly string[] = EXPLAINED_SETTINGS;

/** The stored form of a setting: its value, or an argon2id hash and the part that may be shown. */
type Stored = { value: Json; from?: 'panel' } | { hash: string; shown: string | null };
type Snapshot = Record<string, Stored>;

export interface Change {
  name: string;
  before: Json;
  after: Json;
}

/** The settings that first-run.ts compares, because their hashes are stored already. */
type Applied = Record<'SHOP_ACCESS_CODE' | 'SHOP_ADMIN_PASSWORD', boolean>;

/** How the settings in force differ from those that were recorded last. */
export interface Difference {
  /** The last recorded value; null for a new shop. */
  stored: string | null;
  changes: Change[];
  snapshot: Snapshot;
}

/**
 * Finds what differs. It hashes secrets, so it runs before the transaction that records it. `ofPanel` names the wallets
 * and the seller that the environment does not have.
 */
export const findDifference = async (
  db: Db,
  settings: Settings,
  { ofPanel, isStart = false }: { ofPanel: readonly string[]; isStart?: boolean },
): Promise<Difference> => {
  const stored = await findState(db, 'settings_of_last_start');
  const last = stored ? (JSON.parse(stored) as Snapshot) : {};
  const { changes, snapshot } = await compare(settings, last);
  for (const name of ofPanel) {
    const before = last[name];
    const now = snapshot[name];
    // A change of the panel writes its entry itself. A start that finds another value has found an unexplained one.
    if (isStart && stored !== null && !isOfEnvironment(before)) {
      if (before) snapshot[name] = before;
      else delete snapshot[name];
    } else if (now && 'value' in now) snapshot[name] = { ...now, from: 'panel' };
  }
  const isKept = ({ name }: Change) => isDeepStrictEqual(snapshot[name], last[name]);
  return { stored, changes: changes.filter((change) => !isKept(change)), snapshot };
};

const lastOf = (last: Snapshot, name: string): Stored | undefined => last[name] ?? last[FORMER_NAMES[name] ?? ''];

/** Older versions knew no other settings. */
const isOfEnvironment = (stored: Stored | undefined): boolean =>
  stored !== undefined && !('from' in stored && stored.from === 'panel');

/**
 * Remembers the settings in force, and reports another wallet address to the seller's webhook. Returns false, and does
 * nothing, if somebody else has recorded settings since the difference was found.
 */
export const recordDifference = async (
  tx: Tx,
  touch: Touch,
  { stored, snapshot, settings, now }: Difference & { settings: Settings; now: number },
): Promise<boolean> => {
  if ((await lockState(tx, 'settings_of_last_start')) !== (stored ?? '')) return false;
  const wallets = await compareWallets(tx, settings, now);
  if (wallets.length > 0 && settings.ORDER_WEBHOOK_URL) {
    await recordNotice(tx, touch, { event: 'settings.wallet_changed', wallets, now });
  }
  await setState(tx, 'settings_of_last_start', JSON.stringify(snapshot));
  return true;
};

/**
 * Records in the evidence which settings differ from the last start (behavior 1.5). Of several processes that start
 * together, one records a change.
 */
export const recordSettings = async (shop: Shop, isNew: Applied): Promise<void> => {
  const { database, settings, currentSettings, clock } = shop;
  const ofPanel = currentSettings.walletsNotGiven;
  for (;;) {
    const difference = await findDifference(database.read, settings, { ofPanel, isStart: true });
    const { stored } = difference;
    const last = stored ? (JSON.parse(stored) as Snapshot) : {};
    // A setting that an update brings, and that nobody has set, is no change.
    const changes = difference.changes.filter(({ name }) => lastOf(last, name) || currentSettings.isSet(name));
    for (const [name, changed] of Object.entries(isNew)) {
      if (changed) changes.push({ name, before: null, after: null });
    }
    const now = clock();
    const isDone = await database.write(async (tx, touch) => {
      if (!(await recordDifference(tx, touch, { ...difference, settings, now }))) return false;
      // Before the first start there were no settings from which others could differ.
      for (const change of stored ? changes : []) {
        const { name, ...values } = change;
        await recordAudit(tx, { actor: SYSTEM, kind: 'settings', subject: name, ...values, now });
      }
      return true;
    });
    if (isDone) return;
  }
};

/** Compares settings with what was stored last. */
const compare = async (settings: Settings, last: Snapshot): Promise<{ changes: Change[]; snapshot: Snapshot }> => {
  const names = SETTING_NAMES.filter(
    (name) => !OF_A_MACHINE.includes(name) && name !== 'SHOP_ACCESS_CODE' && name !== 'SHOP_ADMIN_PASSWORD',
  );
  const compared = await Promise.all(
    names.map(async (name) => {
      const value = (settings as Record<string, unknown>)[name] as Json | undefined;
      const before = lastOf(last, name);
      if (value === undefined) return { name, before, after: undefined, isSame: before === undefined };
      if (before && (await isSame(before, value))) return { name, before, after: before, isSame: true };
      return { name, before, after: await toStored(name, value), isSame: false };
    }),
  );
  return {
    changes: compared
      .filter((each) => !each.isSame)
      .map(({ name, before, after }) => ({ name, before: toShow(name, before), after: toShow(name, after) })),
    snapshot: Object.fromEntries(compared.flatMap(({ name, after }) => (after ? [[name, after]] : []))),
  };
};

const isSame = async (before: Stored, value: Json): Promise<boolean> =>
  'hash' in before ? isApplied(before.hash, String(value)) : before.value === value;

const toStored = async (name: string, value: Json): Promise<Stored> => {
  if (isSecretSetting(name)) return { hash: await hashApplied(String(value)), shown: null };
  if (typeof value !== 'string' || !value.includes('://')) return { value };
  const shown = evidentText(name, value);
  return shown === value ? { value } : { hash: await hashApplied(value), shown };
};

const toShow = (name: string, stored: Stored | undefined): Json => {
  if (!stored) return null;
  if ('hash' in stored) return stored.shown;
  const { value } = stored;
  return SHOWN.includes(name) || (typeof value === 'string' && value.includes('://')) ? value : null;
};

/** The evidence's form of a value that was set in the panel; null for a secret. */
export const evidentValue = (name: SettingName, settings: Settings): Json => {
  if (aboutSetting(name).secret) return null;
  const text = SHOWN.includes(name) ? (settings[name] as string | undefined) : settingText(name, settings);
  return text === undefined || text === null ? null : evidentText(name, text);
};

/** A text of a setting that is no secret. Addresses are without what may be one. */
export const evidentText = (name: string, text: string): string =>
  text.includes('://') ? listedIn(name, text).map(withoutSecrets).join(',') : text;

/** A part of a path that looks random, such as the token of a webhook. */
const TOKEN = /^(?=.*\d)[\w.:~+-]{16,}$/;

/** A URL without user, password, query and anything in its path that may be a token. */
export const withoutSecrets = (address: string): string => {
  const { protocol, host, pathname, search, hash } = new URL(address);
  if (`${protocol}//${host}` === address) return address;
  const path = pathname
    .split('/')
    .map((part) => (TOKEN.test(part) ? '…' : part))
    .join('/');
  return `${protocol}//${host}${path}${search || hash ? '?…' : ''}`;
};
