import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DAY_MS,
  dateOfDay,
  dayAt,
  earliestStart,
  endOfDay,
  latestEnd,
  localDate,
  offsetSpans,
  startOfDay,
} from './local-days.ts';

const HOUR = 3_600_000;
const at = (time: string): number => Date.parse(time);

describe('offsets of a time zone', () => {
  test.each([
    ['America/Denver', '2026-03-01', '2026-03-20', [-7, -6], ['2026-03-08T09:00:00.000Z']],
    ['America/Denver', '2026-10-20', '2026-11-20', [-6, -7], ['2026-11-01T08:00:00.000Z']],
    ['Australia/Adelaide', '2026-03-20', '2026-04-20', [10.5, 9.5], ['2026-04-04T16:30:00.000Z']],
    ['Asia/Kolkata', '2026-01-01', '2026-06-30', [5.5], []],
    ['Asia/Kathmandu', '2026-01-01', '2026-06-30', [5.75], []],
    ['UTC', '2026-01-01', '2026-06-30', [0], []],
  ])('%s from %s to %s is %j hours ahead, and changes at %j', (timeZone, from, to, hours, changes) => {
    const spans = offsetSpans(at(from), at(to), timeZone);
    expect(spans.map(({ offset }) => offset / HOUR)).toEqual(hours);
    expect(spans.slice(0, -1).map(({ until }) => new Date(until).toISOString())).toEqual(changes);
    expect(spans.at(-1)!.until).toBe(Number.POSITIVE_INFINITY);
  });

  test('a time of one moment has one offset', () => {
    const now = at('2026-07-01T12:00:00Z');
    expect(offsetSpans(now, now, 'America/Denver')).toEqual([{ until: Number.POSITIVE_INFINITY, offset: -6 * HOUR }]);
  });
});

describe('days', () => {
  test.each([
    ['America/Denver', '2026-03-08T06:59:59.999Z', '2026-03-07'],
    ['America/Denver', '2026-03-08T07:00:00.000Z', '2026-03-08'],
    ['America/Denver', '2026-03-09T05:59:59.999Z', '2026-03-08'],
    ['America/Denver', '2026-03-09T06:00:00.000Z', '2026-03-09'],
    ['Asia/Kolkata', '2026-03-07T18:29:59.999Z', '2026-03-07'],
    ['Asia/Kolkata', '2026-03-07T18:30:00.000Z', '2026-03-08'],
    // At midnight, clocks there go back to 11 PM.
    ['America/Santiago', '2026-04-05T02:59:59.999Z', '2026-04-04'],
    ['America/Santiago', '2026-04-05T03:00:00.000Z', '2026-04-04'],
    ['America/Santiago', '2026-04-05T04:00:00.000Z', '2026-04-05'],
  ])('in %s it is at %s the day %s', (timeZone, time, date) => {
    const spans = offsetSpans(at('2026-03-01'), at('2026-04-20'), timeZone);
    expect(dateOfDay(dayAt(at(time), spans))).toBe(date);
    expect(localDate(at(time), timeZone)).toBe(date);
  });

  test('every moment is on the day that its calendar shows, and between the earliest start and the latest end of it', () => {
    const start = at('2025-01-01');
    const zones = ['America/Denver', 'Australia/Adelaide', 'Africa/Cairo', 'Pacific/Chatham', 'Asia/Kabul'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 730 * 96 }), (timeZone, quarters) => {
        const moment = start + quarters * 900_000 + 1;
        const spans = offsetSpans(moment - 20 * DAY_MS, moment + 20 * DAY_MS, timeZone);
        const day = dayAt(moment, spans);
        expect(dateOfDay(day)).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment));
        expect(moment).toBeGreaterThanOrEqual(earliestStart(day));
        expect(moment).toBeLessThan(latestEnd(day));
      }),
    );
  });

  test('days are counted from 1970', () => {
    expect([dateOfDay(0), dateOfDay(20_779), earliestStart(1), latestEnd(1)]).toEqual([
      '1970-01-01',
      '2026-11-22',
      0,
      3 * DAY_MS,
    ]);
  });
});

describe('the range of a day', () => {
  const ZONES = [
    'UTC',
    'America/Denver',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'America/Santiago',
  ];
  const dateAt = (moment: number, timeZone: string): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);

  test('a day begins with its first moment and ends with the first one of the next day, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) }),
        (zone, moment) => {
          const day = dateAt(moment, zone);
          const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
          expect([dateAt(start, zone), dateAt(end - 1, zone)]).toEqual([day, day]);
          expect(dateAt(start - 1, zone) < day && dateAt(end, zone) > day).toBe(true);
          expect(start <= moment && moment < end).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['America/Denver', '2026-03-08', 23],
    ['America/Denver', '2026-11-01', 25],
    // Clocks there go forward at midnight, so the day begins at 1 AM, and back at midnight, so 11 PM comes twice.
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-04-04', 25],
    // This day was left out when the zone moved over the date line.
    ['Pacific/Apia', '2011-12-30', 0],
    ['UTC', '2999-12-31', 24],
  ])('in %s, %s has %d hours', (zone, day, hours) => {
    expect((endOfDay(day, zone) - startOfDay(day, zone)) / HOUR).toBe(hours);
  });
});
