import { expect, test } from 'vitest';
import { formatInterval } from './sync-card.tsx';

test.each([
  [120, 'every 2 minutes'],
  [60, 'every minute'],
  [90, 'every 90 seconds'],
  [1, 'every second'],
  [3600, 'every hour'],
  [5400, 'every 90 minutes'],
])('a sync interval of %i seconds reads "%s"', (seconds, text) => {
  expect(formatInterval(seconds)).toBe(text);
});
