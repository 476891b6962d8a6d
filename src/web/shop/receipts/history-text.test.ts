import { expect, test } from 'vitest';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { historyText } from './history-text.ts';

const entry = (given: Partial<ReceiptEvent>): ReceiptEvent => ({
  kind: 'step',
  status: 'paid',
  at: '2026-11-23T00:00:00.000Z',
  by: 'admin',
  note: null,
  changes: [],
  ...given,
});

test.each([
  ['Order confirmed', { status: 'awaiting_payment' as const }],
  ['Shipped: Ring twice', { status: 'shipped' as const, note: 'Ring twice' }],
  [
    'Back to awaiting payment: Wrong row',
    { kind: 'undo' as const, status: 'awaiting_payment' as const, note: 'Wrong row' },
  ],
  ['You told the seller that you paid', { kind: 'payment_sent' as const }],
  [
    'You told the seller that you paid: Paid with BTC',
    { kind: 'payment_sent' as const, changes: [{ what: 'coin', before: null, after: 'BTC' }] },
  ],
  [
    'Received $20.00, Tracking 1Z',
    {
      kind: 'facts' as const,
      changes: [
        { what: 'received', before: null, after: '20.00' },
        { what: 'tracking', before: null, after: '1Z' },
      ],
    },
  ],
  [
    'The seller changed the order: Harvest Moon 2 → 1, total $95.00 → $55.00',
    {
      kind: 'lines' as const,
      changes: [
        { what: 'Harvest Moon', before: '2', after: '1' },
        { what: 'total', before: '95.00', after: '55.00' },
      ],
    },
  ],
])('the history says "%s"', (text, given) => {
  expect(historyText(entry(given))).toBe(text);
});
