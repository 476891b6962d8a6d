import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildItem, buildMember } from '../../testing/factories.ts';
import { orderingMember, stockOf } from './testing/ordering-member.ts';

bothDatabases((shop) => {
  test('confirming makes a receipt of the cart: lines, prices, shipping, notes, first event', async () => {
    const { add, call, confirm, member } = await orderingMember(shop());
    const flower = await buildItem(shop(), {
      name: 'Blue Dream 3.5G',
      brand: 'Foxtail',
      priceCents: 2050,
      markupCents: 1500,
    });
    const edible = await buildItem(shop(), { name: 'Gummies', priceCents: 1000, markupCents: 0 });
    await add(flower.id, 2);
    await add(edible.id);
    await call('PATCH', '/api/cart/shipping', { shippingOption: 'express' });
    await call('PATCH', '/api/cart/notes', { notes: 'Ring twice' });

    const { status, body } = await confirm();
    expect(status).toBe(201);
    const at = new Date(shop().clock()).toISOString();
    expect(body.receipt).toEqual({
      id: expect.stringMatching(/^[\w-]{20}$/),
      number: expect.any(Number),
      status: 'awaiting_payment',
      lines: [
        {
          productId: flower.id,
          productName: 'Blue Dream 3.5G',
          productBrand: 'Foxtail',
          quantity: 2,
          unitPrice: '36.00',
          totalPrice: '72.00',
        },
        {
          productId: edible.id,
          productName: 'Gummies',
          productBrand: 'Unknown',
          quantity: 1,
          unitPrice: '10.00',
          totalPrice: '10.00',
        },
      ],
      subtotal: '82.00',
      shippingOption: 'express',
      shippingCost: '25.00',
      total: '107.00',
      notes: 'Ring twice',
      createdAt: at,
      expiresAt: new Date(shop().clock() + 24 * 3_600_000).toISOString(),
      events: [{ status: 'awaiting_payment', at, by: member.username, note: null }],
    });
  });

  test('the answer opens the chat with the seller, the message filled in', async () => {
    const { add, call, confirm } = await orderingMember(shop());
    await add((await buildItem(shop(), { name: 'Gummies', priceCents: 1000, markupCents: 0 })).id, 2);
    await call('PATCH', '/api/cart/notes', { notes: 'Ring twice' });
    const { body } = await confirm();
    for (const part of [`#${body.receipt.number}`, '2 x Gummies', '$15.00', '$35.00', 'Ring twice']) {
      expect(body.message).toContain(part);
    }
    const chat = new URL(body.chatUrl);
    expect(chat.origin + chat.pathname).toBe('https://t.me/greenroom_seller');
    expect(chat.searchParams.get('text')).toBe(body.message);
  });

  test('confirming empties the cart, its notes included, and returns shipping to standard', async () => {
    const { add, call, confirm } = await orderingMember(shop());
    await add((await buildItem(shop())).id);
    await call('PATCH', '/api/cart/shipping', { shippingOption: 'express' });
    await call('PATCH', '/api/cart/notes', { notes: 'Ring twice' });
    await confirm();
    expect((await call('GET', '/api/cart')).body).toEqual({
      cart: { subtotal: '0.00', total: '15.00', shippingCost: '15.00', notes: '', shippingOption: 'standard' },
      items: [],
    });
  });

  test('what is confirmed is reserved: others see less, and nobody can have it too', async () => {
    const [ann, ben] = [await orderingMember(shop()), await orderingMember(shop())];
    const { id } = await buildItem(shop(), { quantity: 3 });
    await ann.add(id, 2);
    await ben.add(id, 3);
    await ann.confirm();
    expect(await stockOf(shop(), id)).toEqual({ quantity: 3, reserved: 2 });
    expect((await ben.call('GET', '/api/cart')).body.items).toMatchObject([{ problem: 'short', available: 1 }]);
    expect(await ben.confirm()).toMatchObject({
      status: 409,
      body: { code: 'not_enough_stock', message: 'Only 1 left in stock.' },
    });
    expect((await ben.call('GET', '/api/cart')).body.items).toMatchObject([{ quantity: 3 }]);
    expect(await stockOf(shop(), id)).toEqual({ quantity: 3, reserved: 2 });
  });

  test('an order whose total is not what the member was shown is refused, and nothing of it is reserved', async () => {
    const { add, confirm, call } = await orderingMember(shop());
    const { id } = await buildItem(shop(), { priceCents: 2000, markupCents: 1000 });
    await add(id, 2);
    const { total } = (await call('GET', '/api/cart')).body.cart;
    expect(total).toBe('75.00');
    await shop().database.write(async (tx) => {
      await tx.updateTable('items').set({ markup_cents: 1100 }).where('id', '=', id).execute();
    });
    expect(await confirm(undefined, total)).toMatchObject({ status: 409, body: { code: 'total_moved' } });
    expect(await stockOf(shop(), id)).toMatchObject({ reserved: 0 });
    expect((await call('GET', '/api/cart')).body.items).toMatchObject([{ quantity: 2 }]);
    expect(await confirm(undefined, '77.00')).toMatchObject({ status: 201, body: { receipt: { total: '77.00' } } });
  });

  test('an answer that was lost is given again by its key, whatever became of prices', async () => {
    const { add, confirm } = await orderingMember(shop());
    const { id } = await buildItem(shop(), { priceCents: 2000, markupCents: 1000 });
    await add(id);
    const first = await confirm('once', '45.00');
    await shop().database.write(async (tx) => {
      await tx.updateTable('items').set({ markup_cents: 1100 }).where('id', '=', id).execute();
    });
    expect(await confirm('once', '45.00')).toMatchObject({ status: 200, body: { receipt: first.body.receipt } });
  });

  test('a cart with lines that are gone or short is refused by name, and nothing of it is reserved', async () => {
    const { add, confirm, call } = await orderingMember(shop());
    const [good, gone, short] = [
      await buildItem(shop(), { name: 'Good' }),
      await buildItem(shop(), { name: 'Vanished' }),
      await buildItem(shop(), { name: 'Scarce' }),
    ];
    for (const { id } of [good, gone, short]) await add(id, 2);
    await shop().database.write(async (tx) => {
      await tx.updateTable('items').set({ is_active: 0 }).where('id', '=', gone.id).execute();
      await tx.updateTable('items').set({ quantity: 1 }).where('id', '=', short.id).execute();
    });
    expect(await confirm()).toMatchObject({
      status: 409,
      body: {
        code: 'cart_blocked',
        message: 'Some items in your cart are no longer available in that quantity.',
        errors: ['Vanished: No longer available', 'Scarce: Only 1 left in stock.'],
      },
    });
    expect(await stockOf(shop(), good.id)).toEqual({ quantity: 10, reserved: 0 });
    expect((await call('GET', '/api/cart')).body.items).toHaveLength(3);
  });

  test('an empty cart is refused in the words of the specification', async () => {
    const { confirm } = await orderingMember(shop());
    expect(await confirm()).toMatchObject({
      status: 400,
      body: { code: 'cart_empty', message: 'Please add items to your cart before confirming your order.' },
    });
    expect(await confirm('with-a-key')).toMatchObject({ status: 400, body: { code: 'cart_empty' } });
  });

  test('the same key again answers the same receipt, whatever is in the cart by then', async () => {
    const { add, call, confirm } = await orderingMember(shop());
    const { id } = await buildItem(shop());
    await add(id, 2);
    const first = await confirm('key-1');
    expect(first.status).toBe(201);
    expect(await confirm('key-1')).toMatchObject({ status: 200, body: first.body });
    await add(id, 1);
    expect(await confirm('key-1')).toMatchObject({ status: 200, body: first.body });
    expect((await call('GET', '/api/cart')).body.items).toMatchObject([{ quantity: 1 }]);
    expect(await stockOf(shop(), id)).toMatchObject({ reserved: 2 });
    const second = await confirm('key-2');
    expect(second.status).toBe(201);
    expect(second.body.receipt.number).not.toBe(first.body.receipt.number);
  });

  test('a key belongs to its member, and without a key every confirm is an order of its own', async () => {
    const [ann, ben] = [await orderingMember(shop()), await orderingMember(shop())];
    const { id } = await buildItem(shop());
    const ids = new Set<string>();
    for (const who of [ann, ben]) {
      await who.add(id);
      ids.add((await who.confirm('one key')).body.receipt.id);
      await who.add(id);
      ids.add((await who.confirm()).body.receipt.id);
    }
    expect(ids.size).toBe(4);
  });

  test('a key has 1 to 200 characters', async () => {
    const { add, confirm } = await orderingMember(shop());
    await add((await buildItem(shop())).id);
    expect(await confirm('k'.repeat(201))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await confirm('')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await confirm('k'.repeat(200))).toMatchObject({ status: 201 });
  });

  test('receipts are numbered from 1001 without gaps; a refused order takes no number', async () => {
    const { add, confirm } = await orderingMember(shop());
    const { id } = await buildItem(shop());
    const numbers: number[] = [];
    for (let order = 0; order < 3; order++) {
      await add(id);
      numbers.push((await confirm()).body.receipt.number);
      await confirm();
    }
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2]);
    const first = await shop()
      .database.read.selectFrom('receipts')
      .select('number')
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
    expect(first?.number).toBe(1001);
  });

  test('the catalogue and the receipts are told after an order', async () => {
    const { add, confirm } = await orderingMember(shop());
    const { id } = await buildItem(shop());
    await add(id);
    const heard: unknown[] = [];
    const stop = shop().database.onChange((moved) => heard.push(moved));
    const { body } = await confirm();
    stop();
    expect(heard).toEqual(
      expect.arrayContaining([
        { topic: 'catalogue', ids: [id] },
        { topic: 'receipts', ids: [body.receipt.id] },
      ]),
    );
  });

  test('a receipt keeps names and prices when the product changes later', async () => {
    const { add, call, confirm } = await orderingMember(shop());
    const { id } = await buildItem(shop(), { name: 'Old name', priceCents: 1000, markupCents: 0 });
    await add(id);
    const { receipt } = (await confirm()).body;
    await shop().database.write((tx) =>
      tx.updateTable('items').set({ name: 'New name', price_cents: 9900, listed: 0 }).where('id', '=', id).execute(),
    );
    expect((await call('GET', `/api/receipts/${receipt.id}`)).body.receipt).toEqual(receipt);
  });

  test("a member lists and reads the own receipts; another's do not exist, not even for an admin", async () => {
    const [ann, ben] = [await orderingMember(shop()), await orderingMember(shop())];
    const { id } = await buildItem(shop());
    const numbers: number[] = [];
    for (let order = 0; order < 3; order++) {
      await ann.add(id);
      numbers.unshift((await ann.confirm()).body.receipt.number);
    }
    await ben.add(id);
    const other = (await ben.confirm()).body.receipt;

    const first = (await ann.call('GET', '/api/receipts?limit=2')).body;
    expect(first.receipts.map((receipt: { number: number }) => receipt.number)).toEqual(numbers.slice(0, 2));
    const rest = (await ann.call('GET', `/api/receipts?limit=2&cursor=${first.nextCursor}`)).body;
    expect(rest.receipts.map((receipt: { number: number }) => receipt.number)).toEqual(numbers.slice(2));
    expect(rest.nextCursor).toBeNull();

    const own = first.receipts[0];
    expect((await ann.call('GET', `/api/receipts/${own.id}`)).body).toMatchObject({
      receipt: own,
      chatUrl: expect.stringContaining('https://t.me/greenroom_seller?text='),
    });
    expect(await ann.call('GET', `/api/receipts/${other.id}`)).toMatchObject({ status: 404 });
    expect(await ann.call('GET', '/api/receipts/1')).toMatchObject({ status: 404 });
    const admin = await buildMember(shop(), { isAdmin: true });
    const asAdmin = await shop().call('GET', `/api/receipts/${other.id}`, { token: admin.token });
    expect(asAdmin.status).toBe(404);
    expect((await shop().call('GET', `/api/receipts/${other.id}`)).status).toBe(401);
  });
});

bothDatabases(
  (shop) => {
    test('a member whom nobody verified yet may fill a cart but not confirm it', async () => {
      const { add, confirm, member } = await orderingMember(shop(), { verified: false });
      const { id } = await buildItem(shop());
      expect((await add(id)).status).toBe(200);
      expect(await confirm()).toMatchObject({
        status: 403,
        body: { code: 'not_verified', message: 'Your membership is not verified yet. Please message the seller.' },
      });
      await shop().database.write((tx) =>
        tx.updateTable('users').set({ verified_at: 1 }).where('id', '=', member.id).execute(),
      );
      expect((await confirm()).status).toBe(201);
    });

    test('shipping costs what the settings say', async () => {
      const { add, confirm } = await orderingMember(shop());
      await add((await buildItem(shop(), { priceCents: 1000, markupCents: 0 })).id);
      expect((await confirm()).body.receipt).toMatchObject({ shippingCost: '7.50', total: '17.50' });
    });
  },
  { settings: { MEMBERS_NEED_APPROVAL: 'on', SHIPPING_STANDARD: '7.50' } },
);
