import type { NumberRule } from '#domain/number-rules.ts';
import type { SettingName } from './setting-list.ts';

const PRICE: NumberRule = { min: 0, max: 100_000, kind: 'dollars' };
const PERCENT: NumberRule = { min: 0, max: 1_000_000 };
const COUNT: NumberRule = { min: 0, max: 1_000_000, kind: 'whole' };
const HOURS: NumberRule = { min: 0, max: 8760, kind: 'above0', noun: 'hours' };

/** The settings of the panel that are numbers. The start and the panel check them by the same rules. */
export const SETTING_NUMBERS = {
  SHOP_ACCENT: { min: 0, max: 359, kind: 'whole' },
  SHIPPING_STANDARD: PRICE,
  SHIPPING_EXPRESS: PRICE,
  ADDRESS_KEEP_DAYS: { min: 0, max: 3650, kind: 'whole' },
  RATE_JUMP: PERCENT,
  RESERVATION_HOURS: HOURS,
  PAYMENT_CHECK_HOURS: HOURS,
  PAYMENT_CONFIRMATIONS: { min: 1, max: 100, kind: 'whole' },
  WATCH_SECONDS: { min: 1, max: 3600, kind: 'whole' },
  OPEN_ORDERS: COUNT,
  FIRST_ORDER_MAX: { ...PRICE, max: 10_000_000 },
  MINIMUM_AGE: { min: 0, max: 99, kind: 'whole' },
  POINTS_PER_DOLLAR: { min: 0, max: 1000 },
  POINTS_VALUE: { min: 0, max: 10_000 },
  DEFAULT_MARKUP: PRICE,
  PRICE_JUMP: PERCENT,
  LOW_STOCK: COUNT,
  SYNC_INTERVAL_SECONDS: { min: 1, max: 86_400, kind: 'whole' },
} as const satisfies Partial<Record<SettingName, NumberRule>>;

/** The rule of a setting that is a number, or undefined. */
export const numberRuleOf = (name: string): NumberRule | undefined =>
  Object.hasOwn(SETTING_NUMBERS, name) ? SETTING_NUMBERS[name as keyof typeof SETTING_NUMBERS] : undefined;
