import { expect, test } from 'vitest';
import { intervalWords } from './interval-words.ts';

test.each([
  [120, 'every 2 minutes'],
  [60, 'every minute'],
  [90, 'every 90 seconds'],
  [1, 'every second'],
  [3600, 'every hour'],
  [5400, 'every 90 minutes'],
])('%i seconds are told as "%s"', (seconds, words) => {
  expect(intervalWords(seconds)).toBe(words);
});
