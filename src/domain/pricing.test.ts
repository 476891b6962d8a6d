import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_MARKUP_CENTS } from './constants.ts';
import { finalPriceCents, pricePerUnit, typedMarkupCents } from './pricing.ts';
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
  expect(pricePerUnit(aProduct({ ...stated, tags: [...('tags' in stated ? stated.tags : [])] }))).toEqual({
    amountCents,
    unit,
  });
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
