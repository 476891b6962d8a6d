import { expect, test } from 'vitest';
import { manualSteps, RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { bulkLabels, bulkSteps } from './bulk-steps.ts';

const stepsOf = (...statuses: ReceiptStatus[]) => bulkSteps(statuses.map((status) => ({ status })));

test.each<[ReceiptStatus[], ReceiptStatus[]]>([
  [['awaiting_payment'], ['paid', 'cancelled']],
  [
    ['awaiting_payment', 'paid', 'shipped'],
    ['paid', 'shipped', 'completed', 'cancelled'],
  ],
  [['completed', 'cancelled', 'expired'], []],
  [[], []],
])('receipts in %j can take the steps %j', (statuses, steps) => {
  expect(stepsOf(...statuses)).toEqual(steps);
});

test('every step that an admin can take has words of its own', () => {
  for (const step of new Set(RECEIPT_STATUSES.flatMap(manualSteps))) expect(bulkLabels(step).label).not.toBe(step);
});
