import { aboutSetting, SETTING_NAMES, type SettingName } from '#contract/setting-list.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import { combine, listedIn, type PanelValues, settingText } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { isoTime } from '../audit/chain.queries.ts';
import type { CurrentSettings } from './current-settings.ts';
import { findPanelValues, findUpdates, findWaiting } from './settings.queries.ts';
import { worksAt } from './wallet-delay.ts';

/** A value in force: its source, and how people see it. */
export type Stated = Pick<Setting, 'value' | 'isSet' | 'source' | 'default'>;

/** The stored values of the settings. */
export interface StoredSettings {
  panel: PanelValues;
  /** The limits that the panel has set; null for none. They are stored apart, for the statements that need them. */
  limits: string | null;
  /** The source of the access code in force. */
  accessCode: string | null;
}

export const findStoredSettings = async (db: Db): Promise<StoredSettings> => ({
  panel: await findPanelValues(db),
  limits: await findState(db, 'purchase_limits'),
  accessCode: await findState(db, 'access_code_source'),
});

/** All settings that the panel lists, in the order of their sections. */
export const listSettings = async (shop: Shop): Promise<Setting[]> => {
  const { database, currentSettings } = shop;
  const { read } = database;
  const [stored, updates, waiting] = await Promise.all([
    findStoredSettings(read),
    findUpdates(read),
    findWaiting(read),
  ]);
  const stated = stateSettings(currentSettings, stored);
  return LISTED.map((name): Setting => {
    const { section, secret = false } = aboutSetting(name);
    const update = updates.find((row) => row.name === name);
    const pending = waiting.find((row) => row.name === name);
    return {
      name,
      section,
      ...stated(name),
      secret,
      pending: pending
        ? { value: shownText(name, pending.value), from: isoTime(worksAt(shop, pending)), by: pending.username }
        : null,
      updatedAt: update ? isoTime(update.updated_at) : null,
      updatedBy: update?.username ?? null,
    };
  });
};

const LISTED = SETTING_NAMES.filter((name) => !aboutSetting(name).unlisted);

/** Returns a function that states a setting, as people see it. */
export const stateSettings = ({ given }: Pick<CurrentSettings, 'given'>, stored: StoredSettings) => {
  const { settings, notInForce } = combine(given, stored.panel);
  const source = (name: SettingName): Stated['source'] => {
    const isGiven = given.values[name] !== undefined;
    if (name === 'SHOP_ACCESS_CODE') {
      if (stored.accessCode) return stored.accessCode as Stated['source'];
      return isGiven ? 'environment' : 'default';
    }
    if (name === 'PURCHASE_LIMITS' && stored.limits !== null) return 'panel';
    if (isGiven) return 'environment';
    return stored.panel[name] !== undefined && !notInForce.has(name) ? 'panel' : 'default';
  };
  const defaultOf = (name: SettingName) => {
    if (given.values[name] === undefined && stored.panel[name] === undefined) return settingText(name, settings);
    const others = combine({ ...given, values: without(given.values, name) }, without(stored.panel, name));
    return settingText(name, others.settings);
  };
  return (name: SettingName): Stated => {
    const from = source(name);
    const { secret } = aboutSetting(name);
    const usual = secret ? null : shownText(name, defaultOf(name));
    const texts = { environment: given.values[name], panel: panelText(name, stored), default: usual };
    const isSet = given.values[name] !== undefined || texts.panel !== undefined || from === 'panel';
    return { value: secret ? null : shownText(name, texts[from] ?? null), isSet, source: from, default: usual };
  };
};

const panelText = (name: SettingName, { panel, limits }: StoredSettings): string | undefined =>
  name === 'PURCHASE_LIMITS' ? (limits ?? undefined) : panel[name];

const without = <Values extends object>(values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name)) as Values;

/** Of an address that the shop calls, only scheme and host: the rest may be a secret. */
const shownText = (name: SettingName, text: string | null): string | null => {
  if (text === null || !aboutSetting(name).called) return text;
  const shown = (address: string) => {
    if (!URL.canParse(address)) return address;
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}`;
  };
  return listedIn(name, text).map(shown).join(',');
};
