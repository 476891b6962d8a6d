import { expect, test } from 'vitest';
import type { CartItem, CartLimit, OrderRefusalCode } from '#contract/cart.ts';
import { buildProduct } from '../../testing/products.ts';
import { wouldPassLimit } from './limit-amounts.ts';
import { amountOver, blockedTexts, earlierText, overTexts, reductionFor } from './over-limit.ts';

const limit = (changes: Partial<CartLimit> = {}): CartLimit => ({
  kind: 'flower',
  unit: 'g',
  window: '1d',
  max: 28,
  used: 0,
  inCart: 0,
  opensAt: null,
  ...changes,
});

test.each([
  [{ inCart: 28 }, 0],
  [{ inCart: 42 }, 14],
  [{ used: 21, inCart: 10.5 }, 3.5],
  [{ max: 0.3, used: 0.1, inCart: 0.2 }, 0],
  // Earlier orders alone break nothing.
  [{ used: 42 }, 0],
])('a cart with %j is over by %d', (changes, over) => {
  expect(amountOver(limit(changes))).toBe(over);
});

const said = (...limits: CartLimit[]) => overTexts(limits, 'UTC').map(({ text }) => text);

test('every limit that the cart breaks is named, and a full one is not broken', () => {
  const limits = [limit({ inCart: 28 }), limit({ kind: 'edible', inCart: 29 }), limit({ inCart: 99 })];
  expect(overTexts(limits).map(({ kind }) => kind)).toEqual(['edible', 'flower']);
  expect(overTexts([limit({ inCart: 28 })])).toEqual([]);
});

test('the sentence says how far over, and from when on more is possible if waiting helps', () => {
  expect(said(limit({ inCart: 35 }))).toEqual(['7 g over your limit of 28 g in 24 hours.']);
  expect(said(limit({ unit: 'pcs', window: '3d', max: 2, inCart: 3 }))).toEqual([
    '1 piece over your limit of 2 pieces in 3 days.',
  ]);
  const opensAt = '2026-11-24T09:29:30.000Z';
  expect(said(limit({ used: 21, inCart: 10.5, opensAt }))).toEqual([
    '3.5 g over your limit of 28 g in 24 hours. More from Nov 24, 9:30 AM.',
  ]);
});

test('of several limits that are broken, the time is the one when all of them are kept', () => {
  const day = limit({ used: 21, inCart: 10.5, opensAt: '2026-11-24T09:30:00.000Z' });
  const week = { ...day, window: '7d', opensAt: '2026-11-28T09:30:00.000Z' };
  expect(said(week, day)).toEqual([
    '3.5 g over your limit of 28 g in 7 days.',
    '3.5 g over your limit of 28 g in 24 hours. More from Nov 28, 9:30 AM.',
  ]);
  expect(said(day, { ...week, opensAt: null })[1]).toBe('3.5 g over your limit of 28 g in 7 days.');
});

test('what earlier orders count is said, if they count anything', () => {
  expect(earlierText(limit({ used: 21 }))).toBe('21 g from earlier orders');
  expect(earlierText(limit({ inCart: 21 }))).toBeNull();
});

test('a product that would pass a limit is known before it is in the cart', () => {
  const eighth = buildProduct({ name: 'Harvest Moon 3.5G', category: 'Flower' });
  const pass = (limits: CartLimit[], pieces?: number) => wouldPassLimit(limits, eighth, pieces);
  expect(pass([limit({ used: 21, inCart: 3.5 })])).toBe(false);
  expect(pass([limit({ used: 21, inCart: 7 })])).toBe(true);
  expect(pass([limit({ used: 21 })], 3)).toBe(true);
  expect(pass([limit({ kind: 'edible', used: 28 })])).toBe(false);
  expect(wouldPassLimit([limit({ used: 28 })], buildProduct({ name: 'Mystery', category: 'Flower' }))).toBe(false);
});

test('a blocked cart says the broken limits in its own words, and everything else in those of the shop', () => {
  const message = 'You have 5 unpaid orders. Please pay or cancel one first.';
  const textsOf = (code: OrderRefusalCode, ...limits: CartLimit[]) => {
    const texts = blockedTexts({ blocked: { code, message }, limits }, 'UTC');
    return texts && [texts.shown.map(({ text }) => text), texts.message];
  };
  const [over, other] = [limit({ inCart: 35 }), limit({ kind: 'edible', inCart: 29 })];
  const own = ['7 g over your limit of 28 g in 24 hours.', '1 g over your limit of 28 g in 24 hours.'];
  expect(textsOf('limit_reached', over, other)).toEqual([own, own.join(' ')]);
  expect(textsOf('too_many_open_orders', over)).toEqual([[message], message]);
  // The limits of the page are older than the refusal.
  expect(textsOf('limit_reached', limit())).toEqual([[message], message]);
  // A line that is short says so itself.
  expect(textsOf('not_enough_stock')).toEqual([['Please change or remove the marked items first.'], message]);
  expect(textsOf('cart_empty')).toBeNull();
  expect(blockedTexts({ blocked: null, limits: [over] })).toBeNull();
});

test('the smallest change of one line that keeps the limit is offered', () => {
  const products = ['Flower', 'Flower', 'Edibles'].map((category, id) =>
    buildProduct({ id, category, name: `Product ${id} 3.5G` }),
  );
  const [full, broken] = [limit({ inCart: 28 }), limit({ inCart: 35 })];
  const blocked = { code: 'limit_reached', message: 'You can order 28 g of flower now.' } as const;
  const offered = (limits: CartLimit[], quantities: number[], known = products) => {
    const items = quantities.map((quantity, id) => ({ productId: products[id]!.id, quantity }) as CartItem);
    const reduction = reductionFor({ blocked, limits, items }, known);
    return reduction && [reduction.product.id, reduction.pieces];
  };
  // 21 g are six pieces of the line that has them, and not one of the last line.
  expect(offered([limit({ inCart: 49 })], [13, 1, 1])).toEqual([0, 6]);
  // Of lines that help alike, the largest, then the last one.
  expect(offered([broken], [4, 6, 9])).toEqual([1, 2]);
  expect(offered([broken], [5, 5, 9])).toEqual([1, 2]);
  // No line is enough.
  expect(offered([limit({ used: 28, inCart: 10.5 })], [1, 2, 1])).toEqual([1, 2]);
  expect(offered([full], [4, 4, 1])).toBeNull();
  // A product that has left the catalogue is passed over: nobody knows what it counts.
  expect(offered([broken], [5, 5, 1], [products[0]!, products[2]!])).toEqual([0, 2]);
  expect(reductionFor({ blocked: null, limits: [broken], items: [] }, products)).toBeNull();
  const ounce = buildProduct({ id: 3, category: 'Flower', name: 'Whole 28G' });
  const mystery = buildProduct({ id: 4, category: 'Flower', name: 'Mystery' });
  products.push(ounce, mystery);
  expect(offered([limit({ inCart: 31.5 })], [1, 0, 0, 1])).toEqual([0, 1]);
  // An unknown weight goes one piece at a time, if nothing else is known to help.
  expect(offered([limit({ inCart: 31.5 })], [1, 0, 0, 1, 2])).toEqual([0, 1]);
  expect(offered([limit({ inCart: 31.5 })], [0, 0, 0, 0, 9])).toEqual([4, 1]);
});
