import { expect, test } from 'vitest';
import { waitText } from './wait-text.ts';

test.each([
  [null, 'Please wait a moment and try again.'],
  [0, 'Please wait a moment and try again.'],
  [1, 'Try again in 1 second.'],
  [59, 'Try again in 59 seconds.'],
  [60, 'Try again in 1 minute.'],
  [61, 'Try again in 2 minutes.'],
  [3600, 'Try again in 60 minutes.'],
])('a call that came %s seconds too early says when to try again', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
