import { expect, test } from 'vitest';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { manualSteps, RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { bulkDoubt, bulkLabels, bulkSteps } from './bulk-steps.ts';

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

type Paid = AdminReceipt['payment']['amount'];
const orderOf = (
  number: number,
  amount: Paid,
  { confirmed = false, status = 'awaiting_payment' as ReceiptStatus } = {},
) =>
  ({
    ...{ id: `r${number}`, number, status, due: '20.20' },
    payment: { amount, confirmed, confirmations: null, late: false },
  }) as AdminReceipt;
const NOTHING_MISSING: ReadonlyMap<string, number> = new Map();

test('orders with nothing in their books are marked paid without a question', () => {
  const receipts = [
    orderOf(1, 'none'),
    orderOf(2, 'enough', { confirmed: true }),
    orderOf(3, 'over', { confirmed: true }),
  ];
  expect(bulkDoubt({ to: 'paid', receipts }, new Map([['r1', 2]]))).toBeNull();
});

test('before orders are marked paid, those that are not covered are named', () => {
  const part = orderOf(2, 'part');
  const seen = orderOf(3, 'enough');
  const canceled = orderOf(4, 'part', { status: 'cancelled' });
  expect(bulkDoubt({ to: 'paid', receipts: [orderOf(1, 'none'), part, seen, canceled] }, NOTHING_MISSING)).toEqual({
    able: 3,
    reasons: ['1 of 3 is not fully paid: #2.', '1 of 3 is not confirmed yet: #3.'],
    // The canceled one says why it can't.
    others: [orderOf(1, 'none'), canceled],
    ableOthers: 1,
  });
  expect(bulkDoubt({ to: 'paid', receipts: [part, canceled] }, NOTHING_MISSING)?.reasons).toEqual([
    '#2 is not fully paid.',
  ]);
});

test('before orders are shipped, those that are short of stock are named', () => {
  const receipts = [1, 2, 3].map((number) => orderOf(number, 'part', { status: 'paid' }));
  expect(bulkDoubt({ to: 'shipped', receipts }, NOTHING_MISSING)).toBeNull();
  const doubt = bulkDoubt(
    { to: 'shipped', receipts },
    new Map([
      ['r1', 1],
      ['r3', 2],
    ]),
  );
  expect(doubt).toMatchObject({ able: 3, reasons: ['2 of 3 are short of stock: #1, #3.'], ableOthers: 1 });
  expect(bulkDoubt({ to: 'cancelled', receipts }, new Map([['r1', 1]]))).toBeNull();
});
