import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountLess,
  ceilToDollarCents,
  centsToAmount,
  centsToDollars,
  formatPrice,
  percentOfCents,
  toCents,
} from './money.ts';

const amounts = fc.nat(Number.MAX_SAFE_INTEGER);

describe('reading an amount', () => {
  test.each([
    [15, 1500],
    [0, 0],
    [-0, 0],
    [43.65, 4365],
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [1.1, 110],
    [4.35, 435],
    [1e-7, 0],
    [1e-10, 0],
    [1e3, 100_000],
    ['1e10', 1_000_000_000_000],
    ['15', 1500],
    [' 15.00 ', 1500],
    ['.5', 50],
    ['5.', 500],
    ['+2.50', 250],
    ['1e2', 10_000],
    ['00012', 1200],
    [`${'0'.repeat(399)}5`, 500],
  ])('%s dollars are %i cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  test.each([
    [1.005, 101],
    ['1.005', 101],
    ['12.345', 1235],
    ['12.344999999999999999', 1234],
    [8.325, 833],
    [0.005, 1],
    [0.0049, 0],
    ['0.994999', 99],
    ['0.995', 100],
    [5e-3, 1],
  ])('a price finer than a cent is rounded half up: %s', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    -0.001,
    1e300,
    '',
    ' ',
    '.',
    'e5',
    '-3',
    'twelve',
    '1,000',
    '$5',
    '0x10',
    '1e999',
    '1e9999999999',
    '9'.repeat(5000),
    `${'0'.repeat(400)}5`,
    'Infinity',
    '1.2.3',
    '90071992547409.93',
  ])('%s is not an amount', (dollars) => {
    expect(toCents(dollars)).toBeNull();
  });

  test('writing an amount and reading it again changes nothing', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(toCents(centsToAmount(cents))).toBe(cents);
      }),
    );
  });

  test('the dollars of an item keep every cent through the API and back', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), (cents) => {
        expect(toCents(JSON.parse(JSON.stringify(centsToDollars(cents))) as number)).toBe(cents);
      }),
    );
  });
});

describe('showing an amount', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [100, '1.00'],
    [1500, '15.00'],
    [123_456_789, '1234567.89'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('%i cents travel as "%s"', (cents, amount) => {
    expect(centsToAmount(cents)).toBe(amount);
  });

  test.each([
    [12, '$12.00'],
    [12.5, '$12.50'],
    ['15.00', '$15.00'],
    [999, '$999.00'],
    [1234.5, '$1,234.50'],
    ['1234567.80', '$1,234,567.80'],
    [0, '$0.00'],
    [null, '$0.00'],
    [undefined, '$0.00'],
    [Number.NaN, '$0.00'],
    ['', '$0.00'],
  ])('the price %s reads "%s"', (dollars, shown) => {
    expect(formatPrice(dollars)).toBe(shown);
  });
});

describe('rounding up to a whole dollar', () => {
  test.each([
    [0, 0],
    [1, 100],
    [99, 100],
    [100, 100],
    [101, 200],
    [5865, 5900],
  ])('%i cents become %i', (cents, whole) => {
    expect(ceilToDollarCents(cents)).toBe(whole);
  });

  test('returns the smallest whole dollar that covers the amount', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 14), (cents) => {
        const whole = ceilToDollarCents(cents);
        expect(whole % 100).toBe(0);
        expect(whole - cents).toBeGreaterThanOrEqual(0);
        expect(whole - cents).toBeLessThan(100);
      }),
    );
  });
});

describe('a percentage of an amount', () => {
  test.each([
    [1000, 35, 350],
    [4365, 35, 1528],
    [3330, 35, 1166],
    [1990, 15, 299],
    [1, 35, 0],
    [10, 35, 4],
    [4999, 12.5, 625],
    [300, 0.5, 2],
    [1000, 0, 0],
    [1000, 1000, 10_000],
    [201, 33.333, 67],
  ])('of %i cents, %d percent, is %i cents', (cents, percentage, part) => {
    expect(percentOfCents(cents, percentage)).toBe(part);
  });

  test('is never half a cent or more away from the exact share', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(1000), (cents, percentage) => {
        const distance = percentOfCents(cents, percentage) * 100 - cents * percentage;
        expect(distance).toBeGreaterThan(-50);
        expect(distance).toBeLessThanOrEqual(50);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('cannot be %d percent', (percentage) => {
    expect(() => percentOfCents(100, percentage)).toThrow(new RangeError(`not a percentage: ${percentage}`));
  });
});

test('an amount less a larger one is negative, and no binary fraction is left over', () => {
  expect(amountLess('9.50', '10.00')).toBe('-0.50');
  expect(amountLess(60, 59.9)).toBe('0.10');
});
