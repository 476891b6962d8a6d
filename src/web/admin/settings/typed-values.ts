import { numberRuleOf } from '#contract/setting-numbers.ts';
import { numberProblem } from '#domain/number-rules.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { isRate } from '#domain/quotes.ts';
import { counted } from '#domain/text.ts';
import { lookOf } from './setting-fields.ts';

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** How addresses of the coins begin. The shop also checks the rest, when it is saved. */
const WALLETS: Readonly<Record<string, { begins: RegExp; problem: string }>> = {
  BTC_ADDRESS: {
    begins: /^(bc1|[13])[a-z0-9]+$/i,
    problem: 'A Bitcoin address begins with bc1, 1 or 3 and has no spaces. Copy it from your wallet once more.',
  },
  LTC_ADDRESS: {
    begins: /^(ltc1|[LM3])[a-z0-9]+$/i,
    problem: 'A Litecoin address begins with ltc1, L, M or 3 and has no spaces. Copy it from your wallet once more.',
  },
};

const addressProblem = (text: string, protocols: readonly string[]): string | null => {
  const isUsable = URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return isUsable ? null : 'It must be a whole address that begins with https://.';
};

/** Returns what is wrong with a typed text, as far as the page knows, or null. The shop checks it again. */
export const typedProblem = (key: string, typed: string | null): string | null => {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  const rule = numberRuleOf(key);
  if (rule) {
    const problem = numberProblem(text, rule);
    return problem && `It ${problem}.`;
  }
  if (key.startsWith('rates.')) return isRate(text) ? null : 'Enter dollars per coin, such as 65000.00';
  if (key === 'PURCHASE_LIMITS') return parseLimits(text).mistake ? 'Please correct the limits.' : null;
  if (key === 'TELEGRAM_SELLER')
    return /^@?\w{3,64}$/.test(text) ? null : 'It must be a Telegram user name, such as @your_name.';
  if (key === 'TELEGRAM_GROUP_URL') return addressProblem(text, ['https:', 'http:', 'tg:']);
  const wallet = WALLETS[key];
  if (wallet) return wallet.begins.test(text) ? null : wallet.problem;
  const { kind } = lookOf(key);
  if (kind === 'url') return addressProblem(text, ['https:', 'http:']);
  if (kind === 'zone') return isZone(text) ? null : 'Choose a time zone from the list, such as America/Denver.';
  return null;
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

/** A time such as "6h" or "off" of the operator, in words: "Every 6 hours". */
export const everyText = (value: string): string => {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(value) ?? [];
  const noun = UNITS[unit];
  if (value === 'off') return 'Never';
  if (noun === undefined) return value;
  return count === '1' ? `Every ${noun}` : `Every ${counted(Number(count), noun)}`;
};
