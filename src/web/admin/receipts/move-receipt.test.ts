import { expect, test } from 'vitest';
import { manualSteps, RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { stepLabels, undoEffect, undoneState } from './move-receipt.ts';

const receipt = {
  ...{ number: 7, username: 'mara', subtotal: '48.90', pointsDiscount: '0.00', due: '48.90', received: null },
  payment: { amount: 'none', confirmed: false, confirmations: null, late: false },
} as const;

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

test('an order that is paid in part says what is missing before it is marked as paid', () => {
  const part = { ...receipt, due: '8.90', payment: { ...receipt.payment, amount: 'part' } } as const;
  expect(stepLabels('paid', part, 1).effect).toBe(
    '$8.90 too little was received. The stock stays reserved until it is shipped.',
  );
});

test('an order whose payment is seen but not confirmed says so before it is marked as paid', () => {
  const seen = { ...receipt, due: '0.00', payment: { ...receipt.payment, amount: 'enough' } } as const;
  expect(stepLabels('paid', seen, 1).effect).toBe(
    'The payment is not confirmed yet. The stock stays reserved until it is shipped.',
  );
  const confirmed = { ...seen, payment: { ...seen.payment, confirmed: true } };
  expect(stepLabels('paid', confirmed, 1).effect).toBe('The stock stays reserved until it is shipped.');
});

test.each<[ReceiptStatus, number, string]>([
  ['shipped', 0, 'Deducts the stock.'],
  ['shipped', 1, '1 piece is missing. Deducts what is in stock.'],
  ['shipped', 3, '3 pieces are missing. Deducts what is in stock.'],
  ['paid', 3, 'What is in stock stays reserved until it is shipped.'],
])('the step to %s of an order that lacks %d pieces says: %s', (to, missing, effect) => {
  expect(stepLabels(to, receipt, 1, missing).effect).toBe(effect);
});

test.each([
  ['20.00', 'Releases the reserved stock. $20.00 was received and has to go back.'],
  ['0.00', 'Releases the reserved stock.'],
  [null, 'Releases the reserved stock.'],
])('an order with %s received says before it is canceled what has to go back: %s', (received, effect) => {
  expect(stepLabels('cancelled', { ...receipt, received }, 1).effect).toBe(effect);
});

test.each<[ReceiptStatus, string]>([
  ['paid', 'Back to awaiting payment. The reservation gets its full time again.'],
  ['shipped', 'Back to paid. The stock comes back, reserved.'],
  ['completed', 'Back to shipped. Takes 48 points back from mara.'],
  ['cancelled', 'Brings the order back, if its stock is still there.'],
  ['expired', 'Brings the order back, if its stock is still there.'],
])('undoing the step to %s says: %s', (from, text) => {
  expect(undoEffect(from, receipt, 1)).toBe(text);
});

test('what Undo leads to follows from the history, and an order that awaits payment has nothing to undo', () => {
  const after = (...statuses: ReceiptStatus[]) =>
    undoneState({
      status: statuses.at(-1)!,
      events: statuses.map((status) => ({ kind: 'step', status, at: '', by: '', note: null, changes: [] })),
    });
  expect(after('awaiting_payment')).toBeNull();
  expect(after('awaiting_payment', 'cancelled')).toBe('awaiting_payment');
  expect(after('awaiting_payment', 'paid', 'cancelled')).toBe('paid');
});
