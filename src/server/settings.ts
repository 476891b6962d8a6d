import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type * as z from 'zod';
import { meantSetting } from '#contract/meant-setting.ts';
import { aboutSetting, isSettingName, type SettingName } from '#contract/setting-list.ts';
import { DEFAULT_FIRST_ORDER_MAX, DEFAULT_OPEN_ORDERS } from '#domain/constants.ts';
import { COINS, type Coin } from '#domain/quotes.ts';
import { type GivenSettings, readGiven, SettingsError } from './given-settings.ts';
import { areSameKey } from './lib/account-key.ts';
import { panelAddressProblem } from './lib/public-address.ts';
import { type CheckedValues, DEFAULT_DATA_DIR, listedAddresses, SETTING_SCHEMA, UNIT_MS } from './setting-schema.ts';

export { SettingsError };

type Name = keyof typeof SETTING_SCHEMA.shape;

/** The account keys of the coins. */
export const KEY_SETTINGS = { BTC_XPUB: 'BTC', LTC_XPUB: 'LTC' } as const satisfies Partial<Record<Name, Coin>>;
export type KeySetting = keyof typeof KEY_SETTINGS;

export const isKeySetting = (name: string): name is KeySetting => Object.hasOwn(KEY_SETTINGS, name);

/** The names that the environment may have. */
export const SETTING_NAMES = Object.keys(SETTING_SCHEMA.shape) as readonly Name[];

/** The settings of the shop, as code uses them. */
export type Settings = ReturnType<typeof derive>;

/** Values that owners have set in the panel, as texts. */
export type PanelValues = Readonly<Partial<Record<SettingName, string>>> & {
  /** The host for which the token of the feed was set. */
  readonly tokenHost?: string | undefined;
};

/** Settings of one environment. */
export interface EnvironmentSettings {
  given: GivenSettings;
  settings: Settings;
}

/**
 * Reads the settings of an environment. An empty value counts as unset.
 * @throws SettingsError that names the first invalid setting, or a name that is none (given-settings.ts)
 */
export const readEnvironment = (environment: Record<string, string | undefined>): EnvironmentSettings => {
  const given = readGiven(environment, SETTING_NAMES);
  const settings = derive(readEach(given));
  const { PANEL_PASSKEYS, PUBLIC_URL, WEB_CONCURRENCY, DATABASE_URL } = settings;
  if (areSameKey(settings)) throw new SettingsError(sameKeyProblem('LTC_XPUB'));
  if (PANEL_PASSKEYS === 'required' && PUBLIC_URL && !hasPasskeys(new URL(PUBLIC_URL))) {
    throw new SettingsError(
      `PANEL_PASSKEYS=required is not usable with PUBLIC_URL=${PUBLIC_URL}: passkeys need https and a name, not an IP address.`,
    );
  }
  // Processes on one SQLite file would wait for each other's writes, and see changes up to a second late.
  if (WEB_CONCURRENCY > 1 && !DATABASE_URL) {
    throw new SettingsError(
      `WEB_CONCURRENCY=${WEB_CONCURRENCY} needs PostgreSQL: set DATABASE_URL, or leave WEB_CONCURRENCY out.`,
    );
  }
  if (settings.PAYMENT_AUTO && lacksSecondServer(settings)) throw new SettingsError(NEEDS_SECOND_SERVER);
  return { given, settings };
};

export const NEEDS_SECOND_SERVER = 'PAYMENT_AUTO needs a second server.';

type Watching = Pick<CheckedValues, `${Coin}_WATCH_URL`>;

/** The servers that are asked for payments in a coin (behavior 7.28). */
export const watchServers = (settings: Watching, coin: Coin): string[] => {
  const servers = settings[`${coin}_WATCH_URL`];
  return servers === undefined ? [] : listedAddresses(servers);
};

/** Returns whether a coin that is watched has no two servers of different hosts. */
const lacksSecondServer = (settings: Watching): boolean =>
  COINS.some((coin) => {
    const hosts = watchServers(settings, coin).map((address) => new URL(address).hostname);
    return hosts.length > 0 && new Set(hosts).size < 2;
  });

/** Reads only the settings of an environment. @throws SettingsError as readEnvironment */
export const readSettings = (environment: Record<string, string | undefined>): Settings =>
  readEnvironment(environment).settings;

/** Settings with two owners: the environment wins, then the panel, then the default (behavior 12.1). */
export interface Combined {
  settings: Settings;
  /** Values of the panel that are not in force, with the sentence that says why. */
  notInForce: ReadonlyMap<SettingName, string>;
}

/** Kept in other ways, because the panel may change them although the environment has a value. */
export const OF_BOTH: readonly SettingName[] = ['SHOP_ACCESS_CODE', 'PURCHASE_LIMITS'];

/** Returns the settings in force. A value of the panel that is not usable is left out: none ever stops a start. */
export const combine = (given: GivenSettings, panel: PanelValues): Combined => {
  const notInForce = new Map<SettingName, string>();
  const values: Record<string, unknown> = { ...readEach(given) };
  const isPrivateAllowed = values.PRIVATE_URLS === true;
  for (const [name, text] of Object.entries(panel)) {
    if (!isSettingName(name) || OF_BOTH.includes(name) || given.values[name] !== undefined) continue;
    const { value, problem } = readPanelValue(name, text, { isPrivateAllowed });
    if (problem === null) values[name] = value;
    else notInForce.set(name, problem);
  }
  if (!mayGetToken(given, panel, values.INVENTORY_FEED_URL as string | undefined)) {
    if (given.values.INVENTORY_FEED_TOKEN === undefined) {
      notInForce.set('INVENTORY_FEED_TOKEN', 'INVENTORY_FEED_TOKEN=… is not usable: it was set for another host.');
    }
    delete values.INVENTORY_FEED_TOKEN;
  }
  if (areSameKey(values)) {
    const name = given.values.LTC_XPUB === undefined ? 'LTC_XPUB' : 'BTC_XPUB';
    notInForce.set(name, sameKeyProblem(name));
    delete values[name];
  }
  if (values.PAYMENT_AUTO === true && lacksSecondServer(values as CheckedValues)) {
    notInForce.set('PAYMENT_AUTO', NEEDS_SECOND_SERVER);
    values.PAYMENT_AUTO = false;
  }
  return { settings: derive(values as CheckedValues), notInForce };
};

/** The sentence about a key that is the one of the other coin, too. */
export const sameKeyProblem = (name: KeySetting): string =>
  `${name}=… is not usable: it is the same as ${name === 'BTC_XPUB' ? 'LTC_XPUB' : 'BTC_XPUB'}, and each coin needs a key of its own.`;

/** A token of the environment is for the address of the environment, one of the panel for the host it was set for. */
const mayGetToken = ({ values }: GivenSettings, panel: PanelValues, address: string | undefined): boolean => {
  if (values.INVENTORY_FEED_TOKEN !== undefined) {
    return address === undefined || values.INVENTORY_FEED_URL !== undefined;
  }
  return panel.INVENTORY_FEED_TOKEN === undefined || panel.tokenHost === hostOf(address);
};

/** The host of an address; "" without one. */
export const hostOf = (address: string | undefined): string => (address ? new URL(address).host : '');

/** Reads a value of the panel. The problem is a sentence that shows no secret, or null. */
export const readPanelValue = (
  name: SettingName,
  text: string,
  options: { isPrivateAllowed: boolean },
): { value?: unknown; problem: string | null } => {
  try {
    const value = readOne(name, SETTING_SCHEMA.shape[name], text, name);
    const addresses = aboutSetting(name).called ? listedIn(name, text) : [];
    const problem = addresses.map((address) => panelAddressProblem(address, options)).find((each) => each !== null);
    return { value, problem: problem ? unusable(name, text, problem) : null };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { problem: error.message };
  }
};

/** The addresses that a setting names. */
export const listedIn = (name: string, text: string): string[] =>
  name === 'BTC_WATCH_URL' || name === 'LTC_WATCH_URL' ? listedAddresses(text) : [text];

/** A value as a text of the environment; null without one. */
export const settingText = (name: SettingName, { [name]: value }: Settings): string | null => {
  if (name === 'BACKUP_EVERY') return value === null ? 'off' : intervalText(value as number);
  if (name === 'DATA_DIR' && value === resolve(DEFAULT_DATA_DIR)) return DEFAULT_DATA_DIR;
  if (value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
};

const intervalText = (milliseconds: number): string => {
  const [unit, length] = Object.entries(UNIT_MS).findLast(([, unitMs]) => milliseconds % unitMs === 0)!;
  return `${milliseconds / length}${unit}`;
};

/** The values that follow from others. */
const derive = ({ DEMO, TEST_POINTS, OPEN_ORDERS, FIRST_ORDER_MAX, BACKUP_EVERY, ...rest }: CheckedValues) => {
  const isProduction = rest.NODE_ENV === 'production';
  const demo = DEMO ?? !isProduction;
  const isOnlyTried = demo && !looksReal(rest);
  return {
    ...rest,
    DEMO: demo,
    TEST_POINTS: TEST_POINTS ?? isOnlyTried,
    OPEN_ORDERS: OPEN_ORDERS ?? (isOnlyTried ? 0 : DEFAULT_OPEN_ORDERS),
    FIRST_ORDER_MAX: FIRST_ORDER_MAX ?? (isOnlyTried ? 0 : DEFAULT_FIRST_ORDER_MAX),
    // Milliseconds; null is "off".
    BACKUP_EVERY: BACKUP_EVERY === undefined ? (isProduction ? UNIT_MS.d : null) : BACKUP_EVERY,
  };
};

/** Returns whether members may use this shop, although the demo is on: somebody may have forgotten NODE_ENV (behavior 1.13). */
export const looksReal = ({
  INVENTORY_FEED_URL,
  POINTS_VALUE,
  PUBLIC_URL,
  TRUST_PROXY,
  HOST,
}: Pick<CheckedValues, 'INVENTORY_FEED_URL' | 'POINTS_VALUE' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'HOST'>) =>
  INVENTORY_FEED_URL !== undefined ||
  POINTS_VALUE > 0 ||
  PUBLIC_URL?.startsWith('https:') === true ||
  TRUST_PROXY ||
  !isLoopback(HOST);

/** Returns whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host);

/** Reads one setting after the other, so that a check that fails in any way names its setting. */
const readEach = ({ values, source }: GivenSettings): CheckedValues => {
  const read = SETTING_NAMES.map((name) => [
    name,
    readOne(name, SETTING_SCHEMA.shape[name], values[name], source(name)),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as CheckedValues;
};

/** A value as it is meant. What belongs to the operator, such as a path, is read as it stands. */
const meant = (name: Name, value: string | undefined): string | undefined =>
  value !== undefined && isSettingName(name) && aboutSetting(name).managed ? meantSetting(name, value) : value;

/** @param source the name that gave the value */
const readOne = (name: Name, setting: z.ZodType, value: string | undefined, source: string): unknown => {
  let problem = 'cannot be read';
  try {
    const { success, data, error } = setting.safeParse(meant(name, value));
    if (success) return data;
    problem = error.issues[0]!.message;
  } catch {
    // The words of an unexpected failure could repeat a secret.
  }
  throw new SettingsError(unusable(name, value, problem, source));
};

const unusable = (name: Name, value: string | undefined, problem: string, source: string = name): string =>
  `${source}=${shown(name, value)} is not usable: it ${inOneLine(withoutSecrets(problem))}.`;

/** Returns whether browsers know passkeys at an address: it is secure, and its host has a name. */
export const hasPasskeys = ({ protocol, hostname }: URL): boolean =>
  (protocol === 'https:' || hostname === 'localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

/** Returns whether the value of a setting is a secret, which is never printed or recorded. */
export const isSecretSetting = (name: string): boolean =>
  /PASSWORD|SECRET|TOKEN|ACCESS_CODE|DATABASE_URL|ALARM_WEBHOOK_URL/.test(name);

const MOST_SHOWN = 80;

const shown = (name: string, value = ''): string => {
  // Somebody may type a private key there.
  if (isSecretSetting(name) || isKeySetting(name)) return '…';
  // An address may have a key in it.
  const open = withoutSecrets(value.replace(/(\/\/[^?#]*)[?#].*/s, '$1?…'));
  return inOneLine(`"${open.length > MOST_SHOWN ? `${open.slice(0, MOST_SHOWN)}…` : open}"`);
};

/** Without the password of an address, and the secret key of age, which somebody may mistake for the public one. */
const withoutSecrets = (text: string): string =>
  text.replace(/\/\/\S*@/g, '//…@').replace(/AGE-SECRET-KEY[^\s"]*/gi, '…');

/** Line breaks and characters that nobody sees as JSON writes them. */
const inOneLine = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
