import { formatLimitAmount, LIMIT_KIND_WORDS, type LimitRule } from './purchase-limits.ts';
import { amountFor, countsProduct, type ProductAmounts } from './purchase-limits-amounts.ts';

/** Pieces of a product, in the cart or on a receipt. */
export interface CountedLine {
  productName: string;
  quantity: number;
  amounts: ProductAmounts;
}

/** A line of a receipt that is neither cancelled nor expired. */
export interface PurchasedLine extends CountedLine {
  /** When the order was confirmed, in epoch milliseconds. */
  at: number;
}

/** How much of a limit a member has used, in the unit of its rule (behavior 6.11). */
export interface LimitUsage {
  rule: LimitRule;
  /** By receipts in the window. */
  used: number;
  inCart: number;
  /** When the cart would fit, in epoch milliseconds; null if it fits now or never will. */
  opensAt: number | null;
}

/** Returns how much receipts and cart count for a rule at a given time. */
export const limitUsage = (
  rule: LimitRule,
  { purchased, cart, now }: { purchased: readonly PurchasedLine[]; cart: readonly CountedLine[]; now: number },
): LimitUsage => {
  const counted = purchased.filter((line) => line.at + rule.windowMs > now && countsProduct(rule, line.amounts));
  const used = total(rule, counted);
  const inCart = total(rule, cart);
  return {
    rule,
    used: used / PARTS,
    inCart: inCart / PARTS,
    opensAt: opensAt(rule, { counted, used, inCart }),
  };
};

/** Sums are whole thousandths, so that 0.1 + 0.2 is 0.3. */
const PARTS = 1000;
const inParts = (amount: number): number => Math.round(amount * PARTS);

/** An unknown amount counts nothing: such a product is refused, or was ordered before the rule existed. */
const total = (rule: LimitRule, lines: readonly CountedLine[]): number =>
  lines
    .filter(({ amounts }) => countsProduct(rule, amounts))
    .reduce((sum, { amounts, quantity }) => sum + inParts(amountFor(rule, amounts) ?? 0) * quantity, 0);

/** The time at which enough of the oldest purchases have left the window. */
const opensAt = (
  rule: LimitRule,
  { counted, used, inCart }: { counted: readonly PurchasedLine[]; used: number; inCart: number },
): number | null => {
  const max = inParts(rule.max);
  if (inCart === 0 || used + inCart <= max || inCart > max) return null;
  const oldestFirst = [...counted].sort((a, b) => a.at - b.at);
  let left = used;
  for (const line of oldestFirst) {
    left -= total(rule, [line]);
    if (left + inCart <= max) return line.at + rule.windowMs;
  }
  return null;
};

/** Returns whether a cart breaks the limit. A cart without products of its kind never does. */
export const isOverLimit = ({ rule, used, inCart }: LimitUsage): boolean =>
  inCart > 0 && inParts(used) + inParts(inCart) > inParts(rule.max);

/** Why an order is refused. */
export type LimitRefusal =
  | { code: 'amount_unknown'; productName: string }
  | {
      code: 'limit_reached';
      /** Of the first rule that the order breaks. */
      usage: LimitUsage;
      /** When no rule would be broken any more, in epoch milliseconds; null if waiting does not help. */
      opensAt: number | null;
    };

/** Returns why an order is refused, by the first rule that it breaks (behavior 6.11). Null if it fits. */
export const refusalOf = (
  rules: readonly LimitRule[],
  order: { purchased: readonly PurchasedLine[]; cart: readonly CountedLine[]; now: number },
): LimitRefusal | null => {
  const refusals = rules.flatMap((rule) => refusalBy(rule, order) ?? []);
  const [first] = refusals;
  if (first?.code !== 'limit_reached') return first ?? null;
  const times = refusals.map((refusal) => (refusal.code === 'limit_reached' ? refusal.opensAt : null));
  return { ...first, opensAt: lastTime(times) };
};

const refusalBy = (rule: LimitRule, order: Parameters<typeof limitUsage>[1]): LimitRefusal | null => {
  const unknown = order.cart.find(({ amounts }) => countsProduct(rule, amounts) && amountFor(rule, amounts) === null);
  if (unknown) return { code: 'amount_unknown', productName: unknown.productName };
  const usage = limitUsage(rule, order);
  return isOverLimit(usage) ? { code: 'limit_reached', usage, opensAt: usage.opensAt } : null;
};

/** The time at which all of several limits are kept; null if one of them never will be. */
export const lastTime = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length < times.length ? null : Math.max(...known);
};

/** The sentence of a refusal (behavior 6.11). The time is in the time zone, such as "America/Denver". */
export const refusalText = (refusal: LimitRefusal, timeZone: string): string => {
  if (refusal.code === 'amount_unknown') {
    return `We don't know how much ${refusal.productName} contains. Please message the seller.`;
  }
  const { opensAt, usage } = refusal;
  const { rule, used } = usage;
  const words = LIMIT_KIND_WORDS[rule.kind];
  const left = (inParts(rule.max) - inParts(used)) / PARTS;
  const now =
    left > 0
      ? `You can order ${formatLimitAmount(left, rule.unit)} of ${words} now.`
      : `You can't order more ${words} now.`;
  return opensAt === null ? now : `${now} More from ${formatMinute(opensAt, timeZone)}.`;
};

const MINUTE_MS = 60_000;

/**
 * Formats a time as "Nov 24, 9:30 AM", rounded up to the minute, so that nobody comes back too early. Without a time zone
 * it is the reader's own.
 */
export const formatMinute = (at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
    .format(Math.ceil(at / MINUTE_MS) * MINUTE_MS)
    // Newer versions of the time formats have a narrow no-break space before AM and PM.
    .replace(/\s/g, ' ');
