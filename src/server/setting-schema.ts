import { resolve } from 'node:path';
import { bech32 } from '@scure/base';
import * as z from 'zod';
import type { SettingName } from '#contract/setting-list.ts';
import { SETTING_NUMBERS } from '#contract/setting-numbers.ts';
import {
  DEFAULT_MARKUP_CENTS,
  DEFAULT_MINIMUM_AGE,
  DEFAULT_POINTS_PER_DOLLAR,
  DEFAULT_PRICE_JUMP,
  DEFAULT_RATE_JUMP,
  DEFAULT_SHOP_NAME,
  DEFAULT_SYNC_INTERVAL_SECONDS,
  SHIPPING_CENTS,
} from '#domain/constants.ts';
import { centsToDollars } from '#domain/money.ts';
import { type NumberRule, numberProblem } from '#domain/number-rules.ts';
import { LIMITS_MAX_LENGTH } from '#domain/purchase-limits.ts';
import { mistakeText, parseLimits } from '#domain/purchase-limits-parser.ts';
import type { Coin } from '#domain/quotes.ts';
import { telegramLink, telegramName } from '#domain/typed-text.ts';
import { serverAddresses } from './db/postgres/server-address.ts';
import { readAccountKey } from './lib/account-key.ts';
import { bitcoinAddressProblem, litecoinAddressProblem } from './lib/wallet-address.ts';

const onOff = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on');
const number = (rule: NumberRule) =>
  z.string().transform((value, context) => {
    const problem = numberProblem(value, rule);
    if (problem === null) return Number(value);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
const whole = (min: number, max: number) => number({ min, max, kind: 'whole' });
const minutes = (max: number) => number({ min: 0, max, kind: 'above0', noun: 'minutes' });
const numberOf = (name: keyof typeof SETTING_NUMBERS) => number(SETTING_NUMBERS[name]);
const text = z.string().trim().min(1, 'must not be empty').max(500, 'is too long');
/** A bearer token, which has to fit into a header. A refused header would show it. */
const token = text.regex(/^[\x20-\x7e]+$/, 'must have only plain letters, digits and signs, without accents');
const address = (problem: (address: string) => string | null) =>
  text.superRefine((value, context) => {
    const wrong = problem(value);
    if (wrong) context.addIssue({ code: 'custom', message: wrong });
  });
/** An account key as an xpub, whatever its prefix is. */
const accountKey = (coin: Coin) =>
  text.transform((value, context) => {
    const key = readAccountKey(coin, value);
    if (!('problem' in key)) return key.xpub;
    context.addIssue({ code: 'custom', message: key.problem });
    return z.NEVER;
  });
const url = (...protocols: string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    // Later checks read the address.
    abort: true,
  });

/** The addresses of a list with commas. */
export const listedAddresses = (value: string): string[] => value.split(',').map((each) => each.trim());

const MOST_SERVERS = 2;
const server = url('https:', 'http:').refine((value) => !/[?#]/.test(value), 'must be an address without ? and #');
/** One server or two, with a comma between them. */
const servers = z
  .string()
  .transform(listedAddresses)
  .pipe(z.array(server).max(MOST_SERVERS, 'must be one address, or two with a comma between them'))
  .transform((addresses) => addresses.join(','));

export const DEFAULT_DATA_DIR = './data';

export const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const INTERVAL_PROBLEM = 'must be "off" or a time such as "6h" or "1d", at most 365d';
/** A number of minutes, hours or days in milliseconds; null for "off". */
const interval = z.string().transform((value, context) => {
  if (value === 'off') return null;
  const [, number, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(value) ?? [];
  const milliseconds = Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS];
  if (milliseconds <= 365 * UNIT_MS.d) return milliseconds;
  context.addIssue({ code: 'custom', message: INTERVAL_PROBLEM });
  return z.NEVER;
});

/** The problem of an address of PostgreSQL servers, or null. */
const databaseProblem = (value: string): string | null => {
  try {
    serverAddresses(value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

/** The problem of an age public key (X25519), or null. The checksum tells a mistyped one (behavior 1.18). */
const recipientProblem = (recipient: string): string | null => {
  const decoded = recipient.startsWith('age1') ? bech32.decodeUnsafe(recipient) : undefined;
  const bytes = decoded?.prefix === 'age' ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  return bytes?.length === 32 ? null : 'is not an age public key (age1…) with a right checksum';
};

/** The problem of a text of purchase limits, with its place, or null. */
const limitsProblem = (value: string): string | null => {
  const { mistake } = parseLimits(value);
  return mistake && `has a mistake in ${mistakeText(mistake)}`;
};

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The check and the default of every setting (contract/setting-list.ts describes them), and how its text is read. */
export const SETTING_SCHEMA = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default(DEFAULT_DATA_DIR).transform((path) => resolve(path)),
  DATABASE_URL: address(databaseProblem).optional(),
  SHOP_ACCESS_CODE: text.optional(),
  SHOP_ADMIN_USERNAME: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{3,32}$/, 'must be 3 to 32 letters, digits, dots, dashes or underscores')
    .default('admin'),
  SHOP_ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').max(200, 'is too long').optional(),
  SHOP_NAME: text.max(60, 'is too long').default(DEFAULT_SHOP_NAME),
  /** A hue in degrees. */
  SHOP_ACCENT: numberOf('SHOP_ACCENT').optional(),
  SHOP_LICENSE: text.max(120, 'is too long').optional(),
  SHIPPING_STANDARD: numberOf('SHIPPING_STANDARD').default(centsToDollars(SHIPPING_CENTS.standard)),
  SHIPPING_EXPRESS: numberOf('SHIPPING_EXPRESS').default(centsToDollars(SHIPPING_CENTS.express)),
  DELIVERY_ADDRESSES: z.enum(['off', 'optional', 'required'], 'must be "off", "optional" or "required"').default('off'),
  ADDRESS_KEEP_DAYS: numberOf('ADDRESS_KEEP_DAYS').default(30),
  TELEGRAM_SELLER: z
    .string()
    .trim()
    .transform(telegramName)
    .pipe(z.string().regex(/^[A-Za-z0-9_]{3,64}$/, 'must be a Telegram user name'))
    .optional(),
  TELEGRAM_GROUP_URL: z
    .string()
    .transform(telegramLink)
    .pipe(url('https:', 'http:', 'tg:'))
    .optional(),
  BTC_ADDRESS: address(bitcoinAddressProblem).optional(),
  LTC_ADDRESS: address(litecoinAddressProblem).optional(),
  BTC_XPUB: accountKey('BTC').optional(),
  LTC_XPUB: accountKey('LTC').optional(),
  INVENTORY_FEED_URL: url('https:', 'http:', 'file:').optional(),
  INVENTORY_FEED_TOKEN: token.optional(),
  SYNC_INTERVAL_SECONDS: numberOf('SYNC_INTERVAL_SECONDS').default(DEFAULT_SYNC_INTERVAL_SECONDS),
  AUTO_SYNC: onOff.default(true),
  DEMO: onOff.optional(),
  IMAGE_ORIGIN: url('https:', 'http:').optional(),
  TEST_POINTS: onOff.optional(),
  RATE_LIMITS: onOff.default(true),
  CATALOGUE_NEEDS_GATE: onOff.default(false),
  TRUST_PROXY: onOff.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as "info"')
    .default('warn'),
  DEFAULT_MARKUP: numberOf('DEFAULT_MARKUP').default(centsToDollars(DEFAULT_MARKUP_CENTS)),
  PRICE_JUMP: numberOf('PRICE_JUMP').default(DEFAULT_PRICE_JUMP),
  LOW_STOCK: numberOf('LOW_STOCK').default(5),
  POINTS_PER_DOLLAR: numberOf('POINTS_PER_DOLLAR').default(DEFAULT_POINTS_PER_DOLLAR),
  POINTS_VALUE: numberOf('POINTS_VALUE').default(0),
  PURCHASE_LIMITS: z
    .string()
    .trim()
    .max(LIMITS_MAX_LENGTH, 'is too long')
    .superRefine((value, context) => {
      const wrong = limitsProblem(value);
      if (wrong) context.addIssue({ code: 'custom', message: wrong });
    })
    .default(''),
  MINIMUM_AGE: numberOf('MINIMUM_AGE').default(DEFAULT_MINIMUM_AGE),
  RESERVATION_HOURS: numberOf('RESERVATION_HOURS').default(24),
  PAYMENT_CHECK_HOURS: numberOf('PAYMENT_CHECK_HOURS').default(72),
  OPEN_ORDERS: numberOf('OPEN_ORDERS').optional(),
  FIRST_ORDER_MAX: numberOf('FIRST_ORDER_MAX').optional(),
  MEMBERS_NEED_APPROVAL: onOff.default(false),
  ORDER_WEBHOOK_URL: url('https:', 'http:').optional(),
  ORDER_WEBHOOK_SECRET: text.optional(),
  IMAGE_CACHE_MB: whole(1, 1_000_000).default(512),
  METRICS_TOKEN: token.optional(),
  BACKUP_EVERY: interval.optional(),
  BACKUP_KEEP: whole(1, 10_000).default(14),
  BACKUP_KEEP_DAYS: whole(1, 36_500).default(90),
  BACKUP_RECIPIENT: address(recipientProblem).optional(),
  ALARM_WEBHOOK_URL: url('https:', 'http:').optional(),
  WEB_CONCURRENCY: whole(1, 64).default(1),
  PUBLIC_URL: url('https:', 'http:')
    .refine((value) => new URL(value).pathname === '/' && !new URL(value).search, 'must be an address without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  PANEL_PASSKEYS: z.enum(['optional', 'required'], 'must be "optional" or "required"').default('optional'),
  REAUTHENTICATION_MINUTES: minutes(1440).default(10),
  RATE_URL: url('https:', 'http:').optional(),
  BTC_WATCH_URL: servers.optional(),
  LTC_WATCH_URL: servers.optional(),
  PAYMENT_CONFIRMATIONS: numberOf('PAYMENT_CONFIRMATIONS').default(2),
  WATCH_SECONDS: numberOf('WATCH_SECONDS').default(30),
  PAYMENT_AUTO: onOff.default(false),
  /** Percent; 0: off (behavior 7.15). */
  RATE_JUMP: numberOf('RATE_JUMP').default(DEFAULT_RATE_JUMP),
  /** On if addresses that are set in the panel may be private ones (behavior 1.24). */
  PRIVATE_URLS: onOff.default(false),
  QUOTE_MINUTES: minutes(10_080).default(60),
  TIME_ZONE: text
    .refine(isTimeZone, 'must be a time zone such as "America/Denver"')
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  /** For wallets and the seller that an owner changes in the panel (behavior 12.5). */
  WALLET_DELAY_HOURS: number({ min: 0, max: 8760 }).default(24),
});

// Every setting is described. NODE_ENV is one of Node.
SETTING_SCHEMA.shape satisfies Record<SettingName | 'NODE_ENV', z.ZodType>;

/** The values of settings as the schema reads them. */
export type CheckedValues = z.output<typeof SETTING_SCHEMA>;
