import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_MARKUP_CENTS } from './constants.ts';
import {
  changeOfFinalPrice,
  explainLinePrices,
  explainPrice,
  finalPriceCents,
  isRoundedUp,
  linePrices,
  nextTier,
  pricePerUnit,
  typedMarkupCents,
  unitPriceCents,
} from './pricing.ts';
import { aProduct } from './testing/products.ts';

test.each([
  [4365, DEFAULT_MARKUP_CENTS, 5900],
  [4500, DEFAULT_MARKUP_CENTS, 6000],
  [4501, DEFAULT_MARKUP_CENTS, 6100],
  [0, 0, 0],
  [1, 0, 100],
  [1999, 1, 2000],
  [1010, 354, 1400],
])('a base price of %i and a markup of %i cents cost a member %i', (price, markup, final) => {
  expect(finalPriceCents(price, markup)).toBe(final);
});

test('a final price is whole dollars, covers price and markup, and costs less than a dollar more', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(10 ** 7), (price, markup) => {
      const final = finalPriceCents(price, markup);
      expect(final % 100).toBe(0);
      expect(final).toBeGreaterThanOrEqual(price + markup);
      expect(final).toBeLessThan(price + markup + 100);
    }),
  );
});

test.each([
  ['15', 1500],
  ['7.5', 750],
  ['12,50', 1250],
  ['$1,250', 125_000],
  ['\uff11\uff15', 1500],
  ['12.50.3', 0],
  ['', 0],
  ['abc', 0],
  ['-5', 0],
  ['NaN', 0],
])('"%s" typed as a markup counts as %i cents', (typed, cents) => {
  expect(typedMarkupCents(typed)).toBe(cents);
});

test.each([
  [{ size: '3.5G', finalPrice: 35 }, 1000, 'g'],
  [{ size: '.5G', finalPrice: 20 }, 4000, 'g'],
  [{ size: 'Pound', finalPrice: 896 }, 200, 'g'],
  [{ weightLabel: 'Ounce', finalPrice: 140 }, 500, 'g'],
  [{ weightLabel: '2g Cart', finalPrice: 55 }, 2750, 'g'],
  [{ size: '7G', weightLabel: 'Quarter', finalPrice: 40 }, 571, 'g'],
  [{ weightLabel: '100mg', finalPrice: 15 }, 150, '10mg'],
  [{ size: '1000mg', finalPrice: 15 }, 15, '10mg'],
  [{ weightLabel: '5-Pack', finalPrice: 32 }, 640, 'piece'],
  [{ name: 'Yoda - 3 Pack - Pre-roll', finalPrice: 50 }, 1667, 'piece'],
  [{ tags: ['Breakdown = 5-packs'], size: '5-packs', finalPrice: 50 }, 1000, 'piece'],
  [{ name: 'Minis 10-pack', size: '.5G', finalPrice: 50 }, 500, 'piece'],
] as const)('a product %j costs %i cents per unit (%s)', (stated, amountCents, unit) => {
  const product = aProduct({ ...stated, tags: [...('tags' in stated ? stated.tags : [])] });
  const price = pricePerUnit(product)!;
  expect(price).toMatchObject({ amountCents, unit });
  expect(price.amountCents).toBe(Math.round((product.finalPrice * 100) / price.count));
});

test.each([
  ['nothing is known of its size', {}],
  ['its label is doubtful', { weightLabel: 'Ounce', labelDoubtful: true }],
  ['it is a single piece', { weightLabel: 'Pre-Roll' }],
  ['only its name states a dose, which may be that of one piece or of all', { name: 'Gummies (250mg)' }],
  ['its size states two weights', { size: '1g / 2g' }],
])('a product has no unit price if %s', (_, stated) => {
  expect(pricePerUnit(aProduct(stated))).toBeNull();
});

const TIERS = [
  { from: 3, priceCents: 2500 },
  { from: 10, priceCents: 2049 },
];
const priceOf = (quantity: number, stated: Partial<Parameters<typeof linePrices>[0]> = {}) =>
  unitPriceCents(linePrices({ priceCents: 3000, markupCents: 1500, tiers: TIERS, ...stated }), quantity);

test.each([
  [1, 4500],
  [2, 4500],
  [3, 4000],
  [9, 4000],
  [10, 3600],
  [1000, 3600],
])(
  '%i pieces in one line cost %i cents each: the price of the tier plus the markup, as whole dollars',
  (quantity, each) => {
    expect(priceOf(quantity)).toBe(each);
  },
);

test.each([
  ['is not below the base price any more', [{ from: 3, priceCents: 4000 }]],
  [
    'costs more than the tier before it',
    [
      { from: 2, priceCents: 2500 },
      { from: 3, priceCents: 2800 },
    ],
  ],
])('a tier that %s never costs more than the line without it', (_, tiers) => {
  expect(priceOf(3, { tiers })).toBe(priceOf(3, { tiers: tiers.slice(0, -1) }));
});

test('without tiers every piece has the final price', () => {
  expect([1, 2, 500].map((quantity) => priceOf(quantity, { tiers: [] }))).toEqual([4500, 4500, 4500]);
});

const cents = fc.nat(10 ** 7);
const someTiers = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 30 }), priceCents: cents }), {
    selector: ({ from }) => from,
    maxLength: 5,
  })
  .map((tiers) => tiers.toSorted((a, b) => a.from - b.from));
const someItem = fc.record({ priceCents: cents, markupCents: cents, tiers: someTiers });
const someQuantity = fc.integer({ min: 1, max: 40 });

test('whatever the tiers are, a piece costs whole dollars, never less than its tier, and never more in a longer line', () => {
  fc.assert(
    fc.property(someItem, someQuantity, (item, quantity) => {
      const prices = linePrices(item);
      const each = unitPriceCents(prices, quantity);
      const reached = item.tiers
        .filter(({ from }) => from <= quantity)
        .map((tier) => finalPriceCents(tier.priceCents, item.markupCents));
      expect(each).toBe(Math.min(finalPriceCents(item.priceCents, item.markupCents), ...reached));
      expect(each % 100).toBe(0);
      expect(unitPriceCents(prices, quantity + 1)).toBeLessThanOrEqual(each);
    }),
  );
});

test.each([
  [1, { more: 2, savedCents: 1500, unitPriceCents: 4000 }],
  [2, { more: 1, savedCents: 1500, unitPriceCents: 4000 }],
  [3, { more: 7, savedCents: 4000, unitPriceCents: 3600 }],
  [9, { more: 1, savedCents: 4000, unitPriceCents: 3600 }],
  [10, null],
])('the next tier from %i pieces on is %j', (quantity, next) => {
  expect(nextTier(linePrices({ priceCents: 3000, markupCents: 1500, tiers: TIERS }), quantity)).toEqual(next);
});

test.each([
  [4365, 1500, { baseCents: 4365, markupCents: 1500, sumCents: 5865, finalCents: 5900 }],
  [4500, 0, { baseCents: 4500, markupCents: 0, sumCents: 4500, finalCents: 4500 }],
])(
  'a base price of %i and a markup of %i are explained by their sum and what it is rounded up to',
  (price, markup, parts) => {
    expect(explainPrice(price, markup)).toEqual(parts);
  },
);

test('whatever the item is, the explanation of a price gives the price', () => {
  fc.assert(
    fc.property(someItem, someQuantity, (item, quantity) => {
      const explained = explainLinePrices(item);
      const reached = explained.tiers.findLast(({ from }) => from <= quantity);
      expect(reached?.unitPriceCents ?? explained.single.finalCents).toBe(unitPriceCents(linePrices(item), quantity));
      for (const price of [explained.single, ...explained.tiers]) {
        expect(price.sumCents).toBe(price.baseCents + price.markupCents);
        expect(price.finalCents).toBe(finalPriceCents(price.baseCents, price.markupCents));
      }
      expect(explained.single.finalCents).toBe(finalPriceCents(item.priceCents, item.markupCents));
    }),
  );
});

const BASE_ROSE = { before: { priceCents: 2950 }, after: { priceCents: 3000 } };
const MARKUP_SET = { before: { markupCents: 1000 }, after: { markupCents: 1500 } };
const ADDED = { before: {}, after: { priceCents: 2950, markupCents: 1000 } };
const NOW = { priceCents: 3000, markupCents: 1500 };

test.each([
  ['the newest one that moved it', [{ before: { priceCents: 2900 }, after: { priceCents: 3000 } }, MARKUP_SET], 0],
  ['an older one, if the newest moved the base price within a dollar', [BASE_ROSE, MARKUP_SET, ADDED], 1],
  ['the one that added the item, if nothing moved it since', [ADDED], 0],
])('a final price was set by %s', (_, changes, index) => {
  expect(changeOfFinalPrice(NOW, changes)).toBe(changes[index]);
});

test('a final price that no known change moved was set by none of them', () => {
  expect(changeOfFinalPrice(NOW, [])).toBeNull();
  expect(changeOfFinalPrice(NOW, [BASE_ROSE])).toBeNull();
});

test.each([
  [3950, 1500, true],
  [4000, 1500, false],
  [3950, 1550, false],
])('whether a base of %i and a markup of %i cents are rounded up: %s', (base, markup, rounded) => {
  expect(isRoundedUp(base, markup)).toBe(rounded);
});
