import { expect, test } from 'vitest';
import { productBadge } from './product-badge.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The shop opened on day 0. Times of the table are days. */
const OPENED = Date.UTC(2026, 0, 1);
const on = (day: number | null) => (day === null ? null : OPENED + day * DAY);

const NO_BADGE = { badge: null, changesAt: null };

test.each<
  [string, { listed: number | null; back?: number; stock?: number; now: number }, string | null, number | null]
>([
  ['the shop opens', { listed: 0, now: 0.5 }, null, null],
  ['a first item a week later', { listed: 0, now: 7 }, null, null],
  ['an item of the third day, in the first week', { listed: 3, now: 4 }, null, 7],
  ['the same item after the first week', { listed: 3, now: 7 }, 'new', 10],
  ['the same item a week after its listing', { listed: 3, now: 10 }, null, null],
  ['an item of today', { listed: 30, now: 30 }, 'new', 37],
  ['an item of six days ago', { listed: 30, now: 36.9 }, 'new', 37],
  ['an item of seven days ago', { listed: 30, now: 37 }, null, null],
  ['a new item that is sold out', { listed: 30, stock: 0, now: 31 }, 'new', 37],
  ['an item that the shop listed before it kept the time', { listed: null, now: 30 }, null, null],
  ['an item that came back today', { listed: 0, back: 30, now: 30 }, 'back', 33],
  ['an item that came back in the first week', { listed: 0, back: 2, now: 3 }, 'back', 5],
  ['an item that came back three days ago', { listed: 0, back: 30, now: 33 }, null, null],
  ['an item that came back and is sold out again', { listed: 0, back: 30, stock: 0, now: 31 }, null, null],
  ['an old item of unknown listing that came back', { listed: null, back: 30, now: 31 }, 'back', 33],
  ['a new item that came back', { listed: 30, back: 31, now: 32 }, 'new', 34],
  ['an item of the first week that came back, before it may be called new', { listed: 5, back: 6, now: 6 }, 'back', 7],
])('%s', (_what, { listed, back = null, stock = 4, now }, badge, changes) => {
  const item = { listedAt: on(listed), backAt: on(back), quantity: stock };
  expect(productBadge(item, { openedAt: OPENED, now: on(now)! })).toEqual({ badge, changesAt: on(changes) });
});

test('an item without times has no badge, however old the shop is', () => {
  const item = { listedAt: null, backAt: null, quantity: 1 };
  for (const openedAt of [0, OPENED]) expect(productBadge(item, { openedAt, now: OPENED + DAY })).toEqual(NO_BADGE);
});

test('the badge does not change before the time that is given', () => {
  for (let listed = 0; listed < 12; listed += 1.5) {
    for (let now = listed; now < listed + 9; now += 0.25) {
      const item = { listedAt: on(listed), backAt: on(listed + 2), quantity: 1 };
      const { badge, changesAt } = productBadge(item, { openedAt: OPENED, now: on(now)! });
      const last = (changesAt ?? on(40)!) - 1;
      expect(productBadge(item, { openedAt: OPENED, now: last }).badge).toBe(badge);
    }
  }
});
