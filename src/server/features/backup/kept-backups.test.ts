import { expect, test } from 'vitest';
import { BY_OWNERS, SCHEDULED, superfluousBackups } from './kept-backups.ts';

const NOW = Date.parse('2026-07-31T12:00:00Z');
const scheduled = (day: string, rest = '.gz') => `greenroom-scheduled-2026-${day}-120000-1f3a${rest}`;
const removed = (names: string[], { keep = 3, keepDays = 90 } = {}) =>
  superfluousBackups(names, { series: SCHEDULED, keep, keepDays, now: NOW }).sort();

test('of the scheduled backups the newest stay, in whatever order the folder lists them', () => {
  const days = ['07-28', '07-31', '07-27', '07-30', '07-29'].map((day) => scheduled(day));
  expect(removed(days)).toEqual([scheduled('07-27'), scheduled('07-28')]);
  expect(removed(days.map((name) => `${name}.age`))).toEqual([
    scheduled('07-27', '.gz.age'),
    scheduled('07-28', '.gz.age'),
  ]);
});

test('a backup that is too old goes even if there is room, but the newest stays whatever its age', () => {
  expect(removed([scheduled('07-31'), scheduled('07-30'), scheduled('06-01')], { keepDays: 30 })).toEqual([
    scheduled('06-01'),
  ]);
  expect(removed([scheduled('01-02'), scheduled('01-01')], { keepDays: 30 })).toEqual([scheduled('01-01')]);
});

test('backups that could not be restored push out no good ones, and of them only the newest stays', () => {
  const bad = ['07-29', '07-30', '07-31'].map((day) => scheduled(day, '.unverified.gz'));
  const good = ['07-20', '07-21'].map((day) => scheduled(day));
  expect(removed([...bad, ...good], { keep: 2 })).toEqual(bad.slice(0, 2));
  expect(removed([...bad, ...good], { keep: 1 })).toEqual([good[0], ...bad.slice(0, 2)]);
  expect(removed([scheduled('01-01', '.unverified.gz')], { keepDays: 30 })).toEqual([
    scheduled('01-01', '.unverified.gz'),
  ]);
});

test.each([
  'greenroom-2026-01-01-120000-1f3a.gz',
  'greenroom-panel-2026-01-01-120000-1f3a.gz',
  'before-1.0.0-2026-01-01-120000.gz',
  'greenroom-scheduled-2026-01-01-120000-1f3a.gz.copy',
  'my-greenroom-scheduled-2026-01-01-120000-1f3a.gz',
  'greenroom-scheduled-2026-01-01-120000-1f3a.gz.clear.unfinished',
  'notes.txt',
])('%s is none of the schedule, and stays', (name) => {
  const many = ['07-29', '07-30', '07-31'].map((day) => scheduled(day));
  expect(removed([name, ...many], { keep: 1, keepDays: 1 })).toEqual([scheduled('07-29'), scheduled('07-30')]);
});

test('backups that owners made remove only each other', () => {
  const made = ['07-29', '07-30', '07-31'].map((day) => `greenroom-panel-2026-${day}-120000-1f3a.gz`);
  const others = [
    ...['07-27', '07-28'].map((day) => scheduled(day)),
    ...['greenroom-2026-01-01-120000-1f3a.gz', 'before-1.0.0-2026-01-01-120000.gz', 'notes.txt'],
  ];
  const rule = { series: BY_OWNERS, keep: 1, keepDays: 1, now: NOW } as const;
  expect(superfluousBackups([...made, ...others], rule).sort()).toEqual(made.slice(0, 2));
});
