import { formatLimitAmount, type LimitRule, usualAmount } from '#domain/purchase-limits.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
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
