/** The kinds that a product can have. */
export const PRODUCT_KINDS = ['flower', 'concentrate', 'vape', 'edible', 'topical'] as const;

/** The kinds of products that a limit can be about. */
export const LIMIT_KINDS = [...PRODUCT_KINDS, 'any'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_UNITS = ['g', 'mg', 'pcs'] as const;
export type LimitUnit = (typeof LIMIT_UNITS)[number];

/** One rule of how much a member may order in a rolling window (behavior 6.11). */
export interface LimitRule {
  kind: LimitKind;
  unit: LimitUnit;
  /** In the unit of the rule. */
  max: number;
  /** The window as it was written, such as "1d". */
  window: string;
  windowMs: number;
  /**
   * The amount that counts for a piece of a product without a known amount, in the unit of the rule; null if it cannot
   * be ordered.
   */
  amountIfUnknown: number | null;
}

export const LIMITS_MAX_LENGTH = 1000;

/** The kinds as sentences name them: "7 g of flower". */
export const LIMIT_KIND_WORDS: Readonly<Record<LimitKind, string>> = {
  flower: 'flower',
  concentrate: 'concentrate',
  vape: 'vape products',
  edible: 'edibles',
  topical: 'topicals',
  any: 'products',
};

/** The categories that belong to the kinds. */
export const LIMIT_KIND_CATEGORIES: Readonly<Record<Exclude<LimitKind, 'any'>, readonly string[]>> = {
  flower: ['Flower', 'Pre-rolls'],
  concentrate: ['Concentrates'],
  vape: ['Carts', 'Vape Cartridges', 'Disposables'],
  edible: ['Edibles', 'Munchies'],
  topical: ['Topical'],
};

const USUAL_AMOUNTS: Readonly<Partial<Record<LimitUnit, Partial<Record<LimitKind, number>>>>> = {
  g: { flower: 3.5, concentrate: 1, vape: 1, any: 3.5 },
  mg: { edible: 100, topical: 100, any: 100 },
};

/** The size in which a kind is mostly sold: a proposal for products that state none. Null if there is no usual one. */
export const usualAmount = (kind: LimitKind, unit: LimitUnit): number | null => USUAL_AMOUNTS[unit]?.[kind] ?? null;

/** Formats an amount with its unit: "3.5 g", "1 piece". */
export const formatLimitAmount = (amount: number, unit: LimitUnit): string => {
  const number = formatNumber(amount);
  return unit === 'pcs' ? `${number} ${pieces(amount)}` : `${number} ${unit}`;
};

const pieces = (count: number): string => (count === 1 ? 'piece' : 'pieces');

const formatNumber = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** Formats a window for people. A day is "24 hours", because it does not begin at midnight. */
export const formatWindow = (window: string): string => {
  const length = Number.parseFloat(window);
  const isHours = window.endsWith('h') || length === 1;
  const count = window.endsWith('h') ? length : length === 1 ? 24 : length;
  return `${formatNumber(count)} ${isHours ? 'hour' : 'day'}${count === 1 ? '' : 's'}`;
};

/** The words of a meter: "7 of 14 g in 24 hours". */
export const meterText = (counted: number, { max, unit, window }: Pick<LimitRule, 'max' | 'unit' | 'window'>): string =>
  `${formatNumber(counted)} of ${formatLimitAmount(max, unit)} in ${formatWindow(window)}`;

/** A rule in words, with the window as sellers write it: "28 g of flower in 1 day". */
export const ruleText = ({ kind, unit, max, window }: Pick<LimitRule, 'kind' | 'unit' | 'max' | 'window'>): string => {
  const length = Number.parseFloat(window);
  const noun = `${window.endsWith('h') ? 'hour' : 'day'}${length === 1 ? '' : 's'}`;
  return `${formatLimitAmount(max, unit)} of ${LIMIT_KIND_WORDS[kind]} in ${formatNumber(length)} ${noun}`;
};

/**
 * The rule that makes another one pointless: it counts at least the same products, and allows no more within the same time. Of two rules that are alike, the later one is pointless. Null if the rule can stop an order that no other stops.
 */
export const stricterThan = (rule: LimitRule, rules: readonly LimitRule[]): LimitRule | null =>
  rules.find(
    (other) =>
      other !== rule &&
      other.unit === rule.unit &&
      (other.kind === rule.kind || other.kind === 'any') &&
      mostWithin(other, rule.windowMs) <= rule.max &&
      countsUnknown(other) >= countsUnknown(rule) &&
      (!isSameLimit(other, rule) || rules.indexOf(other) < rules.indexOf(rule)),
  ) ?? null;

/** The most that a rule allows within a time, which may be longer than its own: 28 g a day are 196 g in 7 days. */
const mostWithin = ({ max, windowMs }: LimitRule, milliseconds: number): number =>
  max * Math.ceil(milliseconds / windowMs);

/** A rule without an amount for them refuses products of unknown weight. */
const countsUnknown = ({ amountIfUnknown }: LimitRule): number => amountIfUnknown ?? Number.POSITIVE_INFINITY;

const isSameLimit = (one: LimitRule, other: LimitRule): boolean =>
  one.kind === other.kind &&
  one.max === other.max &&
  one.windowMs === other.windowMs &&
  one.amountIfUnknown === other.amountIfUnknown;
