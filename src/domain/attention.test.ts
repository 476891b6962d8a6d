import { expect, test } from 'vitest';
import { ATTENTION_KINDS, type AttentionKind, byUrgency, ENDS_SOON_MS, urgencyOf } from './attention.ts';

const NOW = Date.parse('2026-11-26T09:00:00Z');
const HOUR_MS = 3_600_000;

test.each<[sorted: AttentionKind[], hoursLeft: number | null]>([
  // A payment that a member reports is first, whatever else there is.
  [['payment_sent', 'wallet_changed', 'to_ship'], null],
  [['payment_sent', 'awaiting_payment', 'to_ship'], 0.1],
  // An unpaid order that ends soon comes before the other orders, and else after them.
  [['awaiting_payment', 'short_of_stock', 'to_ship', 'hoarding'], 6],
  [['awaiting_payment', 'to_ship', 'low_stock'], -1],
  [['short_of_stock', 'to_ship', 'awaiting_payment', 'hoarding'], 6.01],
  [['to_ship', 'awaiting_payment', 'wanted'], null],
  // Changes of a payment address come before all orders, except those reported as paid.
  [['payment_sent', 'wallet_unexplained', 'wallet_pending', 'awaiting_payment', 'to_ship'], 1],
  // Problems that stop sales come before those that cost nothing today.
  [['to_verify', 'rates_waiting', 'sync_failed', 'wanted', 'low_stock', 'lab_expired', 'labels'], null],
  [['awaiting_payment', 'sync_waiting', 'low_stock', 'sync_rows', 'lab_expired'], 23],
])('%j is in order with %j hours left for unpaid orders', (sorted, hoursLeft) => {
  const ends = hoursLeft === null ? null : NOW + hoursLeft * HOUR_MS;
  const items = sorted.map((kind) => (kind === 'awaiting_payment' ? { kind, ends } : { kind }));
  expect(byUrgency(items.toReversed(), NOW).map(({ kind }) => kind)).toEqual(sorted);
  expect(byUrgency(items, NOW)).toEqual(items);
});

test('what is said to be paid stays first when its own end is near', () => {
  const items = [{ kind: 'wallet_pending' as const }, { kind: 'payment_sent' as const, ends: NOW + ENDS_SOON_MS }];
  expect(byUrgency(items, NOW).map(({ kind }) => kind)).toEqual(['payment_sent', 'wallet_pending']);
});

test('each kind is listed once, and orders and wallets are those that cannot wait', () => {
  expect(new Set(ATTENTION_KINDS).size).toBe(ATTENTION_KINDS.length);
  expect(ATTENTION_KINDS.filter((kind) => urgencyOf(kind) === 'now')).toEqual([
    'payment_sent',
    'wallet_changed',
    'wallet_unexplained',
    'wallet_pending',
    'payments_unseen',
    'payment_lost',
    'payment_part',
    'payment_over',
    'payment_late',
    'short_of_stock',
    'to_ship',
    'awaiting_payment',
  ]);
  expect(urgencyOf('hoarding')).toBe('soon');
  expect(urgencyOf('wanted')).toBe('soon');
  expect(urgencyOf('low_stock')).toBe('later');
  expect(urgencyOf('labels')).toBe('later');
});
