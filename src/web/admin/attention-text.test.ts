import { expect, test } from 'vitest';
import { ATTENTION_KINDS } from '#domain/attention.ts';
import { ATTENTION_ACTIONS, ATTENTION_LABELS, actPath, timeLeft } from './attention-text.ts';

const MINUTE_MS = 60_000;

test.each([
  [72 * 60 - 0.5, '71 h left'],
  [24 * 60 - 0.5, '23 h left'],
  [60, '1 h left'],
  [59.9, '59 min left'],
  [0.5, '0 min left'],
  // The shop ends it soon after its time.
  [-1, '0 min left'],
])('%d minutes are "%s"', (minutes, text) => {
  expect(timeLeft(minutes * MINUTE_MS)).toBe(text);
});

test('one and several read differently, and each has a word for what to do', () => {
  expect(ATTENTION_KINDS.map((kind) => [ATTENTION_LABELS[kind](1), ATTENTION_ACTIONS[kind](1)])).toMatchObject({
    0: ['1 says paid', 'Check payment'],
    4: ['Payments cannot be seen', 'See why'],
    5: ['1 payment disappeared', 'Check order'],
    6: ['1 paid in part', 'See order'],
    7: ['1 paid too much', 'Refund payment'],
    8: ['1 paid after its end', 'Refund payment'],
    10: ['1 to ship', 'Ship 1'],
  });
  const two = (kind: (typeof ATTENTION_KINDS)[number]) => [ATTENTION_LABELS[kind](2), ATTENTION_ACTIONS[kind](2)];
  expect(two('payment_sent')).toEqual(['2 say paid', 'Check payments']);
  expect(two('payment_lost')).toEqual(['2 payments disappeared', 'Check orders']);
  expect(two('payment_late')).toEqual(['2 paid after their end', 'Refund payments']);
  expect(two('to_ship')).toEqual(['2 to ship', 'Ship 2']);
  expect(two('lab_expired')).toEqual(['2 lab results expired', 'Update results']);
  expect(two('hoarding')).toEqual(['2 members hold much of the stock', 'See orders']);
});

test('what needs somebody leads to the act', () => {
  const link = '/admincp?tab=receipts';
  const item = { count: 1, oldest: null, link };
  expect(actPath({ ...item, kind: 'awaiting_payment' })).toBe(link);
  expect(actPath({ ...item, kind: 'payment_over', receipt: 'r1' })).toBe(`${link}&open=r1`);
  expect(actPath({ ...item, kind: 'address_gap', count: 21 })).toBe(`${link}&at=BTC_XPUB`);
  expect(actPath({ ...item, kind: 'to_ship', count: 3 })).toBe(`${link}&select=all`);
  expect(actPath({ ...item, kind: 'low_stock' })).toBe(`${link}&count=open`);
  expect(actPath({ ...item, kind: 'wanted' })).toBe(`${link}&count=open`);
});
