import { expect, test } from 'vitest';
import type { PlanRow } from '#contract/plans.ts';
import { adminItem } from '../../../testing/admin-item.ts';
import { finalPrices } from './final-prices.ts';
import { needsALook } from './needs-a-look.ts';

const row = (kind: PlanRow['kind'], after: Record<string, unknown>): PlanRow => ({
  ...{ itemId: 1, externalId: 'a', name: 'Owl', kind },
  fields: Object.entries(after).map(([field, value]) => ({ field, before: null, after: value })),
});
const item = adminItem({ id: 1, price: 20, markupDollars: 15, finalPrice: 35 });

test.each([
  ['a new product', row('added', { price: 12.5, markupDollars: 0 }), undefined, { before: null, after: 13 }],
  [
    'a new product with the usual markup',
    row('added', { price: 12.5, markupDollars: 15 }),
    undefined,
    { before: null, after: 28 },
  ],
  ['a product with another price', row('changed', { price: 22 }), item, { before: 35, after: 37 }],
  ['a product with another markup', row('changed', { price: 22, markupDollars: 0 }), item, { before: 35, after: 22 }],
  ['a product with the same price', row('changed', { quantity: 4 }), item, { before: 35, after: 35 }],
  ['a product that nobody knows', row('changed', { price: 22 }), undefined, null],
  ['a product that is removed', row('removed', { price: 22, markupDollars: 0 }), item, null],
])('a preview has final prices: %s', (_, planned, known, prices) => {
  expect(finalPrices(planned, known)).toEqual(prices);
});

test('after an import, what needs a look is what came with it, and leads to the list that shows it', () => {
  const before = [adminItem({ id: 1, category: null }), adminItem({ id: 2, isActive: false })];
  const doubtful = { reason: 'Name, size or tags say 1G', suggested: null };
  const after = [
    ...before,
    adminItem({ id: 3, category: null }),
    adminItem({ id: 4, labelCheck: doubtful }),
    adminItem({ id: 5, quantity: 0 }),
  ];
  expect(needsALook(before, after)).toEqual([
    { text: '1 label to check', href: '/admincp?tab=inventory&labels=check' },
    { text: '1 item without a category', href: '/admincp?tab=inventory&category=Uncategorized' },
    { text: '1 item out of stock', href: '/admincp?tab=inventory&stock=out' },
  ]);
  expect(needsALook(after, before)).toEqual([]);
});
