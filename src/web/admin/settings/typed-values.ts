import { meantSetting } from '#contract/meant-setting.ts';
import { numberRuleOf } from '#contract/setting-numbers.ts';
import { hasBech32Checksum } from '#domain/bech32-checksum.ts';
import { numberProblem, plainNumber } from '#domain/number-rules.ts';
import { isRate } from '#domain/quotes.ts';
import { counted } from '#domain/text.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { limitsProblem } from './limit-rows.ts';
import { lookOf } from './setting-fields.ts';

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** The time zone of a city, such as "Denver"; any other text as it is. */
const zoneOf = (text: string): string => {
  const city = `/${text.replaceAll(' ', '_')}`.toLowerCase();
  return (
    (isZone(text) ? undefined : Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(city))) ??
    text
  );
};

/** How addresses of the coins begin. The shop also checks the rest, when it is saved. */
const WALLETS: Readonly<Record<string, { begins: RegExp; problem: string }>> = {
  BTC_ADDRESS: {
    begins: /^(?:bc1[a-z0-9]+|BC1[A-Z0-9]+|[13][a-zA-Z0-9]+)$/,
    problem:
      'A Bitcoin address begins with bc1, 1 or 3 and has only letters and digits. Copy it from your wallet once more.',
  },
  LTC_ADDRESS: {
    begins: /^(?:ltc1[a-z0-9]+|LTC1[A-Z0-9]+|[LM3][a-zA-Z0-9]+)$/,
    problem:
      'A Litecoin address begins with ltc1, L, M or 3 and has only letters and digits. Copy it from your wallet once more.',
  },
};

const addressProblem = (text: string, protocols: readonly string[]): string | null => {
  const isUsable = URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return isUsable ? null : 'It must be a whole address that begins with https://.';
};

const isNumber = (key: string): boolean => numberRuleOf(key) !== undefined || key.startsWith('rates.');

/** The meaning of a typed text: "12,50" is 12.50, a link of Telegram names a seller, and Denver is a time zone. */
export const meantText = (key: string, typed: string): string => {
  if (isNumber(key)) return plainNumber(typed);
  const text = meantSetting(key, typed);
  return key === 'TIME_ZONE' ? zoneOf(text) : text;
};

/** Returns what is wrong with a typed text, as far as the page knows, or null. The shop checks it again. */
export const typedProblem = (key: string, typed: string | null): string | null => {
  const text = meantText(key, typed ?? '');
  if (text === '') return null;
  const rule = numberRuleOf(key);
  if (rule) {
    const problem = numberProblem(text, rule);
    return (
      problem && `It ${problem}.${/^[\d.,\s]*,[\d.,\s]*$/.test(text) ? ' Write it like 1250.50, without a comma.' : ''}`
    );
  }
  if (key.startsWith('rates.')) return isRate(text) ? null : 'Enter dollars per coin, such as 65000.00';
  if (key === 'PURCHASE_LIMITS') return limitsProblem(text);
  if (key === 'TELEGRAM_SELLER')
    return /^@?\w{3,64}$/.test(text) ? null : 'It must be a Telegram user name, such as @your_name or t.me/your_name.';
  if (key === 'TELEGRAM_GROUP_URL') {
    const problem = addressProblem(text, ['https:', 'http:', 'tg:']);
    return problem && 'It must be a link to a group, such as t.me/your_group, t.me/+invite or @your_group.';
  }
  const wallet = WALLETS[key];
  if (wallet) {
    if (!wallet.begins.test(text)) return wallet.problem;
    const isMistyped = /^(bc|ltc)1/i.test(text) && !hasBech32Checksum(text);
    return isMistyped
      ? 'This address has a typing mistake. Copy it from your wallet once more: money sent to it would be lost.'
      : null;
  }
  const { kind } = lookOf(key);
  if (kind === 'url') {
    const addresses = key.endsWith('_WATCH_URL') ? text.split(',') : [text];
    return addresses.map((each) => addressProblem(each.trim(), ['https:', 'http:'])).find(Boolean) ?? null;
  }
  if (kind === 'zone') return isZone(text) ? null : 'Choose a time zone from the list, such as America/Denver.';
  return null;
};

const ADULT_USE = 21;
const OF_AGE = 18;

/** Returns whether a typed minimum age lets minors in. The page asks before it saves such an age. */
export const isUnderAge = (age: string | null): age is string => age !== null && Number(age) < OF_AGE;

/** A remark on a value that can be saved; null if there is none. */
export const remarkOn = (key: string, typed: string | null): string | null => {
  const text = meantText(key, typed ?? '');
  if (key !== 'MINIMUM_AGE' || text === '' || typedProblem(key, text) !== null || Number(text) >= ADULT_USE)
    return null;
  return `Make sure that you may sell to people of ${text}. In most places adult use begins at ${ADULT_USE}.`;
};

const LARGER: Readonly<Record<string, { noun: string; size: number; from: number }>> = {
  seconds: { noun: 'minute', size: 60, from: 60 },
  hours: { noun: 'day', size: 24, from: 24 },
};

/** How long a number of seconds or hours is in a larger unit: "That is 2 minutes." Null if that says nothing more. */
export const durationText = (typed: string, unit: string | undefined): string | null => {
  const larger = unit === undefined ? undefined : LARGER[unit];
  const count = /^\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : 0;
  if (!larger || count < larger.from) return null;
  const length = Math.round((count / larger.size) * 10) / 10;
  return `${length * larger.size === count ? 'That is' : 'That is about'} ${lengthText(length, larger.noun)}.`;
};

const lengthText = (length: number, noun: string): string =>
  Number.isInteger(length) ? counted(length, noun) : `${length} ${noun}s`;

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as "6h" of the operator in milliseconds; null for "off". */
const everyMs = (value: string): number | null => {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(value) ?? [];
  return UNIT_MS[unit] === undefined ? null : Number(count) * UNIT_MS[unit];
};

/** A time such as "6h" or "off" of the operator, in words: "Every 6 hours". */
export const everyText = (value: string): string => {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(value) ?? [];
  const noun = UNITS[unit];
  if (value === 'off') return 'Never';
  if (noun === undefined) return value;
  return count === '1' ? `Every ${noun}` : `Every ${counted(Number(count), noun)}`;
};

/** Says if the shop makes backups by itself, and when the next one is due. */
export const scheduleText = (every: string, backups: readonly { name: string; at: string }[], now: number): string => {
  const length = everyMs(every);
  if (length === null) return 'The shop makes none by itself. Ask whoever runs the server to turn that on.';
  const scheduled = backups.filter(({ name }) => name.startsWith('greenroom-scheduled-'));
  const next = Math.max(...scheduled.map(({ at }) => Date.parse(at))) + length;
  const sentence = `The shop makes one by itself ${everyText(every).toLowerCase()}.`;
  // Another machine may have made the last one.
  return next > now ? `${sentence} The next one is due on ${formatDateTime(new Date(next).toISOString())}.` : sentence;
};
