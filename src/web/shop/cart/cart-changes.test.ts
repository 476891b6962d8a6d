import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartItem, CartResponse } from '#contract/cart.ts';
import { buildProduct } from '../../testing/products.ts';
import { type CartChange, emptyCart, enqueue, withChanges } from './cart-changes.ts';

const line = (overrides: Partial<CartItem> = {}): CartItem => ({
  id: 11,
  productId: 1,
  productName: 'Blue Dream',
  size: null,
  productBrand: 'Northlight',
  productStrain: null,
  productCategory: 'Flower',
  productImage: null,
  unitPrice: '35.00',
  singlePrice: '35.00',
  tiers: [],
  unitPriceWhenAdded: '35.00',
  addedAt: '2026-11-22T09:00:00.000Z',
  quantity: 2,
  totalPrice: '70.00',
  problem: null,
  available: 5,
  ...overrides,
});
const cartOf = (...items: CartItem[]): CartResponse => {
  const { cart } = emptyCart();
  return { cart: { ...cart, subtotal: '70.00', total: '85.00' }, items };
};

const blueDream = buildProduct({ id: 1, finalPrice: 35, quantity: 5 });
const gelato = buildProduct({ id: 2, name: 'Gelato', finalPrice: 40, quantity: 3, tags: ['Strain = Gelato 41'] });

test('an unknown cart costs the standard shipping', () => {
  expect(emptyCart().cart).toMatchObject({ subtotal: '0.00', shippingCost: '15.00', total: '15.00' });
});

describe('before the server has responded', () => {
  test('a new product is at the end, with its price in the total', () => {
    const after = withChanges(cartOf(line()), [{ kind: 'add', product: gelato, quantity: 2 }]);
    expect(after.items.map(({ productName }) => productName)).toEqual(['Blue Dream', 'Gelato']);
    expect(after.items[1]).toMatchObject({
      quantity: 2,
      totalPrice: '80.00',
      productStrain: 'Gelato 41',
      problem: null,
    });
    expect(after.cart).toMatchObject({ subtotal: '150.00', total: '165.00' });
  });

  test('adding a product again increases its quantity instead of adding a line', () => {
    const after = withChanges(cartOf(line()), [{ kind: 'add', product: blueDream, quantity: 1 }]);
    expect(after.items).toHaveLength(1);
    expect(after.items[0]).toMatchObject({ quantity: 3, totalPrice: '105.00' });
  });

  test('a new quantity changes line and total', () => {
    const after = withChanges(cartOf(line()), [{ kind: 'quantity', productId: 1, quantity: 1 }]);
    expect(after.items[0]).toMatchObject({ quantity: 1, totalPrice: '35.00' });
    expect(after.cart).toMatchObject({ subtotal: '35.00', total: '50.00' });
  });

  test('a line that reaches a tier costs less each, and as much as before when it leaves the tier', () => {
    const tiers = [
      { from: 3, finalPrice: 30 },
      { from: 5, finalPrice: 28 },
    ];
    const tiered = buildProduct({ id: 3, finalPrice: 35, tiers });
    const three = withChanges(emptyCart(), [{ kind: 'add', product: tiered, quantity: 3 }]);
    expect(three.items).toMatchObject([{ unitPrice: '30.00', totalPrice: '90.00', singlePrice: '35.00' }]);
    expect(three.cart.subtotal).toBe('90.00');
    const five = withChanges(three, [{ kind: 'add', product: tiered, quantity: 2 }]);
    expect(five.items).toMatchObject([{ quantity: 5, unitPrice: '28.00', totalPrice: '140.00' }]);
    const two = withChanges(five, [{ kind: 'quantity', productId: 3, quantity: 2 }]);
    expect(two.items).toMatchObject([{ unitPrice: '35.00', totalPrice: '70.00' }]);
  });

  test('a line reduced to the available stock is no longer short', () => {
    const short = line({ quantity: 7, problem: 'short' });
    const ofFive = withChanges(cartOf(short), [{ kind: 'quantity', productId: 1, quantity: 5 }]);
    expect(ofFive.items[0]?.problem).toBeNull();
    const ofSix = withChanges(cartOf(short), [{ kind: 'quantity', productId: 1, quantity: 6 }]);
    expect(ofSix.items[0]?.problem).toBe('short');
  });

  test('a removed line is gone from lines and total', () => {
    const after = withChanges(cartOf(line()), [{ kind: 'remove', productId: 1 }]);
    expect(after.items).toEqual([]);
    expect(after.cart).toMatchObject({ subtotal: '0.00', total: '15.00' });
  });

  test('express shipping shows the price of this shop', () => {
    const after = withChanges(cartOf(line()), [{ kind: 'shipping', option: 'express' }], {
      shipping: { standard: '15.00', express: '31.50' },
      pointsValue: 0,
    });
    expect(after.cart).toMatchObject({ shippingOption: 'express', shippingCost: '31.50', total: '101.50' });
  });

  test('points show their discount, at most the subtotal, which follows later changes', () => {
    const terms = { shipping: { standard: '15.00', express: '25.00' }, pointsValue: 1 };
    const use = { kind: 'points', points: 9000 } as const;
    const after = withChanges(cartOf(line()), [use], terms);
    expect(after.cart).toMatchObject({ points: 7000, pointsDiscount: '70.00', subtotal: '70.00', total: '15.00' });
    const fewer = withChanges(after, [{ kind: 'quantity', productId: 1, quantity: 1 }], terms);
    expect(fewer.cart).toMatchObject({ points: 3500, pointsDiscount: '35.00', total: '15.00' });
    expect(enqueue([{ kind: 'points', points: 5 }], { kind: 'points', points: 0 })).toEqual([
      { kind: 'points', points: 0 },
    ]);
  });

  test('a line that is put back returns to its place, and a new one comes last', () => {
    const added = (productId: number, minute: number) =>
      line({ id: productId, productId, addedAt: `2026-11-22T09:0${minute}:00.000Z` });
    const after = withChanges(cartOf(added(3, 1), added(4, 3)), [
      { kind: 'add', product: gelato, quantity: 1 },
      { kind: 'restore', product: blueDream, quantity: 1, addedAt: '2026-11-22T09:02:00.000Z' },
    ]);
    expect(after.items.map(({ productId }) => productId)).toEqual([3, 1, 4, 2]);
  });

  test('a line whose product is gone does not count', () => {
    const gone = line({ problem: 'gone', available: 0 });
    const after = withChanges(cartOf(gone), [{ kind: 'add', product: gelato, quantity: 1 }]);
    expect(after.cart.subtotal).toBe('40.00');
  });
});

describe('waiting changes', () => {
  const add = (product: typeof gelato, quantity = 1): CartChange => ({ kind: 'add', product, quantity });
  const quantity = (productId: number, pieces: number): CartChange => ({
    kind: 'quantity',
    productId,
    quantity: pieces,
  });
  const queued = (...changes: CartChange[]) => changes.reduce<CartChange[]>(enqueue, []);

  test('five quick presses on Add to Cart are one call for five', () => {
    expect(queued(...Array.from({ length: 5 }, () => add(gelato)))).toEqual([add(gelato, 5)]);
  });

  test('only the last of several quantities is sent', () => {
    expect(queued(quantity(1, 3), quantity(1, 4), quantity(1, 5))).toEqual([quantity(1, 5)]);
  });

  test('changes of different products are not merged', () => {
    expect(queued(quantity(1, 3), add(gelato), quantity(1, 4))).toEqual([quantity(1, 4), add(gelato)]);
  });

  test('a restored line is sent after its removal', () => {
    const remove: CartChange = { kind: 'remove', productId: 2 };
    expect(queued(quantity(2, 4), remove, add(gelato, 4))).toEqual([remove, add(gelato, 4)]);
  });

  test('only the last notes and the last shipping option are sent', () => {
    const shipping = (option: 'standard' | 'express'): CartChange => ({ kind: 'shipping', option });
    expect(
      queued(shipping('express'), { kind: 'notes', notes: 'a' }, shipping('standard'), { kind: 'notes', notes: 'ab' }),
    ).toEqual([shipping('standard'), { kind: 'notes', notes: 'ab' }]);
  });

  test('have the same result as sending each change', () => {
    const change: fc.Arbitrary<CartChange> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('add' as const, 'restore' as const),
        product: fc.constantFrom(blueDream, gelato),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({
        kind: fc.constant('quantity' as const),
        productId: fc.constantFrom(1, 2),
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), productId: fc.constantFrom(1, 2) }),
      fc.record({
        kind: fc.constant('shipping' as const),
        option: fc.constantFrom('standard' as const, 'express' as const),
      }),
      fc.record({ kind: fc.constant('notes' as const), notes: fc.string({ maxLength: 5 }) }),
      fc.record({ kind: fc.constant('clear' as const) }),
    );
    const contents = ({ cart, items }: CartResponse) => ({
      cart,
      lines: new Map(items.map(({ productId, quantity: pieces, problem }) => [productId, { pieces, problem }])),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        expect(contents(withChanges(cartOf(line()), queued(...changes)))).toEqual(
          contents(withChanges(cartOf(line()), changes)),
        );
      }),
    );
  });
});

test('clearing empties lines and notes, keeps the shipping, and drops waiting changes of the lines', () => {
  const waiting: CartChange[] = [
    { kind: 'add', product: gelato, quantity: 1 },
    { kind: 'shipping', option: 'express' },
    { kind: 'notes', notes: 'Ring twice' },
  ];
  const cleared = enqueue(waiting, { kind: 'clear' });
  expect(cleared).toEqual([{ kind: 'shipping', option: 'express' }, { kind: 'clear' }]);
  expect(withChanges(cartOf(line()), cleared)).toMatchObject({
    items: [],
    cart: { subtotal: '0.00', total: '25.00', notes: '', shippingOption: 'express' },
  });
  const addedAfter = enqueue(cleared, { kind: 'add', product: gelato, quantity: 1 });
  expect(addedAfter.map(({ kind }) => kind)).toEqual(['shipping', 'clear', 'add']);
});
