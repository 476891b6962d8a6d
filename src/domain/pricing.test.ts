import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_MARKUP_CENTS } from './constants.ts';
import { finalPriceCents, typedMarkupCents } from './pricing.ts';

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
