import type { QueryClient } from '@tanstack/react-query';
import type { SettingSection } from '#contract/about-setting.ts';
import type { RatesInUse } from '#contract/rates.ts';
import { aboutSetting, isSettingName } from '#contract/setting-list.ts';
import type { Setting } from '#contract/settings.admin.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import type { Rates } from '#domain/quotes.ts';
import { deleteLogo, saveRates, saveSettings, uploadLogo } from '../../api/queries/settings.admin.ts';
import { saveShopNotices } from '../../api/queries/shop-notices.ts';
import { formatDateTime } from '../../browser/dates.ts';
import type { SavedValue, SavedValues } from './section-draft.ts';
import { lookOf } from './setting-fields.ts';

const list = new Intl.ListFormat('en-US');

/** The saved settings that are not in force yet, and the time from which they will be; null if all are in force. */
export const waitingText = (settings: readonly Setting[], saved: readonly string[]): string | null => {
  const waiting = settings.filter(({ name, pending }) => pending && saved.includes(name));
  const [first] = waiting;
  if (!first?.pending) return null;
  const names = list.format(waiting.map(({ name }) => lookOf(name).label));
  const verb = waiting.length === 1 ? 'changes' : 'change';
  return `${names} ${verb} on ${formatDateTime(first.pending.from)}. Until then every owner can take it back.`;
};

/** The panel may change these although the environment has a value. */
const OF_BOTH: readonly string[] = ['SHOP_ACCESS_CODE', 'PURCHASE_LIMITS'];

export const isLocked = ({ name, source }: Setting): boolean => source === 'environment' && !OF_BOTH.includes(name);

/** A value of the panel that cannot be used at the moment. */
export const isNotInForce = ({ isSet, source }: Setting): boolean => isSet && source === 'default';

const savedSetting = (setting: Setting): SavedValue => ({
  value: setting.value,
  // Nothing can be taken from an access code: members would come in without one.
  canReset: setting.name !== 'SHOP_ACCESS_CODE' && (setting.source === 'panel' || isNotInForce(setting)),
  isSecret: setting.secret,
  isLocked: isLocked(setting),
});

/** The values of settings as texts, by their names. */
export const savedSettings = (settings: readonly Setting[]): SavedValues =>
  Object.fromEntries(settings.map((setting) => [setting.name, savedSetting(setting)]));

const text = (value: string | null): SavedValue => ({ value, canReset: value !== null });
const onOff = (isOn: boolean): SavedValue => ({ value: isOn ? 'on' : 'off', canReset: false });

/** Files that were chosen as the logo, by the addresses under which the page shows them. They end with the page. */
const chosen = new Map<string, File>();

/** Keeps a file that was chosen, and returns its value in the section: the address under which it can be shown. */
export const keepLogo = (file: File): string => {
  const address = URL.createObjectURL(file);
  chosen.set(address, file);
  return address;
};

/** The value of the logo, which is an address. */
export const savedLogo = (logo: string | null): SavedValues => ({ logo: text(logo) });

/** The rates, if they are typed. */
export const savedRates = (rates: RatesInUse | undefined): SavedValues =>
  rates?.source === 'manual' ? { 'rates.BTC': text(rates.BTC), 'rates.LTC': text(rates.LTC) } : {};

const NOTICES = 'notices.';
const RATES = 'rates.';

/** The data that a section shows. Its parts are loaded apart. */
export interface SectionData {
  settings: readonly Setting[];
  notices?: ShopNotices | undefined;
  rates?: RatesInUse | undefined;
  logo?: string | null;
}

/** All values of a section as texts, by the keys of its fields. */
export const savedValues = (section: SettingSection, { settings, notices, rates, logo }: SectionData): SavedValues => ({
  ...savedSettings(
    settings.filter(
      ({ name }) => isSettingName(name) && aboutSetting(name).section === section && aboutSetting(name).managed,
    ),
  ),
  ...(logo !== undefined && savedLogo(logo)),
  ...(notices && {
    'notices.closed': text(notices.closed),
    'notices.closedOrders': onOff(notices.closedOrders),
    'notices.pricing': text(notices.pricing),
    'notices.weightsShown': onOff(notices.weightsShown),
    'notices.weights': text(notices.weights),
  }),
  ...savedRates(rates),
});

/** The notices that are on or off. All others are texts. */
const SWITCHES: readonly string[] = ['closedOrders', 'weightsShown'];

type Changes = Readonly<Record<string, string | null>>;

const startingWith = (changes: Changes, prefix: string): [string, string | null][] =>
  Object.entries(changes)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);

/** The rates among changes, by their coins. */
export const ratesOf = (changes: Changes): Partial<Rates> => Object.fromEntries(startingWith(changes, RATES));

/** The rates that are saved. */
export const ratesIn = (saved: SavedValues): Rates => ({
  BTC: saved['rates.BTC']?.value ?? null,
  LTC: saved['rates.LTC']?.value ?? null,
});

/**
 * The values that were saved before, for Undo; null if one of them cannot simply be saved again. Nobody reads secrets and
 * access codes back, of an address only the beginning is known, wallets wait and can be taken back, and a file is gone.
 */
export const valuesBefore = (keys: readonly string[], saved: SavedValues): Record<string, string | null> | null => {
  const canReturn = (key: string): boolean =>
    key !== 'logo' &&
    !saved[key]?.isSecret &&
    !NOT_READ_BACK.includes(lookOf(key).kind) &&
    !(isSettingName(key) && aboutSetting(key).waits);
  if (keys.length === 0 || !keys.every(canReturn)) return null;
  return Object.fromEntries(
    keys.map((key) => [key, isSettingName(key) && !saved[key]?.canReset ? null : (saved[key]?.value ?? null)]),
  );
};

const NOT_READ_BACK: readonly string[] = ['secret', 'code', 'url', 'wallet', 'key'];

/**
 * Saves the changed fields of a section. Settings come first, all or none, and then what has calls of its own. `onSaved`
 * gets the keys of what is stored, also if a later call fails.
 */
export const saveChanges = async (
  queryClient: QueryClient,
  changes: Changes,
  { saved, confirm }: { saved: SavedValues; confirm: Record<string, string> },
  onSaved: (keys: readonly string[]) => void,
): Promise<void> => {
  const settings = Object.entries(changes).filter(([key]) => isSettingName(key));
  if (settings.length > 0) {
    const expected = settings.filter(([key]) => !saved[key]?.isSecret).map(([key]) => [key, saved[key]?.value ?? null]);
    await saveSettings(queryClient, Object.fromEntries(settings), { expected: Object.fromEntries(expected), confirm });
    onSaved(settings.map(([key]) => key));
  }
  const notices = startingWith(changes, NOTICES);
  if (notices.length > 0) {
    const values = notices.map(([name, value]) => [name, SWITCHES.includes(name) ? value === 'on' : value]);
    await saveShopNotices(queryClient, Object.fromEntries(values));
    onSaved(notices.map(([name]) => NOTICES + name));
  }
  const rates = ratesOf(changes);
  if (Object.keys(rates).length > 0) {
    await saveRates(queryClient, { ...ratesIn(saved), ...rates });
    onSaved(Object.keys(rates).map((name) => RATES + name));
  }
  if (changes.logo !== undefined) {
    const file = chosen.get(changes.logo ?? '');
    await (file ? uploadLogo(queryClient, file) : deleteLogo(queryClient));
    onSaved(['logo']);
  }
};
