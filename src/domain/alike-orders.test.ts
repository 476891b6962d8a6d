import { expect, test } from 'vitest';
import { alikeIn, areAlike, type PayableOrder } from './alike-orders.ts';

const quote = (coin: 'BTC' | 'LTC', rate: string) => ({ coin, amount: '1', rate });
const order = (fields: Partial<PayableOrder> = {}): PayableOrder => ({
  id: 'a',
  status: 'awaiting_payment',
  due: '48.00',
  quotes: [],
  addresses: [],
  ...fields,
});

test.each<[string, boolean, Partial<PayableOrder>, Partial<PayableOrder>]>([
  ['the same amount at one address', true, {}, {}],
  ['another amount', false, {}, { due: '48.01' }],
  ['nothing to pay', false, { due: '0.00' }, { due: '0.00' }],
  ['an order that is paid', false, {}, { status: 'paid' }],
  ['the same order', false, {}, { id: 'a' }],
  ['an address of its own in each coin', false, {}, { addresses: [{ coin: 'BTC' }, { coin: 'LTC' }] }],
  ['an address of its own in one of two coins', true, {}, { addresses: [{ coin: 'BTC' }] }],
  ['the same rate', true, { quotes: [quote('BTC', '65000')] }, { quotes: [quote('BTC', '65000')] }],
  [
    'another rate in each coin',
    false,
    { quotes: [quote('BTC', '65000'), quote('LTC', '80')] },
    { quotes: [quote('BTC', '64000'), quote('LTC', '81')] },
  ],
  ['a quote of one of them only', true, { quotes: [quote('BTC', '65000')] }, {}],
])('two orders with %s are alike: %s', (_case, alike, one, other) => {
  expect(areAlike(order(one), order({ id: 'b', ...other }), ['BTC', 'LTC'])).toBe(alike);
});

test('orders of a shop without coins are never alike', () => {
  expect(areAlike(order(), order({ id: 'b' }), [])).toBe(false);
});

test('of a list, each order that is like another one leads to the first of those', () => {
  const orders = [
    order(),
    order({ id: 'b' }),
    order({ id: 'c', due: '49.00' }),
    order({ id: 'd' }),
    order({ id: 'e', due: '49.00', status: 'paid' }),
  ];
  expect([...alikeIn(orders, ['BTC'])].map(([id, like]) => id + like.id)).toEqual(['ab', 'ba', 'da']);
});
