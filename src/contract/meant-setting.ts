import { cleanId, cleanText, plainTyped, telegramLink, telegramName } from '#domain/typed-text.ts';
import { aboutSetting, isSettingName } from './setting-list.ts';

/** Texts that members read. */
const SHOWN: ReadonlySet<string> = new Set(['SHOP_NAME', 'SHOP_LICENSE']);
/** Wallets show addresses in groups, and in codes as links. */
const WALLET = /^(?:BTC|LTC)_(?:ADDRESS|XPUB)$/;
const LINK_OF_WALLET = /^(?:bitcoin|litecoin):|\?.*$/gis;
/** Addresses elsewhere may have any sign in them. */
const URL_NAMES = /_URL$|^IMAGE_ORIGIN$/;

/** Returns the value of a setting as it is meant, whatever it was copied from. Other secrets stay as they are. */
export const meantSetting = (name: string, typed: string): string => {
  if (name === 'TELEGRAM_SELLER') return telegramName(typed);
  if (name === 'TELEGRAM_GROUP_URL') return telegramLink(typed);
  if (WALLET.test(name)) return plainTyped(typed).replace(/\s/g, '').replace(LINK_OF_WALLET, '');
  if (isSettingName(name) && aboutSetting(name).secret) return typed.trim();
  if (SHOWN.has(name)) return cleanText(typed);
  return URL_NAMES.test(name) ? cleanId(typed) : plainTyped(typed);
};
