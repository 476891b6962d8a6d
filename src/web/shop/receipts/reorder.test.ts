import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/products.ts';
import { missingLabel, planReorder, reorderOutcome } from './reorder.ts';

const line = (productId: number, quantity: number, unitPrice = '35.00') => ({
  productId,
  productName: `Product ${productId}`,
  size: null,
  productBrand: 'Northlight',
  quantity,
  unitPrice,
  totalPrice: '0.00',
  batch: null,
  batchConfirmed: null,
});
const available = (...products: ReturnType<typeof buildProduct>[]) => ({ products, inCart: () => 0 });

test('an order can be repeated at today’s prices', () => {
  const [dearer, cheaper, same] = planReorder(
    [line(1, 2, '30.00'), line(2, 1, '40.50'), line(3, 1)],
    available(buildProduct({ id: 1 }), buildProduct({ id: 2 }), buildProduct({ id: 3 })),
  );
  expect(dearer).toMatchObject({ quantity: 2, missing: null, priceChange: '5.00' });
  expect(cheaper).toMatchObject({ quantity: 1, priceChange: '-5.50' });
  expect(same).toMatchObject({ priceChange: '0.00' });
});

test('a repeated order has the price of its tier, also with pieces that are in the cart already', () => {
  const tiered = buildProduct({ id: 1, finalPrice: 35, tiers: [{ from: 3, finalPrice: 30 }] });
  const three = line(1, 3, '30.00');
  const [same] = planReorder([three], available(tiered));
  expect(same).toMatchObject({ quantity: 3, unitPriceCents: 3000, priceChange: '0.00' });
  const [joined] = planReorder([line(1, 2)], { products: [tiered], inCart: () => 1 });
  expect(joined).toMatchObject({ quantity: 2, unitPriceCents: 3000, priceChange: '-5.00' });
});

test('lines that are gone, out of stock or short say so, and only available pieces are added', () => {
  const plan = planReorder(
    [line(1, 2), line(2, 2), line(3, 5), line(4, 1)],
    available(
      buildProduct({ id: 2, quantity: 0 }),
      buildProduct({ id: 3, quantity: 3 }),
      buildProduct({ id: 4, isActive: false }),
    ),
  );
  expect(plan.map(({ missing, quantity }) => [missing, quantity])).toEqual([
    ['gone', 0],
    ['out', 0],
    ['short', 3],
    ['gone', 0],
  ]);
  expect(plan.map(missingLabel)).toEqual([
    'No longer available',
    'Out of Stock',
    'Only 3 of 5 can be added',
    'No longer available',
  ]);
});

test('pieces in the cart count against the stock', () => {
  const plan = planReorder([line(1, 4)], { products: [buildProduct({ id: 1, quantity: 5 })], inCart: () => 3 });
  expect(plan[0]).toMatchObject({ quantity: 2, missing: 'short' });
});

test('one press says how much was added, and what is missing and why', () => {
  const plan = planReorder(
    [line(1, 2), line(2, 5), line(3, 1)],
    available(buildProduct({ id: 1 }), buildProduct({ id: 2, quantity: 3 })),
  );
  expect(reorderOutcome(plan, 5)).toEqual([
    '5 items added to your cart.',
    'Product 2: only 3 of 5 can be added.',
    'Product 3: no longer available.',
  ]);
  expect(reorderOutcome(planReorder([line(1, 1)], available()), 0)).toEqual([
    'Nothing was added to your cart.',
    'Product 1: no longer available.',
  ]);
});
