import { expect, test } from 'vitest';
import type { ReceiptStatus } from './receipt-state.ts';
import { isUnrecorded, missingSum, paymentGap, receivedSum, refundedSum, unrecordedSum } from './unrecorded-payment.ts';

const SEEN = {};
const byHand = (counts: boolean) => ({ kind: 'received' as const, dollars: '1.00', counts, chain: null });
const refund = (dollars: string) => ({ kind: 'refunded' as const, dollars, counts: true, chain: null });

test.each<[string, ReceiptStatus, string, Parameters<typeof isUnrecorded>[0]['payments'], boolean]>([
  ['an order to pay owes what it lacks', 'awaiting_payment', '75.00', [], false],
  ['a paid order without an entry is not recorded', 'paid', '75.00', [], true],
  ['nor is the rest of a part', 'shipped', '0.01', [byHand(true)], true],
  ['a completed order counts too', 'completed', '75.00', [], true],
  ['nothing is missing', 'paid', '0.00', [byHand(true)], false],
  ['a canceled order owes nothing', 'cancelled', '75.00', [], false],
  ['an expired order owes nothing', 'expired', '75.00', [], false],
  ['the chain took back what was in the books', 'paid', '75.00', [{ ...byHand(false), chain: SEEN }], false],
  ['an entry that was seen counts once', 'paid', '5.00', [byHand(false), { ...byHand(true), chain: SEEN }], true],
  ['what was refunded had come', 'shipped', '66.00', [byHand(true), refund('66.00')], false],
  ['so had all of it', 'paid', '75.00', [byHand(true), refund('75.00')], false],
  ['more is missing than was refunded', 'paid', '66.01', [byHand(true), refund('66.00')], true],
  ['an undone refund gave nothing back', 'paid', '66.00', [refund('66.00'), refund('-66.00')], true],
])('%s', (_, status, due, payments, expected) => {
  expect(isUnrecorded({ status, due, payments })).toBe(expected);
});

test('the sum of what the books lack is exact', () => {
  const sale = (due: string, refunded: string[] = []) =>
    ({ status: 'paid', due, payments: refunded.map(refund) }) as const;
  expect(unrecordedSum([sale('0.10'), sale('0.20'), sale('771.00'), sale('9.00', ['2.50', '1.50'])])).toBe('776.30');
  expect(unrecordedSum([])).toBe('0.00');
});

test.each<[string, ReceiptStatus, string, string | null, string[], ReturnType<typeof paymentGap>]>([
  ['nothing is in the books', 'paid', '75.00', null, [], null],
  ['the total came', 'paid', '0.00', '0.00', [], null],
  ['too much came', 'paid', '0.00', '5.00', ['2.00'], { kind: 'over', amount: '5.00' }],
  ['a part never came', 'paid', '70.00', '-70.00', [], { kind: 'missing', amount: '70.00' }],
  ['a part was given back', 'shipped', '66.00', '-66.00', ['60.00', '6.00'], { kind: 'refunded', amount: '66.00' }],
  ['all of it was given back', 'paid', '75.00', '-75.00', ['75.00'], { kind: 'refunded', amount: '75.00' }],
  ['both', 'paid', '70.00', '-70.00', ['66.00'], { kind: 'missing', amount: '4.00' }],
  [
    'too much was given back with what was too much',
    'paid',
    '5.00',
    '-5.00',
    ['20.00'],
    { kind: 'refunded', amount: '20.00' },
  ],
  [
    'an order to pay asks for it again',
    'awaiting_payment',
    '66.00',
    '-66.00',
    ['66.00'],
    { kind: 'missing', amount: '66.00' },
  ],
])('why what was received is not the total: %s', (_, status, due, difference, refunds, expected) => {
  expect(paymentGap({ status, due, difference, payments: refunds.map(refund) })).toEqual(expected);
});

test('what is missing and what was refunded are exact', () => {
  expect(refundedSum([byHand(true), refund('0.10'), refund('0.20'), refund('0.05'), refund('-0.05')])).toBe('0.30');
  expect(refundedSum([{ kind: 'refunded', dollars: null }])).toBe('0.00');
  expect(missingSum({ status: 'completed', due: '0.30', payments: [refund('0.10')] })).toBe('0.20');
});

test.each([
  ['58.50', '45.00', [refund('13.50')]],
  ['45.00', '45.00', []],
  ['5.00', null, [refund('5.00')]],
  ['0.00', '-5.00', []],
])('what came before refunds is %s', (sum, received, payments) => {
  expect(receivedSum({ received, payments })).toBe(sum);
});
