import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areValid,
  coinAmount,
  coinCents,
  coinsCents,
  isRate,
  makeQuotes,
  NO_RATES,
  paysTotal,
  readRates,
  requote,
  unitsText,
  usableRates,
} from './quotes.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 22, 12);

test.each([
  [61_500, '65000', '0.00946154'],
  [61_500, '65000.00', '0.00946154'],
  [100, '1', '1.00000000'],
  [1, '99999999999.99999999', '0.00000001'],
  [20_000, '64028.12345678', '0.00312363'],
  [0, '80', '0.00000000'],
  [123_456_789, '0.5', '2469135.78000000'],
])('%d cents at a rate of %s are %s coins', (cents, rate, amount) => {
  expect(coinAmount(cents, rate)).toBe(amount);
});

test.each([
  ['0.001', '65000', 6500],
  ['0.00946154', '65000.00', 61_500],
  ['1', '0.005', 1],
  ['.5', '80', 4000],
  ['', '80', null],
  ['some', '80', null],
  ['999999999999999999', '65000', null],
])('%s coins at a rate of %s are %s cents', (coins, rate, cents) => {
  expect(coinsCents(coins, rate)).toBe(cents);
});

test('the amount always pays the total, and not even one unit less would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 10_000_000_000 }), (cents, rate) => {
      const text = `${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, '0')}`;
      const units = BigInt(coinAmount(cents, text).replace('.', ''));
      const worth = (of: bigint) => of * BigInt(rate);
      const owed = BigInt(cents) * 10n ** 8n;
      expect(worth(units) >= owed).toBe(true);
      expect(worth(units - 1n) < owed).toBe(true);
    }),
  );
});

test.each(['65000', '65000.5', '0.00000001', '80.12'])('%s is a rate', (text) => expect(isRate(text)).toBe(true));

test.each([
  '',
  '0',
  '0.00',
  '-1',
  '+1',
  '1e5',
  '1e309',
  ' 65000',
  '65,000',
  '$65000',
  'NaN',
  '١',
  '1.',
  '.5',
  '1.123456789',
])('"%s" is no rate', (text) => {
  expect(isRate(text)).toBe(false);
  expect(() => coinAmount(100, text)).toThrow(RangeError);
});

test.each([
  [
    { BTC: '65000', LTC: '80' },
    { BTC: '65000', LTC: '80' },
  ],
  [{ BTC: '65000' }, { BTC: '65000', LTC: null }],
  [
    { BTC: 65000, LTC: 'eighty' },
    { BTC: null, LTC: null },
  ],
  [
    { BTC: null, LTC: '80', DOGE: '1' },
    { BTC: null, LTC: '80' },
  ],
  [[], null],
  ['65000', null],
  [null, null],
])('of the answer %j the rates %j are used', (answer, rates) => {
  expect(readRates(answer)).toEqual(rates);
});

test('rates of an address are used for 30 minutes, those of an owner at any age', () => {
  const rates = { BTC: '65000', LTC: null, at: NOW };
  for (const [age, source, used] of [
    [30 * MINUTE, 'url', true],
    [30 * MINUTE + 1, 'url', false],
    [300 * 24 * 60 * MINUTE, 'manual', true],
  ] as const) {
    expect(usableRates(rates, { source, now: NOW + age })).toEqual(used ? rates : { ...NO_RATES, at: NOW });
  }
});

test('an order has a quote for each coin with a rate and a wallet, unless it costs nothing', () => {
  const rates = { BTC: '65000', LTC: '80.5' };
  const terms = { rates, wallets: ['BTC', 'LTC'], now: NOW, validMs: 60 * MINUTE } as const;
  const quotes = makeQuotes(61_500, terms);
  expect(quotes).toEqual([
    { coin: 'BTC', amount: '0.00946154', rate: '65000', at: NOW, expiresAt: NOW + 60 * MINUTE },
    { coin: 'LTC', amount: '7.63975156', rate: '80.5', at: NOW, expiresAt: NOW + 60 * MINUTE },
  ]);
  expect(makeQuotes(61_500, { ...terms, wallets: ['LTC'] }).map(({ coin }) => coin)).toEqual(['LTC']);
  expect(makeQuotes(61_500, { ...terms, rates: { BTC: null, LTC: '80' } }).map(({ coin }) => coin)).toEqual(['LTC']);
  expect(makeQuotes(0, terms)).toEqual([]);
  expect(requote(quotes, 30_750).map(({ amount }) => amount)).toEqual(['0.00473077', '3.81987578']);
  expect(requote(quotes, 0)).toEqual([]);
  expect(areValid(quotes, NOW + 60 * MINUTE - 1)).toBe(true);
  expect(areValid(quotes, NOW + 60 * MINUTE)).toBe(false);
  expect(areValid([], NOW)).toBe(false);
  const [first, second] = quotes;
  expect(areValid([first!, { ...second!, expiresAt: NOW + 1 }], NOW + 1)).toBe(false);
});

test.each([
  [0, '65000', 0],
  [115_385, '65000', 7500],
  [769, '65000', 50],
  // Half a cent, and a little less.
  [50, '10000', 1],
  [49, '10000', 0],
  [100_000_000, '0.004', 0],
  [100_000_000, '0.005', 1],
])('%i of the smallest units at %s dollars are %i cents', (units, rate, cents) => {
  expect(coinCents(units, rate)).toBe(cents);
});

test('what a quote asks for pays the total, and is written with 8 decimals', () => {
  const rates = fc.tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e8 - 1 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), rates, (cents, [whole, fraction]) => {
      const rate = `${whole}.${String(fraction).padStart(8, '0')}`;
      const units = BigInt(coinAmount(cents, rate).replace('.', ''));
      expect(paysTotal(units, rate, cents)).toBe(true);
      expect(unitsText(units)).toBe(coinAmount(cents, rate));
      // A cent less or more in the coin, and it does not.
      const cent = BigInt(coinAmount(1, rate).replace('.', ''));
      if (units > cent) expect(paysTotal(units - cent - 1n, rate, cents)).toBe(false);
      expect(paysTotal(units + cent, rate, cents)).toBe(false);
    }),
  );
});
