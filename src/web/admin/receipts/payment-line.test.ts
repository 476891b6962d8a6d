import { expect, test } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { type PaymentLine, paymentLine } from './payment-line.ts';

type Receipt = Parameters<typeof paymentLine>[0];

const given = (kind: Payment['kind'], dollars: string, isGone = false): Payment => ({
  ...{ id: 1, receiptId: '1', kind, dollars, coin: null, coinAmount: null, txid: null, output: null },
  ...{ at: '', by: '', note: null, reverses: null, counts: !isGone },
  chain: isGone ? { height: null, confirmations: 0, needed: 2 } : null,
});

/** An order of $55.00. */
const order = (
  status: ReceiptStatus,
  payment: Partial<Receipt['payment']>,
  rest: Partial<Omit<Receipt, 'payment'>> = {},
): Receipt => ({
  ...{ status, total: '55.00', due: '55.00', received: null, difference: null, payments: [], ...rest },
  payment: { amount: 'none', confirmed: false, confirmations: null, late: false, ...payment },
});

const part = { due: '23.00', received: '32.00', difference: '-23.00', payments: [given('received', '32.00')] };
const exact = { due: '0.00', received: '55.00', difference: '0.00', payments: [given('received', '55.00')] };
const seen = { ...given('received', '55.00'), chain: { height: 7, confirmations: 1, needed: 2 } };
const over = { due: '0.00', received: '89.00', difference: '34.00', payments: [given('received', '89.00')] };
const gone = { received: '0.00', difference: '-55.00', payments: [given('received', '55.00', true)] };
const refunded = { ...gone, payments: [given('received', '55.00'), given('refunded', '55.00')] };
const line = (tone: PaymentLine['tone'], text: string) => ({ tone, text });

test.each<[string, Receipt, PaymentLine | null]>([
  ['nothing came', order('awaiting_payment', {}), null],
  [
    'a part',
    order('awaiting_payment', { amount: 'part' }, part),
    line('warning', '$32.00 received for $55.00: $23.00 too little.'),
  ],
  [
    'a part of a paid order',
    order('paid', { amount: 'part' }, part),
    line('warning', '$32.00 received for $55.00: $23.00 too little.'),
  ],
  [
    'enough',
    order('awaiting_payment', { amount: 'enough', confirmations: 1 }, { ...exact, payments: [seen] }),
    line('notice', 'Enough was seen: 1 of 2 confirmations.'),
  ],
  [
    'enough, and confirmed',
    order('awaiting_payment', { amount: 'enough', confirmed: true }, exact),
    line('good', 'Fully paid. You can mark the order as paid.'),
  ],
  [
    'enough of a shipped order',
    order('shipped', { amount: 'enough', confirmed: true }, exact),
    line('good', 'Fully paid.'),
  ],
  [
    'too much',
    order('awaiting_payment', { amount: 'over' }, over),
    line('warning', '$89.00 received for $55.00: $34.00 too much.'),
  ],
  [
    'too much of a completed order',
    order('completed', { amount: 'over' }, over),
    line('warning', '$89.00 received for $55.00: $34.00 too much.'),
  ],
  [
    'nothing in the books of a paid order',
    order('paid', {}),
    line('warning', 'Marked paid, but $55.00 is not recorded.'),
  ],
  ['all that came is gone', order('paid', {}, gone), line('warning', '$55.00 too little')],
  ['all that came was refunded', order('paid', {}, refunded), line('notice', 'Refunded $55.00.')],
  [
    'canceled with money',
    order('cancelled', { amount: 'part', late: true }, part),
    line('warning', 'The order is canceled: $32.00 has to go back.'),
  ],
  [
    'expired with money',
    order('expired', { amount: 'over', late: true }, over),
    line('warning', 'The order has expired: $89.00 has to go back.'),
  ],
  ['canceled without money', order('cancelled', {}), null],
  ['canceled, and all went back', order('cancelled', {}, refunded), null],
])('how far an order is paid: %s', (_, receipt, expected) => {
  expect(paymentLine(receipt)).toEqual(expected);
});
