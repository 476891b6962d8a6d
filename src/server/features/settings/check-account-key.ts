import { ShopError } from '#contract/errors.ts';
import { meantSetting } from '#contract/meant-setting.ts';
import { plainTyped } from '#domain/typed-text.ts';
import { addressAt, areSameKey, knownAccountKey } from '../../lib/account-key.ts';
import { isKeySetting, KEY_SETTINGS, type KeySetting, readPanelValue, sameKeyProblem } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import type { SettingChange } from './put-in-force.service.ts';

const SHOWN = 3;

/**
 * The first addresses of an account key, as the wallet shows them too (behavior 12.7).
 * @throws ShopError invalid_setting (400) with a sentence that shows nothing of a key that is refused
 */
export const firstAddresses = (shop: Shop, name: string, value: string): string[] => {
  if (!isKeySetting(name)) throw new ShopError('invalid_setting', { message: 'There is no key to check here.' });
  const text = meantSetting(name, value);
  const { problem } = readPanelValue(name, text, { isPrivateAllowed: false });
  const sentence = problem ?? (isKeyOfOther(shop, [{ name, text }]) ? sameKeyProblem(name) : null);
  if (sentence !== null) throw new ShopError('invalid_setting', { message: sentence });
  return Array.from({ length: SHOWN }, (_, position) => addressOf(name, text, position));
};

const addressOf = (name: KeySetting, text: string, position = 0): string =>
  addressAt(knownAccountKey(KEY_SETTINGS[name], text), position).address;

/**
 * The problems of account keys that are each usable: one for both coins, or a first address that nobody has compared.
 */
export const keyProblems = (
  shop: Pick<Shop, 'settings' | 'currentSettings'>,
  changes: readonly SettingChange[],
  confirm: Readonly<Record<string, string | null>>,
): string[] =>
  changes.flatMap(({ name, text }) => {
    if (!isKeySetting(name) || text === null) return [];
    if (isKeyOfOther(shop, changes)) return [sameKeyProblem(name)];
    const confirmed = plainTyped(confirm[name] ?? '').toLowerCase();
    if (!confirmed) return [`${name} needs its first address in confirm, as your wallet shows it.`];
    return confirmed === addressOf(name, text)
      ? []
      : [`${name}=… is not usable: its first address is another one. Compare it with your wallet.`];
  });

/** Returns whether a key would be that of both coins, now or when a waiting change comes into force. */
const isKeyOfOther = (
  { settings, currentSettings }: Pick<Shop, 'settings' | 'currentSettings'>,
  changes: readonly SettingChange[],
): boolean => {
  const texts = (name: KeySetting): (string | null | undefined)[] => {
    const change = changes.find((each) => each.name === name);
    if (change) return [change.text];
    return [settings[name], ...currentSettings.waiting.filter((row) => row.name === name).map(({ value }) => value)];
  };
  return texts('BTC_XPUB').some((BTC_XPUB) => texts('LTC_XPUB').some((LTC_XPUB) => areSameKey({ BTC_XPUB, LTC_XPUB })));
};

/** A start's notes on account keys in the environment, which nobody has compared in the panel. */
export const firstAddressNotes = ({ settings, currentSettings: { given } }: Shop): string[] =>
  (Object.keys(KEY_SETTINGS) as KeySetting[]).flatMap((name) => {
    const key = given.values[name] === undefined ? undefined : settings[name];
    return key === undefined
      ? []
      : [`${name}: the first address is ${addressOf(name, key)}. Compare it with your wallet.`];
  });
