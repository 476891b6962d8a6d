import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canDecrease, cartTotals, lineProblem, lineTotalCents, orderable, priceMove } from './cart.ts';
import { SHIPPING_CENTS } from './constants.ts';

const item = { listed: true, isActive: true, quantity: 5, reserved: 0 };
const line = { quantity: 1, unitPriceCents: 3500, problem: null };
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 100_000 }),
    unitPriceCents: fc.nat(10 ** 7),
    problem: fc.constantFrom(null, 'gone' as const, 'short' as const),
  }),
  { maxLength: 30 },
);

describe('a member can order', () => {
  test.each([
    ['what is in stock', {}, 5],
    ['what others have not reserved', { reserved: 3 }, 2],
    ['nothing if everything is reserved', { reserved: 5 }, 0],
    ['nothing if the stock fell below what is reserved', { quantity: 2, reserved: 5 }, 0],
    ['nothing of an inactive item', { isActive: false }, 0],
    ['nothing of an item that left the shop', { listed: false }, 0],
  ])('%s', (_, stated, pieces) => {
    expect(orderable({ ...item, ...stated })).toBe(pieces);
  });
});

describe('a line', () => {
  test.each([
    [{}, 5, null],
    [{}, 6, 'short'],
    [{ reserved: 5 }, 1, 'short'],
    [{ isActive: false }, 1, 'gone'],
    [{ listed: false }, 1, 'gone'],
    [{ listed: false, quantity: 0 }, 1, 'gone'],
  ])('of an item %j wanted %i times has the problem %s', (stated, wanted, problem) => {
    expect(lineProblem({ ...item, ...stated }, wanted)).toBe(problem);
  });

  test.each([
    ['stayed the same', 3500, null, null],
    ['went up', 4000, null, 'up'],
    ['went up while too few pieces are left', 3600, 'short', 'up'],
    ['went down', 3000, null, 'down'],
    ['no longer matters because the item is gone', 4000, 'gone', null],
  ] as const)('says whether its price moved: it %s', (_, unitPriceCents, problem, move) => {
    expect(priceMove({ unitPriceCents, unitPriceWhenAddedCents: 3500, problem })).toBe(move);
  });
});

describe('the totals', () => {
  test('of an empty cart are the shipping alone', () => {
    expect(cartTotals([], SHIPPING_CENTS.standard)).toEqual({
      subtotalCents: 0,
      points: 0,
      pointsDiscountCents: 0,
      shippingCents: 1500,
      taxCents: 0,
      totalCents: 1500,
    });
  });

  test.each([
    ['standard', 1500, 12_500],
    ['express', 2500, 13_500],
  ] as const)('are the subtotal plus %s shipping, without tax', (option, shippingCents, totalCents) => {
    const cart = [
      { ...line, quantity: 2 },
      { ...line, unitPriceCents: 4000 },
    ];
    expect(cartTotals(cart, SHIPPING_CENTS[option])).toEqual({
      subtotalCents: 11_000,
      points: 0,
      pointsDiscountCents: 0,
      shippingCents,
      taxCents: 0,
      totalCents,
    });
  });

  test('leave out gone lines and count short ones', () => {
    const cart = [
      { ...line, quantity: 2, problem: 'gone' as const },
      { ...line, quantity: 4, problem: 'short' as const },
    ];
    expect(cartTotals(cart, 0)).toMatchObject({ subtotalCents: 14_000 });
  });

  test('add up: the subtotal is the sum of all lines that are not gone, and the total adds the shipping', () => {
    fc.assert(
      fc.property(lines, fc.nat(10_000), (cart, shippingCents) => {
        const totals = cartTotals(cart, shippingCents);
        const counting = cart.filter((each) => each.problem !== 'gone').map(lineTotalCents);
        expect(totals.subtotalCents).toBe(counting.reduce((sum, cents) => sum + cents, 0));
        expect(totals.totalCents - totals.subtotalCents).toBe(shippingCents);
      }),
    );
  });

  test('take the discount of the points from the subtotal, never from the shipping', () => {
    expect(cartTotals([line], 1500, { points: 173, pointsValue: 1 })).toMatchObject({
      subtotalCents: 3500,
      points: 173,
      pointsDiscountCents: 173,
      totalCents: 4827,
    });
    fc.assert(
      fc.property(lines, fc.nat(10_000), fc.nat(10 ** 9), fc.nat(300), (cart, shippingCents, points, pointsValue) => {
        const totals = cartTotals(cart, shippingCents, { points, pointsValue });
        expect(totals.pointsDiscountCents).toBeLessThanOrEqual(totals.subtotalCents);
        expect(totals.totalCents).toBe(totals.subtotalCents - totals.pointsDiscountCents + shippingCents);
        expect(totals.totalCents).toBeGreaterThanOrEqual(shippingCents);
      }),
    );
  });

  test('of two carts combined are the sum of both, with shipping once', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const both = cartTotals([...one, ...other], 1500);
        expect(both.totalCents).toBe(cartTotals(one, 1500).totalCents + cartTotals(other, 0).totalCents);
      }),
    );
  });
});

test.each([
  [1, false],
  [2, true],
])('a quantity of %i can be decreased: %s', (quantity, can) => {
  expect(canDecrease(quantity)).toBe(can);
});
