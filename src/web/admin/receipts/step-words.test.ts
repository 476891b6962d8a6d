import { expect, test } from 'vitest';
import { manualSteps, RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { stepWords } from './step-words.ts';

const receipt = { number: 7, username: 'mara', subtotal: '48.90' };

test('every step an admin can take has a button of its own words, and says what came of it', () => {
  for (const from of RECEIPT_STATUSES) {
    for (const step of manualSteps(from)) {
      const { label, effect, done } = stepWords(step, receipt, 1);
      expect(label).not.toBe(step);
      expect(effect).not.toBe('');
      expect(done).toContain('#7');
    }
  }
});

test.each([
  [1, '48.90', 'Gives mara 48 points.'],
  [1.5, '48.90', 'Gives mara 73 points.'],
  [1, '1.99', 'Gives mara 1 point.'],
  [0, '48.90', 'Gives mara 0 points.'],
])('at %d points a dollar, completing an order of %s says: %s', (rate, subtotal, words) => {
  expect(stepWords('completed', { ...receipt, subtotal }, rate).effect).toContain(words);
});
