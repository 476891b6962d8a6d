import { describe, expect, test } from 'vitest';
import { openOrderRefusal } from './open-orders.ts';

const LIMITS = { orders: 5, firstCents: 200_000 };
const NONE = { count: 0, totalCents: 0 };

describe('the unpaid orders of one member', () => {
  test.each([
    [{ ...NONE, count: 4 }, 100, null],
    [{ ...NONE, count: 5 }, 100, 'You have 5 unpaid orders. Please pay or cancel one first.'],
    [{ ...NONE, count: 7 }, 100, 'You have 7 unpaid orders. Please pay or cancel one first.'],
    [NONE, 200_000, null],
    [NONE, 200_001, 'First orders can be up to $2,000.00. Please message the seller.'],
    [{ ...NONE, count: 1, totalCents: 150_000 }, 50_000, null],
    [
      { ...NONE, count: 1, totalCents: 150_000 },
      50_001,
      'First orders can be up to $2,000.00. Please message the seller.',
    ],
  ])('of %j, another one of %i cents: %s', (open, cents, text) => {
    expect(openOrderRefusal(LIMITS, open, cents)?.text ?? null).toBe(text);
  });

  test('a first order that is too large is refused with a code of its own', () => {
    expect(openOrderRefusal(LIMITS, NONE, 200_001)?.code).toBe('first_order_limit');
  });

  test('one order is said in the singular', () => {
    expect(openOrderRefusal({ ...LIMITS, orders: 1 }, { ...NONE, count: 1 }, 100)).toEqual({
      code: 'too_many_open_orders',
      text: 'You have 1 unpaid order. Please pay or cancel one first.',
    });
  });

  test('too many orders are said before too large ones', () => {
    expect(openOrderRefusal(LIMITS, { ...NONE, count: 5 }, 900_000)?.code).toBe('too_many_open_orders');
  });

  test('0 is no limit', () => {
    const open = { count: 100, totalCents: 100_000_000 };
    expect(openOrderRefusal({ orders: 0, firstCents: 0 }, open, 100_000_000)).toBeNull();
  });
});
