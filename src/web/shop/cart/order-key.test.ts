import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/products.ts';
import { type CartChange, emptyCart, withChanges } from './cart-changes.ts';
import { keyFor } from './order-key.ts';

const gelato = buildProduct({ id: 2, quantity: 9 });
const cartAfter = (...changes: CartChange[]) => withChanges(emptyCart(), changes);
const oneGelato = cartAfter({ kind: 'add', product: gelato, quantity: 1 });
let made = 0;
const random = () => `key-${++made}`;

test('confirming the same cart again is the same order', () => {
  const first = keyFor(oneGelato, null, random);
  expect(keyFor(oneGelato, first, random)).toBe(first);
});

test.each([
  ['another quantity', cartAfter({ kind: 'add', product: gelato, quantity: 2 })],
  [
    'another shipping',
    cartAfter({ kind: 'add', product: gelato, quantity: 1 }, { kind: 'shipping', option: 'express' }),
  ],
  ['other notes', cartAfter({ kind: 'add', product: gelato, quantity: 1 }, { kind: 'notes', notes: 'Ring' })],
])('%s is another order', (_, cart) => {
  const first = keyFor(oneGelato, null, random);
  expect(keyFor(cart, first, random).key).not.toBe(first.key);
});
