import { expect, test } from 'vitest';
import { countsBy } from './steady-counts.ts';

const MINUTE_MS = 60_000;

let now = 0;

const counter = () => {
  const counts = new (countsBy(() => now))();
  return (key = 'somebody') => {
    let found: { current: number; ttl: number } | undefined;
    counts.incr(
      key,
      (_error, result) => {
        found = result;
      },
      MINUTE_MS,
    );
    return found!;
  };
};

test('a minute ends after a minute of the steady clock', () => {
  const count = counter();
  expect([count().current, count().current, count('another').current]).toEqual([1, 2, 1]);
  now += MINUTE_MS - 1000;
  expect(count()).toEqual({ current: 3, ttl: 1000 });
  now += 1000;
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
