import { expect, test } from 'vitest';
import { NO_RATES, usableRates } from './quotes.ts';
import { NO_GUARD, ratesJump, startAnew, takeRates, waitingRates, waitingSince } from './rate-guard.ts';

const MINUTE_MS = 60_000;
const take = (state: Parameters<typeof takeRates>[0], BTC: string | null, LTC: string | null, now: number) =>
  takeRates(state, { rates: { BTC, LTC }, now, limitPercent: 20 });

test('a coin that waits keeps its rate and its time, and the other one goes on', () => {
  const first = take({ stored: NO_RATES, guard: NO_GUARD }, '100', '10', 0);
  const second = take(first, '200', '11', 10 * MINUTE_MS);
  expect(waitingRates(second.guard)).toEqual({ BTC: '200', LTC: null });
  const third = take(second, '210', '50', 20 * MINUTE_MS);
  expect(waitingRates(third.guard)).toEqual({ BTC: '210', LTC: '50' });
  expect(waitingSince(third.guard)).toBe(10 * MINUTE_MS);
  const at = (now: number) => usableRates(third.stored, { source: 'url', now });
  expect(at(30 * MINUTE_MS)).toEqual({ BTC: '100', LTC: '11', at: 20 * MINUTE_MS });
  expect(at(31 * MINUTE_MS)).toEqual({ BTC: null, LTC: '11', at: 20 * MINUTE_MS });
  expect(at(41 * MINUTE_MS)).toEqual({ BTC: null, LTC: null, at: 20 * MINUTE_MS });
});

test('a missing rate changes nothing about what waits', () => {
  const waiting = take(take({ stored: NO_RATES, guard: NO_GUARD }, '100', null, 0), '900', null, 1);
  expect(waitingRates(take(waiting, null, null, 2).guard)).toEqual({ BTC: '900', LTC: null });
  expect(waitingRates(NO_GUARD)).toBeNull();
  expect(waitingSince(NO_GUARD)).toBeNull();
});

test('what starts anew concerns the coins that have a rate', () => {
  const waiting = take(take({ stored: NO_RATES, guard: NO_GUARD }, '100', '10', 0), '900', '90', 1);
  const guard = startAnew(waiting.guard, { BTC: '900', LTC: null }, 2);
  expect(waitingRates(guard)).toEqual({ BTC: null, LTC: '90' });
  expect(waitingRates(take({ ...waiting, guard }, '1000', '10', 3).guard)).toBeNull();
});

test('rates that come or go are no jump', () => {
  const rates = (BTC: string | null) => ({ BTC, LTC: null });
  expect(ratesJump(rates('100'), rates('121'), 20)).toBe(true);
  expect(ratesJump(rates('100'), rates('120'), 20)).toBe(false);
  expect(ratesJump(rates('100'), rates(null), 20)).toBe(false);
  expect(ratesJump(rates(null), rates('100'), 20)).toBe(false);
});
