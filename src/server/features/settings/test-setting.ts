import { ShopError } from '#contract/errors.ts';
import { isSettingName, type SettingName } from '#contract/setting-list.ts';
import type { Coin } from '#domain/quotes.ts';
import { callFailureText, statusText } from '../../lib/call-failure.ts';
import { tipAddress } from '../../lib/esplora.ts';
import { type Outcome, post } from '../../lib/post-message.ts';
import { ElsewhereError, readElsewhere } from '../../lib/read-elsewhere.ts';
import { listedIn } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { isoTime } from '../audit/chain.queries.ts';
import { sendNotice } from '../notices/delivery.ts';

type Tried =
  | `${Coin}_WATCH_URL`
  | 'ORDER_WEBHOOK_URL'
  | 'ALARM_WEBHOOK_URL'
  | 'INVENTORY_FEED_URL'
  | 'RATE_URL'
  | 'IMAGE_ORIGIN';

const LIMITS = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/**
 * Tries the address of a setting, as the shop uses it. The message says status and time, and what that means, never the
 * body.
 * @throws ShopError invalid_setting (400) if the setting has no value, or nothing to try
 */
export const testSetting = async (shop: Shop, name: string): Promise<{ ok: boolean; message: string }> => {
  const { settings, currentSettings } = shop;
  if (!isSettingName(name) || !isTried(name)) {
    throw new ShopError('invalid_setting', { message: 'There is nothing to try for this setting.' });
  }
  // What waits is what its owner wants to know about.
  const text = currentSettings.waiting.find((row) => row.name === name)?.value ?? settings[name];
  if (text === undefined) throw new ShopError('invalid_setting', { message: `${name} is not set.` });
  const addresses = listedIn(name, text);
  const answers = await Promise.all(addresses.map((address) => tryAddress(shop, name, address)));
  const ok = answers.every((answer) => answer.ok);
  if (addresses.length === 1) return answers[0]!;
  const named = answers.map(({ message }, index) => `${new URL(addresses[index]!).host}: ${message}`);
  return { ok, message: named.filter((_, index) => answers[index]!.ok === ok).join('\n') };
};

const tryAddress = async (shop: Shop, name: Tried, address: string): Promise<{ ok: boolean; message: string }> => {
  const before = performance.now();
  const { status, failure, cause } = await TESTS[name](shop, address);
  const seconds = `${((performance.now() - before) / 1000).toFixed(1)} s`;
  const ok = failure === null;
  if (status !== null) {
    const meaning = ok ? null : statusText(status);
    return { ok, message: `Status ${status} after ${seconds}.${meaning ? ` ${meaning}` : ''}` };
  }
  const said = (cause ? callFailureText(cause, new URL(address)) : null) ?? failure ?? 'Done';
  return { ok, message: `${said.replace(/\.$/, '')} (after ${seconds}).` };
};

const isTried = (name: SettingName): name is Tried => Object.hasOwn(TESTS, name);

const TESTS: Readonly<Record<Tried, (shop: Shop, address: string) => Promise<Outcome>>> = {
  ORDER_WEBHOOK_URL: (shop) => sendNotice(shop, { event: 'test', id: 'test', payload: JSON.stringify(testOf(shop)) }),
  ALARM_WEBHOOK_URL: (shop, address) => post(address, { body: JSON.stringify({ kind: 'test', ...testOf(shop) }) }),
  INVENTORY_FEED_URL: async (shop, address) => {
    if (address.startsWith('file:')) return { status: null, failure: await readingProblem(shop) };
    const { INVENTORY_FEED_TOKEN: token } = shop.settings;
    return read(shop, 'INVENTORY_FEED_URL', address, token ? { authorization: `Bearer ${token}` } : {});
  },
  RATE_URL: (shop, address) => read(shop, 'RATE_URL', address),
  BTC_WATCH_URL: (shop, address) => read(shop, 'BTC_WATCH_URL', tipAddress(address)),
  LTC_WATCH_URL: (shop, address) => read(shop, 'LTC_WATCH_URL', tipAddress(address)),
  // The pictures are below it. A server that returns nothing at the address itself is still the right one.
  IMAGE_ORIGIN: async (shop, address) => {
    const { status, ...rest } = await read(shop, 'IMAGE_ORIGIN', address);
    return { status, ...rest, ...(status !== null && status < 500 && { failure: null }) };
  },
};

const testOf = ({ clock, settings }: Shop) => ({ event: 'test', at: isoTime(clock()), shop: settings.SHOP_NAME });

const read = async (
  { currentSettings }: Shop,
  name: SettingName,
  address: string,
  headers: Record<string, string> = {},
): Promise<Outcome> => {
  try {
    const { status } = await readElsewhere(new URL(address), {
      called: { name: 'The address' },
      headers: { accept: 'application/json, text/plain', ...headers },
      limits: LIMITS,
      publicOnly: currentSettings.mustBePublic(name),
    });
    return { status, failure: status >= 200 && status <= 299 ? null : `HTTP ${status}` };
  } catch (error) {
    if (error instanceof ElsewhereError) return { status: null, failure: error.message, cause: error.cause };
    throw error;
  }
};

/** Why the feed of a file cannot be read, or null. */
const readingProblem = async ({ feed }: Shop): Promise<string | null> => {
  try {
    await feed.current?.read({ cursor: null });
    return null;
  } catch (error) {
    if (error instanceof ShopError) return error.message;
    throw error;
  }
};
