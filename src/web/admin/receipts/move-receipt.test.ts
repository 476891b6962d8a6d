import { expect, test } from 'vitest';
import { manualSteps, RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { stepLabels } from './move-receipt.ts';

const receipt = { number: 7, username: 'mara', subtotal: '48.90' };

test('every step that an admin can take has its own button text, effect and result', () => {
  for (const from of RECEIPT_STATUSES) {
    for (const step of manualSteps(from)) {
      const { label, effect, done } = stepLabels(step, receipt, 1);
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
])('at %d points per dollar, completing an order of %s says: %s', (rate, subtotal, text) => {
  expect(stepLabels('completed', { ...receipt, subtotal }, rate).effect).toContain(text);
});
