import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reservationAfterPayment, reservationAfterReceived } from './reservation.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['a new member', 'one reservation longer', { isKnown: false, left: 23, reservation: 24, check: 72 }, 47],
  ['a new member', 'at most the time of a check', { isKnown: false, left: 60, reservation: 48, check: 72 }, 72],
  ['a new member', 'never shorter than before', { isKnown: false, left: 100, reservation: 24, check: 72 }, 100],
  [
    'somebody who has bought before',
    'the time of a check',
    { isKnown: true, left: 23, reservation: 24, check: 72 },
    72,
  ],
  ['somebody who has bought before', 'never shorter', { isKnown: true, left: 100, reservation: 24, check: 72 }, 100],
  ['a shop that checks nothing', 'as long as before', { isKnown: true, left: 5, reservation: 24, check: 0 }, 5],
])('after "I\'ve paid" the stock of %s is kept %s', (_who, _how, { isKnown, left, reservation, check }, hours) => {
  const now = 1_000_000;
  const given = { isKnown, now, reservationMs: reservation * HOUR_MS, checkMs: check * HOUR_MS };
  expect(reservationAfterPayment({ ...given, until: now + left * HOUR_MS })).toBe(now + hours * HOUR_MS);
});

test('saying that it is paid never ends a reservation earlier', () => {
  const ms = fc.nat(1e9);
  fc.assert(
    fc.property(fc.record({ until: ms, isKnown: fc.boolean(), now: ms, reservationMs: ms, checkMs: ms }), (said) => {
      expect(reservationAfterPayment(said)).toBeGreaterThanOrEqual(said.until);
    }),
  );
});

const PART = { wasEnough: false, isEnough: false, isConfirmed: false, isFirstPart: false, seenHoursAgo: null };
const SEEN = { ...PART, isEnough: true };
const GONE = { ...PART, wasEnough: true };

test.each([
  ['of which enough was confirmed', 'has no end', 5, { ...SEEN, isConfirmed: true }, null],
  ['with a first part', 'lasts as long as a check may take', 5, { ...PART, isFirstPart: true }, 72],
  ['with a first part', 'never ends earlier', 100, { ...PART, isFirstPart: true }, 100],
  ['with another part', 'ends when it did before', 5, PART, 5],
  ['whose payment no longer counts', 'begins anew', null, GONE, 24],
  ['of which enough was seen', 'lasts as long as a check may take', 5, SEEN, 72],
  ['of which enough was seen', 'never ends earlier', 100, SEEN, 100],
  ['of which enough was seen a day ago', 'lasts no longer for that', 5, { ...SEEN, seenHoursAgo: 24 }, 48],
  ['whose block is gone but not its payment', 'has an end again', null, { ...SEEN, seenHoursAgo: 100 }, 72],
  ['whose seen payment no longer counts', 'begins anew', 60, GONE, 24],
  ['whose seen payment no longer counts', 'lasts no longer for that', 5, GONE, 5],
])('the reservation of an unpaid order %s %s', (_which, _how, left, { seenHoursAgo, ...received }, hours) => {
  const now = 1_000_000_000;
  const after = (of: number | null) => (of === null ? null : now + of * HOUR_MS);
  const seenAt = after(seenHoursAgo === null ? null : -seenHoursAgo);
  const given = { ...received, seenAt, now, reservationMs: 24 * HOUR_MS, checkMs: 72 * HOUR_MS };
  expect(reservationAfterReceived({ ...given, until: after(left) })).toBe(after(hours));
});
