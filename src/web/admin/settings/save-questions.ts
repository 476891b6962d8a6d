import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { counted, nounFor } from '#domain/text.ts';
import type { Unmeasured } from '#domain/unmeasured.ts';
import { unorderableCount } from '#domain/unmeasured.ts';

/** A question before values are saved. */
export interface Asked {
  title: string;
  text: string;
  confirmLabel: string;
}

/** Asked before a shop lets minors in: an age is typed quickly, and here it is the law. */
export const minorsQuestion = (age: string): Asked => ({
  title: 'Let minors into your shop?',
  text: `With a minimum age of ${age}, people under 18 could register and order. Almost everywhere adult use begins at 18 or 21.`,
  confirmLabel: `Allow from ${age}`,
});

/** Asked before limits make products unorderable that can be ordered now; null if they make none. */
export const limitsQuestion = (
  { before, after }: { before: string | null; after: string | null },
  unmeasured: readonly Unmeasured[],
): Asked | null => {
  const rulesOf = (text: string | null) => parseLimits(text ?? '').rules ?? [];
  const count = unorderableCount(rulesOf(after), unmeasured, rulesOf(before));
  if (count === 0) return null;
  return {
    title: `Stop the sale of ${counted(count, 'product')}?`,
    text: `${nounFor(count, 'It states', 'They state')} no weight or dose, so with these limits members could no longer order ${nounFor(count, 'it', 'them')}. Go back to say what unknown weight counts as, or give ${nounFor(count, 'it', 'each')} a size later.`,
    confirmLabel: 'Save the limits',
  };
};
