import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SteadyCounts } from './steady-counts.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const counter = () => {
  const counts = new SteadyCounts();
  return (key = 'somebody') => {
    let found: { current: number; ttl: number } | undefined;
    counts.incr(key, (_error, result) => (found = result), MINUTE_MS);
    return found!;
  };
};

test('a minute ends after a minute, also if the clock was set back in between', () => {
  const count = counter();
  expect([count().current, count().current, count('another').current]).toEqual([1, 2, 1]);
  vi.setSystemTime(0);
  vi.advanceTimersByTime(MINUTE_MS - 1000);
  expect(count()).toEqual({ current: 3, ttl: 1000 });
  vi.advanceTimersByTime(1000);
  expect(count()).toEqual({ current: 1, ttl: MINUTE_MS });
});

test('of too many, the one that called longest ago is forgotten', () => {
  const count = counter();
  count('first');
  count('second');
  for (let index = 0; index < 4998; index++) count(`key ${index}`);
  count('first');
  count('one more');
  expect([count('first').current, count('second').current]).toEqual([3, 1]);
});
