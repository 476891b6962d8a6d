import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfDay, localDate, startOfDay } from './local-date.ts';

const ZONES = [
  'UTC',
  'America/Denver',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'America/Santiago',
];

test('a day begins with its first moment and ends with the first one of the next day, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) }),
      (zone, moment) => {
        const day = localDate(moment, zone);
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
        expect([localDate(start, zone), localDate(end - 1, zone)]).toEqual([day, day]);
        expect(localDate(start - 1, zone) < day && localDate(end, zone) > day).toBe(true);
        expect(start <= moment && moment < end).toBe(true);
      },
    ),
  );
});

test.each([
  ['America/Denver', '2026-03-08', 23],
  ['America/Denver', '2026-11-01', 25],
  // Clocks there go forward at midnight, so the day begins at 1 AM.
  ['America/Santiago', '2026-09-06', 23],
  ['UTC', '2999-12-31', 24],
])('in %s, %s has %d hours', (zone, day, hours) => {
  expect((endOfDay(day, zone) - startOfDay(day, zone)) / 3_600_000).toBe(hours);
});
