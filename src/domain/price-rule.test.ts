import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPriceRule } from './inventory-plan-edits.ts';
import {
  describePriceRule,
  isBeyondMarkups,
  PRICE_ROUNDINGS,
  PRICE_RULE_KINDS,
  type PriceRule,
  priceRuleProblem,
  ruledMarkup,
  samplePrices,
} from './price-rule.ts';
import { finalPriceCents } from './pricing.ts';
import { anItem } from './testing/inventory.ts';

/** Base price, markup, kind, value, rounding; then markup and final price after the rule. All in dollars. */
test.each([
  // A share of the base price, to the cent, a half rounded up.
  [43.65, 15, 'percent', 35, 'none', 15.28, 59],
  [10, 15, 'percent', 0, 'none', 0, 10],
  [33, 0, 'percent', 1.5, 'none', 0.5, 34],
  [0, 15, 'percent', 35, 'none', 0, 0],
  // Dollars.
  [20, 5, 'dollars', 12.5, 'none', 12.5, 33],
  // To the next whole dollar that ends in 9.
  [20, 5, 'dollars', 12.5, 'nine', 19, 39],
  [20, 5, 'dollars', 19, 'nine', 19, 39],
  [20, 5, 'dollars', 19.01, 'nine', 29, 49],
  [43.65, 0, 'dollars', 0, 'nine', 5.35, 49],
  [0, 0, 'dollars', 0, 'nine', 9, 9],
  // To the next multiple of 5.
  [20, 5, 'dollars', 12.5, 'five', 15, 35],
  [20, 5, 'dollars', 15, 'five', 15, 35],
  [20, 5, 'dollars', 15.01, 'five', 20, 40],
  [0, 0, 'dollars', 0, 'five', 0, 0],
  // A change of today's final price.
  [30, 15, 'raise', 10, 'none', 19.5, 50],
  [30, 15, 'raise', 10, 'nine', 29, 59],
  [30, 15, 'raise', 10, 'five', 20, 50],
  [30, 15, 'raise', -10, 'none', 10.5, 41],
  [30, 15, 'raise', 0, 'none', 15, 45],
  [43.65, 15, 'raise', 0, 'none', 15.35, 59],
  [43.65, 15, 'raise', 0.3, 'none', 15.53, 60],
  [43.65, 15, 'raise', 0, 'nine', 15.35, 59],
  // Never below the base price.
  [30, 15, 'raise', -50, 'none', 0, 30],
  [30, 15, 'raise', -50, 'five', 0, 30],
  [30, 15, 'raise', -50, 'nine', 9, 39],
  [43.65, 0, 'raise', -1, 'none', 0, 44],
] as const)(
  'with a base price of $%s and a markup of $%s, "%s" %s with rounding "%s" sets a markup of $%s, and the price is $%s',
  (base, markup, kind, value, rounding, ruled, final) => {
    const [priceCents, markupCents] = [base, markup].map((dollars) => Math.round(dollars * 100)) as [number, number];
    const result = ruledMarkup({ priceCents, markupCents }, { kind, value, rounding });
    expect(result.markupCents / 100).toBe(ruled);
    expect(finalPriceCents(priceCents, result.markupCents) / 100).toBe(final);
  },
);

/** The base price is $30.00, the final price $45.00. */
test.each([
  ['raise', -33, 'none', false],
  ['raise', -34, 'none', true],
  ['raise', -34, 'five', false],
  ['raise', -50, 'five', true],
  ['raise', -50, 'nine', true],
  ['raise', -35, 'nine', false],
  ['percent', 0, 'none', false],
  ['dollars', 0, 'nine', false],
] as const)('"%s" %s with rounding "%s": the item stays at its base price: %s', (kind, value, rounding, isAtBase) => {
  expect(ruledMarkup({ priceCents: 3000, markupCents: 1500 }, { kind, value, rounding }).isAtBase).toBe(isAtBase);
});

test.each([
  ['percent', [0, 35, 12.5, 1000], [-0.01, 1000.01, Number.NaN], 'A percentage must be a number from 0 to 1,000'],
  ['dollars', [0, 0.01, 1.1, 100_000], [-1, 100_000.01], 'A markup must be a number from 0 to 100,000'],
  ['dollars', [19.99], [0.001, 1e-7], 'A markup must have at most two decimals'],
  ['raise', [-50, 0, 7.25, 1000], [-50.01, 1000.01, Number.NaN], 'A raise must be a number from -50 to 1,000'],
] as const)('"%s" takes %j and refuses %j', (kind, good, bad, problem) => {
  for (const value of good) expect(priceRuleProblem({ kind, value })).toBe(null);
  for (const value of bad) expect(priceRuleProblem({ kind, value })).toBe(problem);
});

test.each([
  [{ kind: 'percent', value: 35, rounding: 'none' }, 'Price rule: markup of 35% of the base price'],
  [{ kind: 'dollars', value: 12.5, rounding: 'five' }, 'Price rule: markup of $12.5, rounded up to a multiple of 5'],
  [{ kind: 'raise', value: 10, rounding: 'nine' }, 'Price rule: final prices raised by 10%, rounded up to a 9'],
  [{ kind: 'raise', value: -10, rounding: 'none' }, 'Price rule: final prices lowered by 10%'],
] as const)('%j reads "%s"', (rule, text) => {
  expect(describePriceRule(rule)).toBe(text);
});

test('no markup is above $100,000', () => {
  expect(isBeyondMarkups(10_000_000)).toBe(false);
  expect(isBeyondMarkups(10_000_001)).toBe(true);
});

const cents = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 10_000_000 }));
const rules: fc.Arbitrary<PriceRule> = fc
  .record({
    kind: fc.constantFrom(...PRICE_RULE_KINDS),
    hundredths: fc.integer({ min: -5000, max: 100_000 }),
    rounding: fc.constantFrom(...PRICE_ROUNDINGS),
  })
  .map(({ kind, hundredths, rounding }) => ({
    kind,
    value: (kind === 'raise' ? hundredths : Math.abs(hundredths)) / 100,
    rounding,
  }));

/** The price that a rule asks for before rounding, in hundredths of a cent. */
const wantedExactly = (priceCents: number, finalCents: number, { kind, value }: PriceRule): bigint => {
  const hundredths = BigInt(Math.round(value * 100));
  if (kind === 'dollars') return (BigInt(priceCents) + hundredths) * 10_000n;
  const [amount, share] = kind === 'percent' ? [priceCents, hundredths + 10_000n] : [finalCents, hundredths + 10_000n];
  return BigInt(amount) * share;
};

describe('for any item and any rule', () => {
  test('the markup is never below 0, and only a price that asks for less than the base price is held there', () => {
    fc.assert(
      fc.property(cents, cents, rules, (priceCents, markupCents, rule) => {
        const ruled = ruledMarkup({ priceCents, markupCents }, rule);
        expect(ruled.markupCents).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(ruled.markupCents)).toBe(true);
        if (rule.kind !== 'raise') expect(ruled.isAtBase).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('a final price is rounded upward, to the nearest that fits', () => {
    fc.assert(
      fc.property(cents, cents, rules, (priceCents, markupCents, rule) => {
        const before = finalPriceCents(priceCents, markupCents);
        const after = finalPriceCents(priceCents, ruledMarkup({ priceCents, markupCents }, rule).markupCents);
        const wanted = wantedExactly(priceCents, before, rule);
        const atLeast = wanted > BigInt(priceCents) * 10_000n ? wanted : BigInt(priceCents) * 10_000n;
        // Half a cent is rounded to the cent before the price is.
        expect(BigInt(after) * 10_000n + 5000n).toBeGreaterThanOrEqual(atLeast);
        const step = { none: 100, nine: 1000, five: 500 }[rule.rounding];
        expect(BigInt(after - step) * 10_000n).toBeLessThan(atLeast);
        if (rule.rounding === 'nine') expect(after % 1000).toBe(900);
        if (rule.rounding === 'five') expect(after % 500).toBe(0);
        expect(after % 100).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  test('a price that fits stays: a rule that sets markups changes nothing the second time', () => {
    fc.assert(
      fc.property(cents, cents, rules, (priceCents, markupCents, rule) => {
        fc.pre(rule.kind !== 'raise' || rule.value === 0);
        const item = anItem({ priceCents, markupCents });
        const once = { ...item, markupCents: ruledMarkup(item, rule).markupCents };
        expect(planPriceRule([once], rule).rows).toEqual([]);
      }),
    );
  });

  test('rounding a price that fits keeps it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.boolean(), cents, (step, isNine, markup) => {
        const final = isNine ? step * 1000 + 900 : step * 500;
        const markupCents = Math.min(markup, final);
        const rule = { kind: 'raise', value: 0, rounding: isNine ? 'nine' : 'five' } as const;
        const item = { priceCents: final - markupCents, markupCents };
        expect(ruledMarkup(item, rule)).toEqual({ markupCents, isAtBase: false });
      }),
    );
  });
});

describe('a plan of a rule', () => {
  const items = [
    anItem({ id: 1, priceCents: 1000, markupCents: 1000, name: 'Cheap' }),
    anItem({ id: 2, priceCents: 3000, markupCents: 1500, name: 'Middle' }),
    anItem({ id: 3, priceCents: 4000, markupCents: 500, name: 'Same price as the middle' }),
    anItem({ id: 4, priceCents: 9000, markupCents: 1000, name: 'Dear' }),
    anItem({ id: 5, priceCents: 2000, markupCents: 0, name: 'Unchanged' }),
  ];
  const rule = { kind: 'raise', value: -40, rounding: 'none' } as const;

  test('counts what changes, what stays at the base price and what would be too high', () => {
    const plan = planPriceRule(items, rule);
    expect(plan).toMatchObject({
      counts: { added: 0, changed: 4, removed: 0, unchanged: 1 },
      atBasePrice: 4,
      tooHigh: 0,
      summary: 'Price rule: final prices lowered by 40%: 4 items',
    });
    expect(plan.rows.map(({ itemId, after }) => [itemId, after])).toEqual([
      [1, { markupCents: 200 }],
      [2, { markupCents: 0 }],
      [3, { markupCents: 0 }],
      [4, { markupCents: 0 }],
    ]);
    const dear = anItem({ priceCents: 2_000_000, markupCents: 0 });
    expect(planPriceRule([dear, items[0]!], { kind: 'percent', value: 1000, rounding: 'none' }).tooHigh).toBe(1);
  });

  test('is shown by four items: the cheapest, the middle, the dearest, and the one that moves furthest, or others', () => {
    const samples = (chosen: typeof items) => {
      const plan = planPriceRule(chosen, rule);
      return samplePrices(plan.rows, new Map(chosen.map((item) => [item.id, item]))).map(({ itemId }) => itemId);
    };
    expect(samples(items)).toEqual([1, 2, 3, 4]);
    expect(samples([...items, anItem({ id: 6, priceCents: 2500, markupCents: 2500 })])).toEqual([1, 3, 6, 4]);
    expect(samples(items.slice(0, 1))).toEqual([1]);
    expect(samples(items.slice(4))).toEqual([]);
    const [sample] = samplePrices(planPriceRule(items, rule).rows, new Map(items.map((item) => [item.id, item])));
    expect(sample).toEqual({ itemId: 1, name: 'Cheap', beforeCents: 2000, afterCents: 1200, markupCents: 200 });
  });
});
