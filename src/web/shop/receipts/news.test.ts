import { expect, test } from 'vitest';
import type { Receipt } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { newsOf, noteRead, takeNews, unreadNews } from './news.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** A receipt that entered its state `hoursAgo`, by this user. */
const receipt = (number: number, status: ReceiptStatus, { by = 'admin', hoursAgo = 1 } = {}): Receipt => ({
  id: `id-${number}`,
  number,
  status,
  lines: [],
  subtotal: '40.00',
  points: 0,
  pointsDiscount: '0.00',
  quotes: [],
  addresses: [],
  shippingOption: 'standard',
  shippingCost: '15.00',
  total: '55.00',
  notes: '',
  delivery: null,
  createdAt: new Date(NOW - 48 * HOUR_MS).toISOString(),
  expiresAt: null,
  paymentSentAt: null,
  coin: null,
  txid: null,
  received: null,
  difference: null,
  due: '55.00',
  payment: { amount: 'none', confirmed: false, confirmations: null, late: false },
  payments: [],
  tracking: null,
  events: [{ kind: 'step', status, at: new Date(NOW - hoursAgo * HOUR_MS).toISOString(), by, note: null, changes: [] }],
});
const mara = { id: 'u1', username: 'mara' };
const titles = (receipts: Receipt[], seen: Record<number, ReceiptStatus> = {}) =>
  newsOf(receipts, seen, { username: mara.username, now: NOW }).map(({ title }) => title);

const memory = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

test.each([
  ['paid', 'Receipt #7 is paid'],
  ['shipped', 'Receipt #7 was shipped'],
  ['completed', 'Receipt #7 is completed'],
  ['cancelled', 'Receipt #7 was canceled'],
  ['expired', 'Receipt #7 has expired'],
] as const)('an order that became %s is news', (status, title) => {
  expect(titles([receipt(7, status)])).toEqual([title]);
  expect(titles([receipt(7, status)], { 7: status })).toEqual([]);
});

test('a step that was taken back is news, a new order is none', () => {
  expect(titles([receipt(7, 'awaiting_payment')], { 7: 'paid' })).toEqual(['Order #7 awaits payment again']);
  expect(titles([receipt(7, 'awaiting_payment')])).toEqual([]);
});

test('what the member did, and what is a week old, is no news', () => {
  expect(titles([receipt(7, 'cancelled', { by: 'mara' })])).toEqual([]);
  expect(titles([receipt(7, 'shipped', { hoursAgo: 7 * 24 })])).toEqual([]);
});

test('a device tells each change once, and each member their own', () => {
  const store = memory();
  expect(takeNews([receipt(7, 'paid')], mara, NOW, store)).toHaveLength(1);
  expect(takeNews([receipt(7, 'paid')], mara, NOW, store)).toEqual([]);
  expect(takeNews([receipt(7, 'shipped')], mara, NOW, store)).toHaveLength(1);
  expect(takeNews([receipt(7, 'shipped')], { id: 'u2', username: 'noor' }, NOW, store)).toHaveLength(1);
});

test('a memory that cannot be read is an empty one', () => {
  const store = memory();
  store.setItem('greenroom-news', '{');
  expect(takeNews([receipt(7, 'paid')], mara, NOW, store)).toHaveLength(1);
});

test('the list says what is new until the member has looked at it, whatever a toast has told', () => {
  const store = memory();
  const unread = (receipts: Receipt[]) => [...unreadNews(receipts, mara, NOW, store)];
  takeNews([receipt(7, 'paid')], mara, NOW, store);
  expect(unread([receipt(7, 'paid'), receipt(8, 'awaiting_payment')])).toEqual([
    ['id-7', 'The seller has your payment and packs your order.'],
  ]);
  noteRead([receipt(7, 'paid')], mara.id, store);
  expect(unread([receipt(7, 'paid')])).toEqual([]);
  // Looking at one says nothing about the others.
  noteRead([receipt(8, 'awaiting_payment')], mara.id, store);
  expect(unread([receipt(7, 'shipped'), receipt(8, 'paid')])).toEqual([
    ['id-7', "It's on its way to you."],
    ['id-8', 'The seller has your payment and packs your order.'],
  ]);
});
