import { expect, test } from 'vitest';
import { buildProduct } from '../testing/products.ts';
import { formatChange } from './announce-change.ts';

const gelato = buildProduct({ id: 1, name: 'Gelato', finalPrice: 40, quantity: 3 });
const kush = buildProduct({ id: 2, name: 'Kush', quantity: 0 });

test.each([
  ['one product, by its name', [gelato], 0, 'Gelato is now $40.00, 3 in stock.'],
  ['one that sold out', [kush], 0, 'Kush is now $35.00, Out of Stock.'],
  ['several, by their number', [gelato, kush], 3, '5 products were updated.'],
  ['one that was removed', [], 1, '1 product was updated.'],
  ['a change too large to list', [], 0, 'The catalogue was updated.'],
])('a screen reader announces %s', (_, products, removed, text) => {
  expect(formatChange(products, removed)).toBe(text);
});
