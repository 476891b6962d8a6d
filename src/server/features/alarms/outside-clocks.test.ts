import { afterAll, expect, test } from 'vitest';
import { startLocalServer } from '../../testing/local-server.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { findMachineProblems } from './machine-problems.ts';
import { OutsideClocks } from './outside-clocks.ts';

const MINUTE_MS = 60_000;
/** A Date has whole seconds, and a response takes time on a busy machine. */
const ABOUT_MS = 30_000;

const server = await startLocalServer((_request, response) => response.writeHead(204).end());
const cache = await startLocalServer((_request, response) =>
  response.writeHead(204, { date: 'Wed, 01 Jul 2026 12:00:00 GMT', age: '120' }).end(),
);
afterAll(() => Promise.all([server.close(), cache.close()]));

/** The clock of a machine that is ahead of the right time, and one that nobody sets. */
const watchWith = ({ ahead = 0 } = {}) => {
  const moved = { ahead, passed: 0 };
  const clocks = new OutsideClocks({
    clock: () => Date.now() + moved.ahead + moved.passed,
    steady: () => performance.now() + moved.passed,
  });
  return { clocks, moved, stop: clocks.watch() };
};

test('the Date of any response that the shop gets tells how far its own clock is off', async () => {
  const { clocks, moved, stop } = watchWith({ ahead: 3 * MINUTE_MS });
  expect(clocks.ahead()).toBeNull();
  await fetch(server.url);
  expect(Math.abs(clocks.ahead()! + 3 * MINUTE_MS)).toBeLessThan(ABOUT_MS);
  // Somebody sets it back: what was seen tells so.
  moved.ahead = 0;
  expect(Math.abs(clocks.ahead()!)).toBeLessThan(ABOUT_MS);
  stop();
});

test('a cache tells nothing, and neither does a response of an hour ago or one after the watch has ended', async () => {
  const { clocks, moved, stop } = watchWith();
  await fetch(cache.url);
  expect(clocks.ahead()).toBeNull();
  await fetch(server.url);
  expect(clocks.ahead()).not.toBeNull();
  moved.passed = 61 * MINUTE_MS;
  expect(clocks.ahead()).toBeNull();
  stop();
  await fetch(server.url);
  expect(clocks.ahead()).toBeNull();
});

test.each([
  [3 * MINUTE_MS, 'ahead of'],
  [-3 * MINUTE_MS, 'behind'],
])('on SQLite a clock that is %i ms off is a problem by what outside servers say', async (off, words) => {
  const shop = await startTestShop();
  const stop = shop.trustedClock.outside.watch();
  shop.setClock(Date.now() + off - shop.clock());
  const problemOf = async () =>
    (await findMachineProblems(shop, { name: 'shop-1', wasLow: false })).find(({ kind }) => kind === 'clock_wrong');
  expect(await problemOf()).toBeUndefined();
  await fetch(server.url);
  expect((await problemOf())?.problem).toMatch(
    new RegExp(`^The clock of shop-1 is \\d+ seconds ${words} that of the servers it asks\\.$`),
  );
  stop();
  await shop.close();
});
