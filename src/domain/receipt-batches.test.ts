import { expect, test } from 'vitest';
import { batchesText } from './receipt-batches.ts';

test.each([
  [{ batch: null, batchConfirmed: null }, null],
  [{ batch: 'B-7', batchConfirmed: 'B-7' }, 'B-7'],
  // An older version shipped it, or the product had no batch when it was ordered.
  [{ batch: 'B-8', batchConfirmed: null }, 'B-8'],
  [{ batch: 'B-8', batchConfirmed: 'B-7' }, 'B-8, ordered from B-7'],
])('the batches %o of a line are shown as %s', (batches, text) => {
  expect(batchesText(batches)).toBe(text);
});
