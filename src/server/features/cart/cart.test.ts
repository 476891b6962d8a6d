import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildItem, buildMember } from '../../testing/factories.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const changeItem = (shop: TestShop, id: number, set: Record<string, unknown>) =>
  shop.database.write((tx) => tx.updateTable('items').set(set).where('id', '=', id).execute());

bothDatabases((shop) => {
  const signIn = async () => {
    const { token, ...member } = await buildMember(shop());
    const call = (method: string, path: string, body?: unknown) => shop().call(method, path, { token, body });
    const add = (productId: number | string, quantity?: number) =>
      call('POST', '/api/cart/add', { productId, ...(quantity !== undefined && { quantity }) });
    return { member, token, call, add };
  };

  test('a new cart is empty and already carries the standard shipping', async () => {
    const { call } = await signIn();
    expect(await call('GET', '/api/cart')).toMatchObject({
      status: 200,
      body: {
        cart: { subtotal: '0.00', total: '15.00', shippingCost: '15.00', notes: '', shippingOption: 'standard' },
        items: [],
      },
    });
  });

  test('cart calls need a signed-in member', async () => {
    expect(await shop().call('GET', '/api/cart')).toMatchObject({
      status: 401,
      body: { message: 'Your session has expired. Please refresh the page to log in again.' },
    });
  });

  test('a product put in the cart makes a line with its final price, and the answer is the whole cart', async () => {
    const { add } = await signIn();
    const item = await buildItem(shop(), {
      name: 'Blue Dream 3.5G',
      brand: 'Foxtail',
      category: 'Flower',
      tags: ['Strain = Blue Dream'],
      images: ['flower/blue dream.jpg', 'other.jpg'],
      priceCents: 2050,
      markupCents: 1500,
      quantity: 9,
    });
    const { status, body } = await add(item.id, 2);
    expect(status).toBe(200);
    expect(body.cart).toEqual({
      subtotal: '72.00',
      shippingCost: '15.00',
      total: '87.00',
      notes: '',
      shippingOption: 'standard',
    });
    expect(body.items).toEqual([
      {
        id: expect.any(Number),
        productId: item.id,
        productName: 'Blue Dream 3.5G',
        productBrand: 'Foxtail',
        productStrain: 'Blue Dream',
        productCategory: 'Flower',
        productImage: '/api/proxy-image/flower/blue%20dream.jpg',
        unitPrice: '36.00',
        unitPriceWhenAdded: '36.00',
        quantity: 2,
        totalPrice: '72.00',
        problem: null,
        available: 9,
      },
    ]);
  });

  test('what a product does not state reads Unknown, and without a picture or a strain there is none', async () => {
    const { add } = await signIn();
    const { body } = await add((await buildItem(shop())).id);
    expect(body.items[0]).toMatchObject({
      productBrand: 'Unknown',
      productCategory: 'Unknown',
      productStrain: null,
      productImage: null,
    });
  });

  test('the quantity defaults to 1, and the same product again adds to its line', async () => {
    const { add } = await signIn();
    const { id } = await buildItem(shop(), { quantity: 5 });
    expect((await add(id)).body.items).toMatchObject([{ quantity: 1 }]);
    expect((await add(String(id), 3)).body.items).toMatchObject([{ quantity: 4 }]);
  });

  test.each([
    [{ productId: 1, quantity: 0 }, 'Quantity must be at least 1'],
    [{ productId: 1, quantity: 1.5 }, 'Quantity must be a whole number'],
    [{ productId: 1, quantity: 'two' }, 'Quantity must be a whole number'],
    [{ quantity: 1 }, 'A product is needed'],
  ])('%j is refused in words', async (body, message) => {
    const { call } = await signIn();
    expect(await call('POST', '/api/cart/add', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message },
    });
  });

  test.each([0, -5, 1.5, 1e30, 1e15, 'abc', '', '1.5', '+1', '01'])(
    'what is no product (%j) is not found',
    async (productId) => {
      const { call } = await signIn();
      expect(await call('POST', '/api/cart/add', { productId })).toMatchObject({ status: 404 });
    },
  );

  test('an id is read in decimal digits only, spaces around them aside', async () => {
    const { add } = await signIn();
    const { id } = await buildItem(shop());
    for (const other of [`0x${id.toString(16)}`, `${id}e0`, `${id}.0`]) {
      expect(await add(other), other).toMatchObject({ status: 404 });
    }
    expect((await add(` ${id} `)).body.items).toMatchObject([{ productId: id }]);
  });

  test('a member cannot put more in the cart than is in stock, what is in it already included', async () => {
    const { add, call } = await signIn();
    const { id } = await buildItem(shop(), { quantity: 3 });
    const refused = { status: 409, body: { code: 'not_enough_stock', message: 'Only 3 left in stock.' } };
    expect(await add(id, 4)).toMatchObject(refused);
    expect(await add(id, 2)).toMatchObject({ status: 200 });
    expect(await add(id, 2)).toMatchObject(refused);
    expect((await call('GET', '/api/cart')).body.items).toMatchObject([{ quantity: 2, available: 3 }]);
  });

  test('what other orders reserve is not left in stock', async () => {
    const { add } = await signIn();
    const { id } = await buildItem(shop(), { quantity: 3 });
    await changeItem(shop(), id, { reserved: 2 });
    expect(await add(id, 2)).toMatchObject({ status: 409, body: { message: 'Only 1 left in stock.' } });
    await changeItem(shop(), id, { reserved: 5 });
    expect(await add(id)).toMatchObject({ status: 409, body: { message: 'Only 0 left in stock.' } });
  });

  test('products that members cannot see cannot be put in the cart', async () => {
    const { add } = await signIn();
    const inactive = await buildItem(shop(), { isActive: false });
    const gone = await buildItem(shop(), { listed: false });
    for (const id of [inactive.id, gone.id, 999_999_999]) expect(await add(id)).toMatchObject({ status: 404 });
  });

  test('two tabs that add at once sum up, and never pass what is in stock', async () => {
    const { add, call } = await signIn();
    const plenty = await buildItem(shop(), { quantity: 100 });
    const scarce = await buildItem(shop(), { quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? add(plenty.id, 2) : add(scarce.id))),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const { items } = (await call('GET', '/api/cart')).body;
    expect(items).toHaveLength(2);
    expect(items.find((line: { productId: number }) => line.productId === plenty.id).quantity).toBe(24);
    expect(items.find((line: { productId: number }) => line.productId === scarce.id).quantity).toBe(5);
  });

  test('a line is set to any quantity in stock', async () => {
    const { add, call } = await signIn();
    const line = (await add((await buildItem(shop(), { quantity: 6 })).id)).body.items[0];
    const set = (quantity: number) => call('PATCH', `/api/cart/items/${line.id}`, { quantity });
    expect((await set(6)).body.items).toMatchObject([{ quantity: 6 }]);
    expect((await set(2)).body.items).toMatchObject([{ quantity: 2 }]);
    expect(await set(7)).toMatchObject({ status: 409, body: { message: 'Only 6 left in stock.' } });
    expect(await set(0)).toMatchObject({ status: 400, body: { message: 'Quantity must be at least 1' } });
    expect((await call('GET', '/api/cart')).body.items).toMatchObject([{ quantity: 2 }]);
  });

  test('a line is removed, and the cart is cleared with its notes while the shipping choice stays', async () => {
    const { add, call } = await signIn();
    await add((await buildItem(shop())).id);
    const { items } = (await add((await buildItem(shop())).id)).body;
    const removed = await call('DELETE', `/api/cart/items/${items[0].id}`);
    expect(removed).toMatchObject({ status: 200, body: { items: [{ id: items[1].id }] } });
    expect(await call('DELETE', `/api/cart/items/${items[0].id}`)).toMatchObject({ status: 404 });

    await call('PATCH', '/api/cart/notes', { notes: 'By the back door, please' });
    await call('PATCH', '/api/cart/shipping', { shippingOption: 'express' });
    expect(await call('DELETE', '/api/cart')).toMatchObject({
      status: 200,
      body: { cart: { subtotal: '0.00', total: '25.00', notes: '', shippingOption: 'express' }, items: [] },
    });
  });

  test('shipping and notes are kept, whichever comes first', async () => {
    const { call } = await signIn();
    expect((await call('PATCH', '/api/cart/shipping', { shippingOption: 'express' })).body.cart).toMatchObject({
      shippingOption: 'express',
      shippingCost: '25.00',
      total: '25.00',
    });
    await call('PATCH', '/api/cart/notes', { notes: '  Ring twice ' });
    expect((await call('GET', '/api/cart')).body.cart).toMatchObject({
      shippingOption: 'express',
      notes: 'Ring twice',
    });
    await call('PATCH', '/api/cart/shipping', { shippingOption: 'standard' });
    expect((await call('GET', '/api/cart')).body.cart).toMatchObject({ shippingCost: '15.00', notes: 'Ring twice' });
    expect(await call('PATCH', '/api/cart/shipping', { shippingOption: 'drone' })).toMatchObject({ status: 400 });
    expect(await call('PATCH', '/api/cart/notes', { notes: 'x'.repeat(2001) })).toMatchObject({ status: 400 });
  });

  test("another member's line does not exist", async () => {
    const [ann, ben] = [await signIn(), await signIn()];
    const line = (await ann.add((await buildItem(shop())).id)).body.items[0];
    expect(await ben.call('PATCH', `/api/cart/items/${line.id}`, { quantity: 2 })).toMatchObject({ status: 404 });
    expect(await ben.call('DELETE', `/api/cart/items/${line.id}`)).toMatchObject({ status: 404 });
    expect((await ben.call('GET', '/api/cart')).body.items).toEqual([]);
    expect((await ann.call('GET', '/api/cart')).body.items).toMatchObject([{ id: line.id, quantity: 1 }]);
    expect(await ben.call('DELETE', '/api/cart/items/line-1')).toMatchObject({ status: 404 });
  });

  test("prices are today's, and a line remembers the price at which it was put in", async () => {
    const { add, call } = await signIn();
    const { id } = await buildItem(shop(), { priceCents: 1000, markupCents: 0 });
    await add(id, 2);
    await changeItem(shop(), id, { price_cents: 1201 });
    const moved = { unitPrice: '13.00', unitPriceWhenAdded: '10.00' };
    expect((await call('GET', '/api/cart')).body).toMatchObject({
      cart: { subtotal: '26.00' },
      items: [{ ...moved, totalPrice: '26.00' }],
    });
    expect((await add(id)).body.items).toMatchObject([{ ...moved, quantity: 3 }]);
  });

  test('a line whose product is gone or short is marked; a gone one does not count', async () => {
    const { add, call } = await signIn();
    const [inactive, unlisted, short] = [await buildItem(shop()), await buildItem(shop()), await buildItem(shop())];
    for (const { id } of [inactive, unlisted, short]) await add(id, 3);
    await changeItem(shop(), inactive.id, { is_active: 0 });
    await changeItem(shop(), unlisted.id, { listed: 0, quantity: 0 });
    await changeItem(shop(), short.id, { quantity: 5, reserved: 3 });
    expect((await call('GET', '/api/cart')).body).toMatchObject({
      cart: { subtotal: '45.00' },
      items: [
        { problem: 'gone', available: 0 },
        { problem: 'gone', available: 0 },
        { problem: 'short', available: 2, quantity: 3 },
      ],
    });
  });

  test('a line that fell short can be made smaller, never larger', async () => {
    const { add, call } = await signIn();
    const { id } = await buildItem(shop(), { quantity: 5 });
    const line = (await add(id, 5)).body.items[0];
    await changeItem(shop(), id, { quantity: 2 });
    const set = (quantity: number) => call('PATCH', `/api/cart/items/${line.id}`, { quantity });
    expect(await set(6)).toMatchObject({ status: 409, body: { message: 'Only 2 left in stock.' } });
    expect((await set(4)).body.items).toMatchObject([{ quantity: 4, problem: 'short' }]);
    expect((await set(2)).body.items).toMatchObject([{ quantity: 2, problem: null }]);
  });
});
