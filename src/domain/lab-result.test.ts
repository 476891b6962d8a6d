import { expect, test } from 'vitest';
import { ageOfTest, hasExpired, isIsoDate } from './lab-result.ts';

test.each(['2026-11-22', '2024-02-29', '0001-01-01'])('"%s" is a day', (text) => {
  expect(isIsoDate(text)).toBe(true);
});

test.each(['', '2026-02-29', '2026-13-01', '2026-00-10', '22.11.2026', '2026-11-22T00:00', ' 2026-11-22', 'Infinity'])(
  '"%s" is no day',
  (text) => {
    expect(isIsoDate(text)).toBe(false);
  },
);

test('a result is valid through its last day', () => {
  expect(hasExpired({ expires: '2026-11-22' }, '2026-11-22')).toBe(false);
  expect(hasExpired({ expires: '2026-11-22' }, '2026-11-23')).toBe(true);
});

test.each([null, undefined])('a result without a last day (%s) never expires', (expires) => {
  expect(hasExpired({ ...(expires === undefined ? {} : { expires }) }, '9999-12-31')).toBe(false);
});

test.each([
  ['2026-11-22', 'today'],
  ['2026-11-21', 'yesterday'],
  ['2026-11-09', '13 days ago'],
  ['2026-11-08', '2 weeks ago'],
  ['2026-09-24', '8 weeks ago'],
  ['2026-09-22', '2 months ago'],
  ['2025-11-23', '11 months ago'],
  ['2025-11-22', '1 year ago'],
  ['2024-11-22', '1 year ago'],
  ['2023-11-21', '3 years ago'],
  ['2026-11-23', null],
])('a test of %s was, on November 22, 2026: %s', (tested, age) => {
  expect(ageOfTest(tested, '2026-11-22')).toBe(age);
});
