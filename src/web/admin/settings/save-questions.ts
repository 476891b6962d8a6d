import { isJump } from '#domain/jump-guard.ts';
import { formatPrice } from '#domain/money.ts';
import { formatLimitAmount, type LimitRule, usualAmount } from '#domain/purchase-limits.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { COIN_NAMES, COINS, coinAmount, isRate, type Rates } from '#domain/quotes.ts';
import { counted, nounFor } from '#domain/text.ts';
import type { Unmeasured } from '#domain/unmeasured.ts';
import { unorderableCount } from '#domain/unmeasured.ts';
import { changeRow, checkRow, rowsOf, textOf } from './limit-rows.ts';

/** A question before values are saved. */
export interface Asked {
  title: string;
  text: string;
  confirmLabel: string;
  /** Another value that needs no question, and its button. */
  fix?: { label: string; value: string };
}

/** Asked before a shop lets minors in: an age is typed quickly, and here it is the law. */
export const minorsQuestion = (age: string): Asked => ({
  title: 'Let minors into your shop?',
  text: `With a minimum age of ${age}, people under 18 could register and order. Almost everywhere adult use begins at 18 or 21.`,
  confirmLabel: `Allow from ${age}`,
});

/** The order in the question about a rate, in cents. */
const EXAMPLE_CENTS = 10_000;

/**
 * Asked before rates are saved by hand that are further from those before than RATE_JUMP: a zero too many is typed quickly,
 * and every order would have the wrong amount. Null if none is.
 */
export const ratesQuestion = (before: Rates, after: Rates, limitPercent: number): Asked | null => {
  const jumps = COINS.flatMap((coin) => {
    const [was, is] = [before[coin], after[coin]];
    if (was === null || is === null || !isRate(was) || !isRate(is) || !isJump(was, is, limitPercent)) return [];
    return [{ coin, was, is }];
  });
  const [first] = jumps;
  if (!first) return null;
  return {
    title: `Is the ${jumps.map(({ coin }) => COIN_NAMES[coin]).join(' and the ')} rate right?`,
    text: jumps
      .map(
        ({ coin, was, is }) =>
          `${formatPrice(was)} → ${formatPrice(is)}, ${timesText(Number(is) / Number(was))}. An order of ${formatPrice(EXAMPLE_CENTS / 100)} would then cost ${coinAmount(EXAMPLE_CENTS, is)} ${coin} instead of ${coinAmount(EXAMPLE_CENTS, was)} ${coin}.`,
      )
      .join('\n'),
    confirmLabel: jumps.length > 1 ? 'Use these rates' : `Use ${formatPrice(first.is)}`,
  };
};

/** "10 times as much", or "35% less". */
const timesText = (factor: number): string => {
  const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
  if (factor >= 2) return `${number(factor)} times as much`;
  if (factor <= 1 / 2) return `${number(1 / factor)} times less`;
  return `${number(Math.abs(factor - 1) * 100)}% ${factor > 1 ? 'more' : 'less'}`;
};

const rulesOf = (text: string | null): readonly LimitRule[] => parseLimits(text ?? '').rules ?? [];

/** Asked before all limits end, and before limits make products unorderable that can be ordered now; null if they do neither. */
export const limitsQuestion = (
  { before, after }: { before: string | null; after: string | null },
  unmeasured: readonly Unmeasured[],
): Asked | null => {
  const were = rulesOf(before);
  if (were.length > 0 && rulesOf(after).length === 0) return endQuestion(after);
  const count = unorderableCount(rulesOf(after), unmeasured, were);
  if (count === 0) return null;
  const fix = usualAmounts(after ?? '', (rule) => unorderableCount([rule], unmeasured, were) > 0);
  return {
    title: `Stop the sale of ${counted(count, 'product')}?`,
    text: `${nounFor(count, 'It states', 'They state')} no weight or dose, so with these limits members could no longer order ${nounFor(count, 'it', 'them')}. Go back to say what unknown weight counts as, or give ${nounFor(count, 'it', 'each')} a size later.`,
    confirmLabel: 'Save the limits',
    ...(fix && { fix: { label: `Count ${nounFor(count, 'it', 'each')} as ${fix.amounts}`, value: fix.text } }),
  };
};

const endQuestion = (after: string | null): Asked => ({
  title: 'End all purchase limits?',
  text:
    after === null
      ? 'Then the limits of the operator apply, if there are any. Otherwise members may order what is in stock.'
      : 'Members may then order what is in stock.',
  confirmLabel: 'End all limits',
});

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** The limits with a usual amount for the products that some of them cannot measure; null if one has no usual amount. */
const usualAmounts = (
  text: string,
  needsOne: (rule: LimitRule) => boolean,
): { text: string; amounts: string } | null => {
  const amounts = new Set<string>();
  const rows = rowsOf(text).map((row) => {
    const checked = checkRow(row);
    if (!('rule' in checked) || !needsOne(checked.rule)) return row;
    const { kind, unit } = checked.rule;
    const usual = usualAmount(kind, unit);
    if (usual === null) return null;
    amounts.add(formatLimitAmount(usual, unit));
    return changeRow(row, { unknown: String(usual) });
  });
  const whole = rows.filter((row) => row !== null);
  return whole.length < rows.length ? null : { text: textOf(whole), amounts: either.format(amounts) };
};
