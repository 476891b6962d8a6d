import { expect, test } from 'vitest';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { chainWords, changeLines, eventTitle, gapText } from './receipt-facts.ts';

test.each([
  ['missing', '5.00', '$5.00 too little'],
  ['over', '12.40', '$12.40 too much'],
  ['refunded', '1066.00', '$1,066.00 refunded'],
] as const)('%s by %s is said as "%s"', (kind, amount, text) => {
  expect(gapText({ kind, amount })).toBe(text);
});

const event = (fields: Partial<ReceiptEvent>): ReceiptEvent => ({
  kind: 'step',
  status: 'paid',
  at: '2026-11-23T09:30:00.000Z',
  by: 'mara',
  note: null,
  changes: [],
  ...fields,
});
const changed = (what: string, before: string | null, after: string | null) => ({ what, before, after });
const refunded = changed('refunded', null, 'refunded');

test.each<[Partial<ReceiptEvent>, string]>([
  [{ status: 'awaiting_payment' }, 'Order confirmed'],
  [{ status: 'cancelled' }, 'Canceled'],
  [{ kind: 'undo', status: 'awaiting_payment' }, 'Step undone, awaiting payment again'],
  [{ kind: 'payment_sent' }, 'Payment reported'],
  [{ kind: 'facts', changes: [changed('received', null, '5.00')] }, 'Payment received'],
  [{ kind: 'facts', changes: [changed('received', '5.00', null)] }, 'Payment refunded or undone'],
  [{ kind: 'facts', changes: [changed('received', '9.00', '5.00'), refunded] }, 'Payment refunded'],
  [
    { kind: 'facts', changes: [changed('received', '5.00', '9.00'), changed('undone', 'refunded', null)] },
    'Refund undone',
  ],
  [
    { kind: 'facts', changes: [changed('received', '9.00', null), changed('undone', 'received', null)] },
    'Payment undone',
  ],
  [{ kind: 'facts', changes: [changed('coin', null, 'BTC')] }, 'Payment details'],
  [{ kind: 'facts', changes: [changed('tracking', null, 'X1')] }, 'Tracking'],
  [{ kind: 'facts', changes: [] }, 'Payment details'],
  [{ kind: 'panel_note' }, 'Private note'],
  [{ kind: 'lines' }, 'Order changed'],
])('the entry %j of a history is titled "%s"', (fields, title) => {
  expect(eventTitle(event(fields))).toBe(title);
});

test.each<[Partial<ReceiptEvent>, string[]]>([
  [
    { kind: 'facts', changes: [changed('received', null, '70.00'), changed('coin', 'BTC', null)] },
    ['$70.00', 'Paid with: removed'],
  ],
  [{ kind: 'facts', changes: [changed('received', '70.00', '75.00')] }, ['$5.00, $75.00 in all']],
  [{ kind: 'facts', changes: [changed('received', '0.00', '75.00')] }, ['$75.00']],
  [{ kind: 'facts', changes: [changed('received', '70.00', null)] }, ['$70.00, which leaves nothing paid']],
  [{ kind: 'facts', changes: [changed('received', '70.00', '55.00'), refunded] }, ['$15.00, which leaves $55.00 paid']],
  [{ kind: 'facts', changes: [changed('txid', 'a1', 'b2')] }, ['Transaction: a1 → b2']],
  [{ kind: 'facts', changes: [changed('tracking', null, 'X1')] }, ['X1']],
  [{ kind: 'facts', changes: [changed('tracking', 'X1', 'X2')] }, ['X1 → X2']],
  [{ kind: 'facts', changes: [changed('tracking', 'X1', null)] }, ['Removed']],
  [
    { kind: 'facts', changes: [changed('coin', null, 'BTC'), changed('tracking', null, 'X1')] },
    ['Paid with: BTC', 'Tracking: X1'],
  ],
  [
    {
      kind: 'lines',
      changes: [changed('Fog', '3', '1'), changed('Gummies', '2', null), changed('total', '100.00', '30.00')],
    },
    ['Fog: 3 → 1', 'Gummies: removed', 'Total: $100.00 → $30.00'],
  ],
  [{ kind: 'panel_note', changes: [changed('panelNote', 'Old', 'New')] }, ['New']],
  [{ kind: 'panel_note', changes: [changed('panelNote', 'Old', null)] }, ['Removed']],
])('the changes of %j are listed', (fields, lines) => {
  expect(changeLines(event(fields))).toEqual(lines);
});

const on = (confirmations: number, needed = 2) => ({ height: null, confirmations, needed });

test.each([
  ['0 of 2 confirmations', true, on(0)],
  ['1 of 2 confirmations', true, on(1)],
  ['2 confirmations', true, on(2)],
  ['1 confirmation', true, on(1, 1)],
  ['No longer counts: the chain does not have it any more', false, on(0)],
  ['Counted once, as it was seen', false, null],
  [null, true, null],
])('the panel says of a payment: %s', (words, counts, chain) => {
  expect(chainWords({ counts, chain })).toBe(words);
});
