import { expect, test } from 'vitest';
import { percentOfCents } from '#domain/money.ts';
import { adminItem } from '../../../testing/admin-item.ts';
import { previewMarkup } from './markup-preview.tsx';

const share = (priceCents: number) => percentOfCents(priceCents, 35);

test('the preview counts what changes and shows the cheapest, a middle and the dearest item', () => {
  const items = [
    adminItem({ id: 1, price: 100, markupDollars: 35, finalPrice: 135 }),
    adminItem({ id: 2, price: 10, markupDollars: 15, finalPrice: 25 }),
    adminItem({ id: 3, price: 43.65, markupDollars: 15, finalPrice: 59 }),
    adminItem({ id: 4, price: 80, markupDollars: 0, finalPrice: 80 }),
  ];
  expect(previewMarkup(items, share)).toEqual({
    changed: 3,
    total: 4,
    samples: [
      { id: 2, name: 'Item 2', price: 10, markup: { before: 15, after: 3.5 }, finalPrice: { before: 25, after: 14 } },
      {
        id: 3,
        name: 'Item 3',
        price: 43.65,
        markup: { before: 15, after: 15.28 },
        finalPrice: { before: 59, after: 59 },
      },
      { id: 4, name: 'Item 4', price: 80, markup: { before: 0, after: 28 }, finalPrice: { before: 80, after: 108 } },
    ],
  });
});

test('the preview is empty if every markup is that percentage already', () => {
  const items = [adminItem({ id: 1, price: 100, markupDollars: 35, finalPrice: 135 })];
  expect(previewMarkup(items, share)).toEqual({ changed: 0, total: 1, samples: [] });
});

test('one markup for items of different prices is previewed with each price before and after', () => {
  const items = [
    adminItem({ id: 1, price: 19.5, markupDollars: 15, finalPrice: 35 }),
    adminItem({ id: 2, price: 40, markupDollars: 20, finalPrice: 60 }),
  ];
  expect(previewMarkup(items, () => 2000)).toEqual({
    changed: 1,
    total: 2,
    samples: [
      { id: 1, name: 'Item 1', price: 19.5, markup: { before: 15, after: 20 }, finalPrice: { before: 35, after: 40 } },
    ],
  });
});
