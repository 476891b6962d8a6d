import { expect, test } from 'vitest';
import { confirmationsText, paymentWords } from './payment-words.ts';

type Paid = Parameters<typeof paymentWords>[0];

const TOLD = '2026-11-27T09:00:00.000Z';
const came = (dollars: string | null, at: string) => [
  { kind: 'received' as const, coin: null, coinAmount: null, dollars, txid: null, at },
];

const refunded = (dollars: string) => [{ ...came(dollars, TOLD)[0]!, kind: 'refunded' as const }];

/** An order of $98.00. */
const order = (over: Partial<Paid> = {}, payment: Partial<Paid['payment']> = {}): Paid => ({
  status: 'awaiting_payment',
  due: '98.00',
  difference: null,
  received: null,
  paymentSentAt: null,
  payments: [],
  payment: { amount: 'none', confirmed: false, confirmations: null, late: false, ...payment },
  ...over,
});
const part = { due: '67.00', difference: '-67.00' };
const enough = { due: '0.00', difference: '0.00' };
const over = { due: '0.00', difference: '5.00' };

test.each<[string, Paid, string]>([
  ['nothing came', order(), 'Awaiting payment, $98.00 to pay'],
  ['nothing is to be paid', order({ due: '0.00' }), 'Awaiting payment, nothing to pay'],
  ['its member says it is paid', order({ paymentSentAt: TOLD }), 'Payment reported'],
  ['a part came', order(part, { amount: 'part' }), 'Paid in part, $67.00 missing'],
  [
    'a part came that has 1 confirmation',
    order(part, { amount: 'part', confirmations: 1 }),
    'Paid in part, $67.00 missing',
  ],
  [
    'a part came, and its member says the rest is paid',
    order({ ...part, paymentSentAt: TOLD, payments: came('31.00', '2026-11-27T08:00:00.000Z') }, { amount: 'part' }),
    'Payment reported, $67.00 missing',
  ],
  [
    'a part came after its member said it is paid',
    order({ ...part, paymentSentAt: TOLD, payments: came('31.00', '2026-11-27T10:00:00.000Z') }, { amount: 'part' }),
    'Paid in part, $67.00 missing',
  ],
  ['enough was seen', order(enough, { amount: 'enough', confirmations: 0 }), 'Payment seen, 0 of 2 confirmations'],
  [
    'enough has 1 confirmation',
    order({ ...enough, paymentSentAt: TOLD }, { amount: 'enough', confirmations: 1 }),
    'Payment seen, 1 of 2 confirmations',
  ],
  ['too much was seen', order(over, { amount: 'over', confirmations: 0 }), 'Payment seen, 0 of 2 confirmations'],
  ['enough came', order(enough, { amount: 'enough', confirmed: true, confirmations: 2 }), 'Payment received'],
  ['too much came', order(over, { amount: 'over', confirmed: true }), 'Payment received, $5.00 too much'],
  [
    'a coin without a rate was seen',
    order({ payments: came(null, TOLD) }, { confirmations: 0 }),
    'Payment seen, 0 of 2 confirmations',
  ],
  ['it is paid', order({ ...enough, status: 'paid' }, { amount: 'enough', confirmed: true }), 'Paid'],
  ['it is marked paid without an amount', order({ status: 'paid' }), 'Paid'],
  ['it is paid with too little', order({ ...part, status: 'paid' }, { amount: 'part' }), 'Paid, $67.00 missing'],
  [
    'a part of it was given back',
    order({ ...part, status: 'paid', payments: refunded('67.00') }, { amount: 'part' }),
    'Paid, $67.00 refunded',
  ],
  [
    'all of it was given back',
    order({ due: '98.00', difference: '-98.00', status: 'shipped', payments: refunded('98.00') }),
    'Shipped, $98.00 refunded',
  ],
  ['it is shipped', order({ ...over, status: 'shipped' }, { amount: 'over' }), 'Shipped, $5.00 too much'],
  ['it is canceled', order({ status: 'cancelled' }), 'Canceled'],
  ['it is canceled with money', order({ status: 'cancelled', received: '31.00' }), 'Canceled, $31.00 to come back'],
  [
    'it is canceled, and its money came back',
    order({ status: 'cancelled', received: '0.00', payments: [...came('31.00', TOLD), ...refunded('31.00')] }),
    'Canceled, $31.00 refunded',
  ],
  ['it has expired', order({ status: 'expired' }), 'Expired'],
  [
    'it was paid too late',
    order({ ...part, status: 'expired' }, { amount: 'part', late: true }),
    'Expired, paid afterwards',
  ],
  [
    'it was paid too late, and its money came back',
    order(
      {
        ...{ status: 'expired', received: '0.00', payments: [...came('31.00', TOLD), ...refunded('31.00')] },
      },
      { late: true },
    ),
    'Expired, $31.00 refunded',
  ],
])('the words when %s', (_when, receipt, text) => {
  const { stage, detail } = paymentWords(receipt, 2);
  expect([stage, detail].filter(Boolean).join(', ')).toBe(text);
});

test('confirmations are counted towards those that the shop waits for', () => {
  expect([null, 0, 1, 2, 3].map((count) => confirmationsText(count, 2))).toEqual([
    null,
    '0 of 2 confirmations',
    '1 of 2 confirmations',
    '2 confirmations',
    '3 confirmations',
  ]);
});
