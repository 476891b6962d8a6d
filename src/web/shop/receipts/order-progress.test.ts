import { expect, test } from 'vitest';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { enteredAt, formatTimeLeft, hasArrived, stepStates } from './order-progress.ts';

test.each([
  ['awaiting_payment', false, ['current', 'ahead', 'ahead']],
  ['awaiting_payment', true, ['done', 'current', 'ahead']],
  ['paid', true, ['done', 'done', 'current']],
  // Another device sent the message, or the member called.
  ['paid', false, ['done', 'done', 'current']],
  ['shipped', false, ['done', 'done', 'current']],
  ['completed', false, ['done', 'done', 'done']],
] as const)('an order that is %s, its message sent: %s', (status, wasSent, states) => {
  const { message, pay, ship } = stepStates({ status, paymentSentAt: null, payments: [] }, wasSent);
  expect([message, pay, ship]).toEqual(states);
});

test('a member who says that it is paid is at that step, also on a device that did not send the message', () => {
  const order = { status: 'awaiting_payment', paymentSentAt: '2026-11-23T09:30:00.000Z' } as const;
  expect(stepStates({ ...order, payments: [] }, false)).toEqual({ message: 'ahead', pay: 'current', ship: 'ahead' });
  expect(stepStates({ ...order, payments: [] }, true)).toEqual({ message: 'done', pay: 'current', ship: 'ahead' });
});

test('a member whose payment has come is at that step, whether the message was sent or not', () => {
  const came = { kind: 'received' as const, coin: null, coinAmount: null, dollars: '5.00', txid: null, at: '1' };
  const order = { status: 'awaiting_payment' as const, paymentSentAt: null, payments: [came] };
  expect(stepStates(order, false)).toEqual({ message: 'ahead', pay: 'current', ship: 'ahead' });
});

test.each([
  ['awaiting_payment', 'enough', true, true],
  ['awaiting_payment', 'over', true, true],
  ['awaiting_payment', 'enough', false, false],
  ['awaiting_payment', 'part', true, false],
  ['paid', 'enough', true, false],
] as const)(
  'an order that is %s, with %s, confirmed %s, waits only for the mark: %s',
  (status, amount, confirmed, is) => {
    expect(hasArrived({ status, payment: { amount, confirmed, confirmations: null, late: false } })).toBe(is);
  },
);

test('a state has the time of the last step into it, whatever was written down since', () => {
  const event = (kind: ReceiptEvent['kind'], status: ReceiptEvent['status'], at: string): ReceiptEvent => ({
    kind,
    status,
    at,
    by: 'admin',
    note: null,
    changes: [],
  });
  const events = [
    event('step', 'awaiting_payment', '1'),
    event('step', 'paid', '2'),
    event('undo', 'awaiting_payment', '3'),
    event('step', 'paid', '4'),
    event('facts', 'paid', '5'),
  ];
  expect(enteredAt({ events }, 'paid')).toBe('4');
  expect(enteredAt({ events }, 'awaiting_payment')).toBe('3');
  expect(enteredAt({ events }, 'shipped')).toBeNull();
});

test.each([
  [6 * 3_600_000, '6 h 0 min'],
  [5 * 3_600_000 + 59 * 60_000 + 59_999, '5 h 59 min'],
  [3_600_000, '1 h 0 min'],
  [3_599_999, '59 min'],
  [10 * 60_000, '10 min'],
  [10 * 60_000 - 1, '9:59'],
  [65_000, '1:05'],
  [0, '0:00'],
  [-1, '0:00'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text);
});
