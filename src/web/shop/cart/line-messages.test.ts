import { expect, test } from 'vitest';
import type { CartItem } from '#contract/cart.ts';
import { lineDetails, lineMessages } from './line-messages.ts';

const line = (overrides: Partial<CartItem>): CartItem => ({
  id: 1,
  productId: 1,
  productName: 'Gelato',
  size: null,
  productBrand: 'Halcyon',
  productStrain: null,
  productCategory: 'Flower',
  productImage: null,
  unitPrice: '40.00',
  singlePrice: '40.00',
  tiers: [],
  unitPriceWhenAdded: '40.00',
  addedAt: '2026-11-22T09:00:00.000Z',
  quantity: 2,
  totalPrice: '80.00',
  problem: null,
  available: 9,
  ...overrides,
});

test.each([
  ['nothing if nothing has changed', {}, []],
  [
    'only that the product is gone',
    { problem: 'gone' as const, unitPrice: '50.00', singlePrice: '50.00' },
    ['No longer available'],
  ],
  ['how many are left', { problem: 'short' as const, available: 1 }, ['Only 1 left in stock.']],
  ['a higher price', { unitPriceWhenAdded: '35.00' }, ['The price went up from $35.00 to $40.00.']],
  ['a lower price', { unitPriceWhenAdded: '45.50' }, ['The price went down from $45.50 to $40.00.']],
  ['that all of the stock is in the cart', { quantity: 9 }, ["That's all we have"]],
  [
    'what one more piece would save',
    { tiers: [{ from: 3, unitPrice: '35.00' }] },
    ['One more and each costs $35.00. You save $15.00.'],
  ],
  [
    'how many more pieces reach the next tier',
    { tiers: [{ from: 5, unitPrice: '35.00' }] },
    ['3 more and each costs $35.00. You save $25.00.'],
  ],
  ['nothing about a tier that the stock does not reach', { tiers: [{ from: 10, unitPrice: '35.00' }] }, []],
  ['nothing about a tier that costs the same', { tiers: [{ from: 3, unitPrice: '40.00' }] }, []],
  [
    'no saving that the stock does not allow',
    { tiers: [{ from: 3, unitPrice: '35.00' }], available: 2 },
    ["That's all we have"],
  ],
  [
    'no saving on a line that is gone',
    { tiers: [{ from: 3, unitPrice: '35.00' }], problem: 'gone' as const },
    ['No longer available'],
  ],
  [
    'no change of the price when it reaches a tier',
    { quantity: 3, unitPrice: '35.00', tiers: [{ from: 3, unitPrice: '35.00' }] },
    [],
  ],
  [
    'nothing about tiers if an older page stored it',
    { singlePrice: undefined as never, tiers: undefined as never },
    [],
  ],
  [
    'a problem and a change',
    { problem: 'short' as const, available: 0, unitPriceWhenAdded: '35.00' },
    ['Only 0 left in stock.', 'The price went up from $35.00 to $40.00.'],
  ],
])('a line says %s', (_, overrides, texts) => {
  expect(lineMessages(line(overrides)).map(({ text }) => text)).toEqual(texts);
});

test('only a price that rose is a warning', () => {
  const kindsOf = (unitPriceWhenAdded: string) => lineMessages(line({ unitPriceWhenAdded })).map(({ kind }) => kind);
  expect(kindsOf('35.00')).toEqual(['rise']);
  expect(kindsOf('45.00')).toEqual(['fall']);
});

test('a line does not repeat what its name says', () => {
  const detailsOf = (productName: string) =>
    lineDetails(line({ productName, productBrand: 'Halcyon', productStrain: 'Blue Hour' }));
  expect(detailsOf('Orchard Gummies')).toBe('Halcyon · Blue Hour');
  expect(detailsOf('BLUE HOUR Cart')).toBe('Halcyon');
  expect(detailsOf('Halcyon Blue Hour - 14G')).toBe('');
});
