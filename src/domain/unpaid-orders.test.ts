import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECEIPT_STATUSES } from './receipt-state.ts';
import { hoursOf, isToPay, isUrgent, stillUnpaid, unpaidBy, unpaidOrders, unpaidText } from './unpaid-orders.ts';

const NOW = Date.parse('2026-11-27T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

const receipt = (number: number, over: Partial<Parameters<typeof isToPay>[0]> = {}) => ({
  id: `id-${number}`,
  number,
  status: 'awaiting_payment' as const,
  due: '177.00',
  paymentSentAt: null,
  payments: [],
  expiresAt: inHours(23.5),
  ...over,
});
const textOf = (...receipts: ReturnType<typeof receipt>[]) => unpaidText(unpaidOrders(receipts, NOW), NOW);

test.each([
  ['one order', [receipt(1004)], '#1004 · $177.00 · 23 h left'],
  ['one in its last hour', [receipt(1004, { expiresAt: inHours(0.75) })], '#1004 · $177.00 · 45 min left'],
  ['one that does not end by itself', [receipt(1004, { expiresAt: null })], '#1004 · $177.00'],
  ['one that is paid in part', [receipt(1004, { due: '77.00' })], '#1004 · $77.00 · 23 h left'],
  ['two', [receipt(1004), receipt(1003, { expiresAt: inHours(5) })], '2 orders to pay · next in 5 h'],
  ['two that do not end', [receipt(1, { expiresAt: null }), receipt(2, { expiresAt: null })], '2 orders to pay'],
  ['none', [], null],
])('the line of %s', (_name, receipts, text) => {
  expect(textOf(...receipts)).toBe(text);
});

test.each([
  ['is said to be paid', { paymentSentAt: inHours(-1) }],
  ['is paid in part, and said to be paid since', { paymentSentAt: inHours(-1), payments: [{ at: inHours(-2) }] }],
  ['has run out of time', { expiresAt: inHours(0) }],
  ['has nothing due', { due: '0.00' }],
  ...RECEIPT_STATUSES.filter((status) => status !== 'awaiting_payment').map(
    (status) => [`is ${status}`, { status, expiresAt: null }] as const,
  ),
] as const)('an order that %s is not to be paid', (_how, over) => {
  expect(isToPay(receipt(1004, over), NOW)).toBe(false);
  expect(textOf(receipt(1004, over))).toBeNull();
});

test('an order that was said to be paid is to be paid again once less than all has come', () => {
  const order = receipt(1004, { due: '67.00', paymentSentAt: inHours(-2), payments: [{ at: inHours(-1) }] });
  expect(textOf(order)).toBe('#1004 · $67.00 · 23 h left');
});

test('an order leaves the line when its time runs out, also without news of it', () => {
  const orders = unpaidOrders([receipt(1, { expiresAt: inHours(2) }), receipt(2, { expiresAt: null })], NOW);
  expect(stillUnpaid(orders, NOW + 2 * HOUR_MS).map(({ number }) => number)).toEqual([2]);
  expect(stillUnpaid(orders, NOW + 2 * HOUR_MS - 1)).toHaveLength(2);
});

test.each([
  [72 * HOUR_MS - 1, '71 h'],
  [HOUR_MS, '1 h'],
  [HOUR_MS - 1, '59 min'],
  [59_999, '0 min'],
  [-HOUR_MS, '0 min'],
])('%d milliseconds are %s', (ms, text) => {
  expect(hoursOf(ms)).toBe(text);
});

test('the last hour of an order is urgent', () => {
  expect([HOUR_MS, HOUR_MS - 1, -1].map(isUrgent)).toEqual([false, true, true]);
});

test('the order that ends next comes first, whatever the order of the receipts', () => {
  const hours = fc.option(fc.integer({ min: 1, max: 100 }));
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 8 }), (ends) => {
      const receipts = ends.map((end, at) => receipt(at, { expiresAt: end === null ? null : inHours(end) }));
      const sorted = unpaidOrders(receipts, NOW);
      expect(sorted).toHaveLength(ends.length);
      const times = sorted.map(({ expiresAt }) => (expiresAt === null ? Infinity : Date.parse(expiresAt)));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(unpaidOrders(receipts.toReversed(), NOW)).toEqual(sorted);
    }),
  );
});

test('what was known of orders gives way to what their receipts say now', () => {
  const [paid, later, unknown] = [
    receipt(1),
    receipt(2, { expiresAt: inHours(9) }),
    receipt(3, { expiresAt: inHours(1) }),
  ];
  const known = unpaidOrders([paid, later], NOW);
  const read = [{ ...paid, status: 'shipped' as const }, unknown];
  expect(unpaidBy(known, read, NOW)).toEqual(unpaidOrders([later, unknown], NOW));
});
