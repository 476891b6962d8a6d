import { expect, test } from 'vitest';
import { getCart, setCartNotes, setCartShipping } from '#contract/cart.ts';
import { getReceipt, listReceipts } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer, buildOrder, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, updateItems, updateUserRow } from '../../testing/factories.ts';

const cartItems = async ({ call }: Buyer) => (await call(getCart)).body.items;
const setNotes = ({ call }: Buyer, notes: string) => call(setCartNotes, { body: { notes } });
const chooseExpress = ({ call }: Buyer) => call(setCartShipping, { body: { shippingOption: 'express' } });

bothDatabases((shop) => {
  test('confirming turns the cart into a receipt: lines, prices, shipping, notes, first event', async () => {
    const buyer = await buildBuyer(shop());
    const flower = await buildItem(shop(), {
      name: 'Blue Dream 3.5G',
      brand: 'Foxtail',
      priceCents: 2050,
      markupCents: 1500,
    });
    const edible = await buildItem(shop(), { name: 'Gummies', priceCents: 1000, markupCents: 0 });
    await buyer.add(flower.id, 2);
    await buyer.add(edible.id);
    await chooseExpress(buyer);
    await setNotes(buyer, 'Ring twice');

    const { status, body } = await buyer.confirm();
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
          size: null,
          productBrand: 'Foxtail',
          quantity: 2,
          unitPrice: '36.00',
          totalPrice: '72.00',
          batch: null,
          batchConfirmed: null,
        },
        {
          productId: edible.id,
          productName: 'Gummies',
          size: null,
          productBrand: 'Unknown',
          quantity: 1,
          unitPrice: '10.00',
          totalPrice: '10.00',
          batch: null,
          batchConfirmed: null,
        },
      ],
      subtotal: '82.00',
      points: 0,
      pointsDiscount: '0.00',
      shippingOption: 'express',
      shippingCost: '25.00',
      total: '107.00',
      notes: 'Ring twice',
      delivery: null,
      createdAt: at,
      expiresAt: new Date(shop().clock() + 24 * 3_600_000).toISOString(),
      paymentSentAt: null,
      coin: null,
      txid: null,
      received: null,
      difference: null,
      addresses: [],
      due: '107.00',
      payment: { amount: 'none', confirmed: false, confirmations: null, late: false },
      payments: [],
      tracking: null,
      quotes: [],
      events: [{ kind: 'step', status: 'awaiting_payment', at, by: buyer.username, note: null, changes: [] }],
    });
  });

  test('a line keeps the size of its product, and the message to the seller names it', async () => {
    const buyer = await buildBuyer(shop());
    const item = (name: string, priceCents: number, sized: Parameters<typeof buildItem>[1]) =>
      buildItem(shop(), { name, priceCents, markupCents: 0, ...sized });
    const small = await item('Alpine Haze', 1000, { size: '3.5g', weightLabel: 'Eighth' });
    const large = await item('Alpine Haze', 3000, { weightLabel: 'Half Ounce' });
    const tagged = await item('Alpine Hash - 1g', 2000, { tags: ['Breakdown = 1G'] });
    const doubtful = await item('Alpine Wax 1g', 2000, { weightLabel: 'Ounce' });
    for (const { id } of [small, large, tagged, doubtful]) await buyer.add(id);
    const sizes = ['3.5g', 'Half Ounce', '1G', null];
    expect((await buyer.call(getCart)).body.items.map(({ size }) => size)).toEqual(sizes);
    const { body } = await buyer.confirm();
    expect(body.receipt.lines.map(({ size }) => size)).toEqual(sizes);
    expect(body.message).toContain('1 x Alpine Haze (3.5g), $10.00\n1 x Alpine Haze (Half Ounce), $30.00');
    expect(body.message).toContain('1 x Alpine Hash - 1g, $20.00\n1 x Alpine Wax 1g, $20.00');
    await updateItems(shop(), [small.id], { size: '7g' });
    const again = await buyer.call(getReceipt, { params: { id: body.receipt.id } });
    expect(again.body.receipt.lines.map(({ size }) => size)).toEqual(sizes);
  });

  test("the response has the address of the seller's chat, with the message filled in", async () => {
    const buyer = await buildBuyer(shop());
    await buyer.add((await buildItem(shop(), { name: 'Gummies', priceCents: 1000, markupCents: 0 })).id, 2);
    await setNotes(buyer, 'Ring twice');
    const { body } = await buyer.confirm();
    for (const part of [`#${body.receipt.number}`, '2 x Gummies', '$15.00', '$35.00', 'Ring twice']) {
      expect(body.message).toContain(part);
    }
    const chat = new URL(body.chatUrl!);
    expect(chat.origin + chat.pathname).toBe('https://t.me/greenroom_seller');
    expect(chat.searchParams.get('text')).toBe(body.message);
  });

  test('confirming empties the cart, clears the notes, and resets shipping to standard', async () => {
    const buyer = await buildBuyer(shop());
    await buyer.add((await buildItem(shop())).id);
    await chooseExpress(buyer);
    await setNotes(buyer, 'Ring twice');
    await buyer.confirm();
    expect((await buyer.call(getCart)).body).toEqual({
      cart: {
        subtotal: '0.00',
        points: 0,
        pointsDiscount: '0.00',
        total: '15.00',
        shippingCost: '15.00',
        notes: '',
        shippingOption: 'standard',
      },
      items: [],
      limits: [],
      blocked: { code: 'cart_empty', message: 'Please add items to your cart before confirming your order.' },
    });
  });

  test('confirmed pieces are reserved: others see fewer, and cannot order them', async () => {
    const [ann, ben] = [await buildBuyer(shop()), await buildBuyer(shop())];
    const { id } = await buildItem(shop(), { quantity: 3 });
    await ann.add(id, 2);
    await ben.add(id, 3);
    await ann.confirm();
    expect(await stockOf(shop(), id)).toEqual({ quantity: 3, reserved: 2 });
    expect(await cartItems(ben)).toMatchObject([{ problem: 'short', available: 1 }]);
    expect(await ben.confirm()).toMatchObject({
      status: 409,
      body: { code: 'not_enough_stock', message: 'Only 1 left in stock.' },
    });
    expect(await cartItems(ben)).toMatchObject([{ quantity: 3 }]);
    expect(await stockOf(shop(), id)).toEqual({ quantity: 3, reserved: 2 });
  });

  test('an order whose total is not the one that the page showed is refused, and nothing is reserved', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), { priceCents: 2000, markupCents: 1000 });
    await buyer.add(id, 2);
    const { total } = (await buyer.call(getCart)).body.cart;
    expect(total).toBe('75.00');
    await updateItems(shop(), [id], { markup_cents: 1100 });
    expect(await buyer.confirm(undefined, total)).toMatchObject({ status: 409, body: { code: 'total_moved' } });
    expect(await stockOf(shop(), id)).toMatchObject({ reserved: 0 });
    expect(await cartItems(buyer)).toMatchObject([{ quantity: 2 }]);
    expect(await buyer.confirm(undefined, '77.00')).toMatchObject({
      status: 201,
      body: { receipt: { total: '77.00' } },
    });
  });

  test('a repeated key returns the same receipt, even if prices have changed since', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), { priceCents: 2000, markupCents: 1000 });
    await buyer.add(id);
    const first = await buyer.confirm('once', '45.00');
    await updateItems(shop(), [id], { markup_cents: 1100 });
    expect(await buyer.confirm('once', '45.00')).toMatchObject({ status: 200, body: { receipt: first.body.receipt } });
  });

  test('a cart with lines that are gone or short is refused, with their names, and nothing is reserved', async () => {
    const buyer = await buildBuyer(shop());
    const [good, gone, short] = [
      await buildItem(shop(), { name: 'Good' }),
      await buildItem(shop(), { name: 'Vanished' }),
      await buildItem(shop(), { name: 'Scarce' }),
    ];
    for (const { id } of [good, gone, short]) await buyer.add(id, 2);
    await updateItems(shop(), [gone.id], { is_active: 0 });
    await updateItems(shop(), [short.id], { quantity: 1 });
    expect(await buyer.confirm()).toMatchObject({
      status: 409,
      body: {
        code: 'cart_blocked',
        message: 'Some items in your cart are no longer available in that quantity.',
        errors: ['Vanished: No longer available', 'Scarce: Only 1 left in stock.'],
      },
    });
    expect(await stockOf(shop(), good.id)).toEqual({ quantity: 10, reserved: 0 });
    expect(await cartItems(buyer)).toHaveLength(3);
  });

  test('an empty cart is refused', async () => {
    const buyer = await buildBuyer(shop());
    expect(await buyer.confirm()).toMatchObject({
      status: 400,
      body: { code: 'cart_empty', message: 'Please add items to your cart before confirming your order.' },
    });
    expect(await buyer.confirm('with-a-key')).toMatchObject({ status: 400, body: { code: 'cart_empty' } });
  });

  test('the same key returns the same receipt again, whatever is in the cart by then', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop());
    await buyer.add(id, 2);
    const first = await buyer.confirm('key-1');
    expect(first.status).toBe(201);
    expect(await buyer.confirm('key-1')).toMatchObject({ status: 200, body: first.body });
    await buyer.add(id, 1);
    expect(await buyer.confirm('key-1')).toMatchObject({ status: 200, body: first.body });
    expect(await cartItems(buyer)).toMatchObject([{ quantity: 1 }]);
    expect(await stockOf(shop(), id)).toMatchObject({ reserved: 2 });
    const second = await buyer.confirm('key-2');
    expect(second.status).toBe(201);
    expect(second.body.receipt.number).not.toBe(first.body.receipt.number);
  });

  test('a key belongs to its member, and without a key every confirmation is a new order', async () => {
    const [ann, ben] = [await buildBuyer(shop()), await buildBuyer(shop())];
    const { id } = await buildItem(shop());
    const ids = new Set<string>();
    for (const buyer of [ann, ben]) {
      await buyer.add(id);
      ids.add((await buyer.confirm('one key')).body.receipt.id);
      await buyer.add(id);
      ids.add((await buyer.confirm()).body.receipt.id);
    }
    expect(ids.size).toBe(4);
  });

  test('a key has 1 to 200 characters', async () => {
    const buyer = await buildBuyer(shop());
    await buyer.add((await buildItem(shop())).id);
    expect(await buyer.confirm('k'.repeat(201))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await buyer.confirm('')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await buyer.confirm('k'.repeat(200))).toMatchObject({ status: 201 });
  });

  test('receipts are numbered from 1001 without gaps, and a refused order uses no number', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop());
    const numbers: number[] = [];
    for (let order = 0; order < 3; order++) {
      await buyer.add(id);
      numbers.push((await buyer.confirm()).body.receipt.number);
      await buyer.confirm();
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

  test('listeners are notified of the ordered items and of the receipt', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop());
    await buyer.add(id);
    const changes: unknown[] = [];
    const stopListening = shop().database.onChange((change) => changes.push(change));
    const { body } = await buyer.confirm();
    stopListening();
    expect(changes).toEqual(
      expect.arrayContaining([
        { topic: 'catalogue', ids: [id] },
        { topic: 'receipts', ids: [body.receipt.id] },
      ]),
    );
  });

  test('a receipt keeps names and prices when the product changes later', async () => {
    const { buyer, itemId, receipt } = await buildOrder(shop(), {
      item: { name: 'Old name', priceCents: 1000, markupCents: 0 },
    });
    await updateItems(shop(), [itemId], { name: 'New name', price_cents: 9900, listed: 0 });
    expect((await buyer.call(getReceipt, { params: { id: receipt.id } })).body.receipt).toEqual(receipt);
  });

  test('the calls of members list and read only their own receipts, even for an admin', async () => {
    const ann = await buildBuyer(shop());
    const { id } = await buildItem(shop());
    const numbers: number[] = [];
    for (let order = 0; order < 3; order++) {
      await ann.add(id);
      numbers.unshift((await ann.confirm()).body.receipt.number);
    }
    const { receipt: other } = await buildOrder(shop());

    const first = (await ann.call(listReceipts, { query: { limit: 2 } })).body;
    expect(first.receipts.map(({ number }) => number)).toEqual(numbers.slice(0, 2));
    const rest = (await ann.call(listReceipts, { query: { limit: 2, cursor: first.nextCursor! } })).body;
    expect(rest.receipts.map(({ number }) => number)).toEqual(numbers.slice(2));
    expect(rest.nextCursor).toBeNull();

    const own = first.receipts[0]!;
    expect((await ann.call(getReceipt, { params: { id: own.id } })).body).toMatchObject({
      receipt: own,
      chatUrl: expect.stringContaining('https://t.me/greenroom_seller?text='),
    });
    const admin = await buildAdmin(shop());
    expect(await ann.call(getReceipt, { params: { id: other.id } })).toMatchObject({ status: 404 });
    expect(await ann.call(getReceipt, { params: { id: '1' } })).toMatchObject({ status: 404 });
    expect(await admin.call(getReceipt, { params: { id: other.id } })).toMatchObject({ status: 404 });
    expect(await shop().call(getReceipt, { params: { id: other.id } })).toMatchObject({ status: 401 });
  });
});

bothDatabases(
  (shop) => {
    test('a member who is not verified yet can fill a cart but not confirm it', async () => {
      const buyer = await buildBuyer(shop(), { verified: false });
      const { id } = await buildItem(shop());
      expect((await buyer.add(id)).status).toBe(200);
      expect(await buyer.confirm()).toMatchObject({
        status: 403,
        body: { code: 'not_verified', message: 'Your membership is not verified yet. Please message the seller.' },
      });
      await updateUserRow(shop(), buyer.id, { verified_at: 1 });
      expect((await buyer.confirm()).status).toBe(201);
    });

    test('a verification with an end is valid through that day in the time zone of the shop', async () => {
      const buyer = await buildBuyer(shop(), { verified: true });
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati', dateStyle: 'short' });
      const confirmOn = async (days: number) => {
        await buyer.add((await buildItem(shop())).id);
        const verified_until = today.format(shop().clock() + days * 86_400_000);
        await updateUserRow(shop(), buyer.id, { verified_until });
        return (await buyer.confirm()).status;
      };
      expect([await confirmOn(0), await confirmOn(1), await confirmOn(-1)]).toEqual([201, 201, 403]);
    });

    test('the shipping cost is the one of the settings', async () => {
      const { receipt } = await buildOrder(shop(), { item: { priceCents: 1000, markupCents: 0 } });
      expect(receipt).toMatchObject({ shippingCost: '7.50', total: '17.50' });
    });
  },
  { settings: { MEMBERS_NEED_APPROVAL: 'on', SHIPPING_STANDARD: '7.50', TIME_ZONE: 'Pacific/Kiritimati' } },
);
