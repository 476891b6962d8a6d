import { expect, test } from 'vitest';
import {
  addToCart,
  type CartItem,
  clearCart,
  getCart,
  removeCartItem,
  setCartNotes,
  setCartShipping,
  updateCartItem,
} from '#contract/cart.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildItem, updateItems } from '../../testing/factories.ts';
import { expectLockWaits } from '../../testing/lock-waits.ts';

bothDatabases(
  (shop, kind) => {
    const setQuantity = ({ call }: Buyer, { id }: CartItem, quantity: number) =>
      call(updateCartItem, { params: { id }, body: { quantity } });
    /** Puts one piece of a new item in the cart. Returns the line. */
    const addNewItem = async (buyer: Buyer, item?: Parameters<typeof buildItem>[1]): Promise<CartItem> => {
      const { body } = await buyer.add((await buildItem(shop(), item)).id);
      return body.items.at(-1)!;
    };

    test('a new cart is empty and has standard shipping', async () => {
      const buyer = await buildBuyer(shop());
      expect(await buyer.call(getCart)).toMatchObject({
        status: 200,
        body: {
          cart: { subtotal: '0.00', total: '15.00', shippingCost: '15.00', notes: '', shippingOption: 'standard' },
          items: [],
        },
      });
    });

    test('cart calls need a signed-in member', async () => {
      expect(await shop().call(getCart)).toMatchObject({
        status: 401,
        body: { message: 'Your session has expired. Please refresh the page to log in again.' },
      });
    });

    test('a product in the cart is a line with its final price, and the response is the whole cart', async () => {
      const buyer = await buildBuyer(shop());
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
      const { status, body } = await buyer.add(item.id, 2);
      expect(status).toBe(200);
      expect(body.cart).toEqual({
        subtotal: '72.00',
        points: 0,
        pointsDiscount: '0.00',
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
          size: null,
          productBrand: 'Foxtail',
          productStrain: 'Blue Dream',
          productCategory: 'Flower',
          productImage: '/api/proxy-image/flower/blue%20dream.jpg',
          unitPrice: '36.00',
          singlePrice: '36.00',
          tiers: [],
          unitPriceWhenAdded: '36.00',
          addedAt: expect.any(String),
          quantity: 2,
          totalPrice: '72.00',
          problem: null,
          available: 9,
        },
      ]);
    });

    test('a product without brand and category reads Unknown, and its line has no picture and no strain', async () => {
      const buyer = await buildBuyer(shop());
      const { body } = await buyer.add((await buildItem(shop())).id);
      expect(body.items[0]).toMatchObject({
        productBrand: 'Unknown',
        productCategory: 'Unknown',
        productStrain: null,
        productImage: null,
      });
    });

    test('the quantity defaults to 1, and adding the same product again adds to its line', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { quantity: 5 });
      expect((await buyer.add(id)).body.items).toMatchObject([{ quantity: 1 }]);
      expect((await buyer.add(String(id), 3)).body.items).toMatchObject([{ quantity: 4 }]);
    });

    test.each([
      [{ productId: 1, quantity: 0 }, 'Quantity must be at least 1'],
      [{ productId: 1, quantity: 1.5 }, 'Quantity must be a whole number'],
      [{ productId: 1, quantity: 'two' }, 'Quantity must be a whole number'],
      [{ quantity: 1 }, 'A product is needed'],
    ])('adding %j is refused with a message', async (body, message) => {
      const buyer = await buildBuyer(shop());
      expect(await buyer.call(addToCart, { body: body as never })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message },
      });
    });

    test.each([0, -5, 1.5, 1e30, 1e15, 'abc', '', '1.5', '+1', '01'])('no product has the id %j', async (productId) => {
      const buyer = await buildBuyer(shop());
      expect(await buyer.add(productId)).toMatchObject({ status: 404 });
    });

    test('an id is decimal digits, with or without spaces around them', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop());
      for (const productId of [`0x${id.toString(16)}`, `${id}e0`, `${id}.0`]) {
        expect(await buyer.add(productId), productId).toMatchObject({ status: 404 });
      }
      expect((await buyer.add(` ${id} `)).body.items).toMatchObject([{ productId: id }]);
    });

    test('a member cannot put more in the cart than is in stock, counting the pieces already in it', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { quantity: 3 });
      const refused = { status: 409, body: { code: 'not_enough_stock', message: 'Only 3 left in stock.' } };
      expect(await buyer.add(id, 4)).toMatchObject(refused);
      expect(await buyer.add(id, 2)).toMatchObject({ status: 200 });
      expect(await buyer.add(id, 2)).toMatchObject(refused);
      expect((await buyer.call(getCart)).body.items).toMatchObject([{ quantity: 2, available: 3 }]);
    });

    test('pieces that other orders reserve are not available', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { quantity: 3 });
      await updateItems(shop(), [id], { reserved: 2 });
      expect(await buyer.add(id, 2)).toMatchObject({ status: 409, body: { message: 'Only 1 left in stock.' } });
      await updateItems(shop(), [id], { reserved: 5 });
      expect(await buyer.add(id)).toMatchObject({ status: 409, body: { message: 'Only 0 left in stock.' } });
    });

    test('products that members cannot see cannot be put in the cart', async () => {
      const buyer = await buildBuyer(shop());
      const inactive = await buildItem(shop(), { isActive: false });
      const gone = await buildItem(shop(), { listed: false });
      for (const id of [inactive.id, gone.id, 999_999_999]) expect(await buyer.add(id)).toMatchObject({ status: 404 });
    });

    test('pieces that two tabs add at once add up, and never exceed the stock', async () => {
      const buyer = await buildBuyer(shop());
      const plenty = await buildItem(shop(), { quantity: 100 });
      const scarce = await buildItem(shop(), { quantity: 5 });
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? buyer.add(plenty.id, 2) : buyer.add(scarce.id))),
      );
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
      const { items } = (await buyer.call(getCart)).body;
      expect(items).toHaveLength(2);
      expect(items.find(({ productId }) => productId === plenty.id)?.quantity).toBe(24);
      expect(items.find(({ productId }) => productId === scarce.id)?.quantity).toBe(5);
    });

    test('a product whose line is taken while pieces are added shows once in the response', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { quantity: 100 });
      await buyer.add(id, 2);
      let adding: ReturnType<Buyer['add']> | undefined;
      await shop().database.write(async (tx) => {
        // As an order takes it. On PostgreSQL the call has seen the line before, and then waits for this transaction.
        await tx.deleteFrom('cart_items').where('item_id', '=', id).execute();
        adding = buyer.add(id, 3);
        if (kind === 'postgres') await expectLockWaits(shop());
      });
      const { status, body } = await adding!;
      expect(status).toBe(200);
      expect(body.items.map(({ quantity }) => quantity)).toEqual([3]);
    });

    test('a line can be set to any quantity that is in stock', async () => {
      const buyer = await buildBuyer(shop());
      const line = await addNewItem(buyer, { quantity: 6 });
      const set = (quantity: number) => setQuantity(buyer, line, quantity);
      expect((await set(6)).body.items).toMatchObject([{ quantity: 6 }]);
      expect((await set(2)).body.items).toMatchObject([{ quantity: 2 }]);
      expect(await set(7)).toMatchObject({ status: 409, body: { message: 'Only 6 left in stock.' } });
      expect(await set(0)).toMatchObject({ status: 400, body: { message: 'Quantity must be at least 1' } });
      expect((await buyer.call(getCart)).body.items).toMatchObject([{ quantity: 2 }]);
    });

    test('removing a line keeps the others, and clearing the cart clears its notes but keeps the shipping option', async () => {
      const buyer = await buildBuyer(shop());
      const [first, second] = [await addNewItem(buyer), await addNewItem(buyer)];
      const remove = () => buyer.call(removeCartItem, { params: { id: first.id } });
      expect(await remove()).toMatchObject({ status: 200, body: { items: [{ id: second.id }] } });
      expect(await remove()).toMatchObject({ status: 404 });

      await buyer.call(setCartNotes, { body: { notes: 'By the back door, please' } });
      await buyer.call(setCartShipping, { body: { shippingOption: 'express' } });
      expect(await buyer.call(clearCart)).toMatchObject({
        status: 200,
        body: { cart: { subtotal: '0.00', total: '25.00', notes: '', shippingOption: 'express' }, items: [] },
      });
    });

    test('a removed line that is put back returns to its place; one that is added anew comes last', async () => {
      const buyer = await buildBuyer(shop());
      const lines = [await addNewItem(buyer), await addNewItem(buyer), await addNewItem(buyer)];
      const [first, second, third] = lines.map(({ productId }) => productId);
      const remove = ({ id }: CartItem) => buyer.call(removeCartItem, { params: { id } });
      const idsOf = ({ body }: { body: { items: CartItem[] } }) => body.items.map(({ productId }) => productId);

      await remove(lines[0]!);
      const putBack = await buyer.call(addToCart, {
        body: { productId: first!, quantity: 2, addedAt: lines[0]!.addedAt },
      });
      expect(idsOf(putBack)).toEqual([first, second, third]);
      expect(putBack.body.items[0]).toMatchObject({ quantity: 2, addedAt: lines[0]!.addedAt });
      expect(idsOf(await buyer.call(getCart))).toEqual([first, second, third]);

      await remove(lines[1]!);
      expect(idsOf(await buyer.add(second!))).toEqual([first, third, second]);
      expect(idsOf(await buyer.call(getCart))).toEqual([first, third, second]);
    });

    test('no line can be put into the future, and a time that is none is refused', async () => {
      const buyer = await buildBuyer(shop());
      const [early, late] = [await buildItem(shop()), await buildItem(shop())];
      await buyer.call(addToCart, { body: { productId: early.id, addedAt: '9999-12-31T23:59:59.999Z' } });
      expect((await buyer.add(late.id)).body.items).toMatchObject([{ productId: early.id }, { productId: late.id }]);
      for (const addedAt of ['yesterday', '2026-11-22', 5]) {
        expect(await buyer.call(addToCart, { body: { productId: late.id, addedAt: addedAt as string } })).toMatchObject(
          {
            status: 400,
            body: { message: 'This must be a time such as 2026-11-22T09:30:00.000Z' },
          },
        );
      }
    });

    test('shipping option and notes are kept, whichever is set first', async () => {
      const buyer = await buildBuyer(shop());
      expect((await buyer.call(setCartShipping, { body: { shippingOption: 'express' } })).body.cart).toMatchObject({
        shippingOption: 'express',
        shippingCost: '25.00',
        total: '25.00',
      });
      await buyer.call(setCartNotes, { body: { notes: '  Ring twice ' } });
      expect((await buyer.call(getCart)).body.cart).toMatchObject({
        shippingOption: 'express',
        notes: 'Ring twice',
      });
      await buyer.call(setCartShipping, { body: { shippingOption: 'standard' } });
      expect((await buyer.call(getCart)).body.cart).toMatchObject({ shippingCost: '15.00', notes: 'Ring twice' });
      expect(await buyer.call(setCartShipping, { body: { shippingOption: 'drone' as never } })).toMatchObject({
        status: 400,
      });
      expect(await buyer.call(setCartNotes, { body: { notes: 'x'.repeat(2001) } })).toMatchObject({ status: 400 });
    });

    test("to a member, another member's line does not exist", async () => {
      const [ann, ben] = [await buildBuyer(shop()), await buildBuyer(shop())];
      const line = await addNewItem(ann);
      expect(await setQuantity(ben, line, 2)).toMatchObject({ status: 404 });
      expect(await ben.call(removeCartItem, { params: { id: line.id } })).toMatchObject({ status: 404 });
      expect((await ben.call(getCart)).body.items).toEqual([]);
      expect((await ann.call(getCart)).body.items).toMatchObject([{ id: line.id, quantity: 1 }]);
      expect(await ben.call(removeCartItem, { params: { id: 'line-1' } })).toMatchObject({ status: 404 });
    });

    test('prices are the current ones, and a line remembers the price when it was added', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { priceCents: 1000, markupCents: 0 });
      await buyer.add(id, 2);
      await updateItems(shop(), [id], { price_cents: 1201 });
      const changed = { unitPrice: '13.00', unitPriceWhenAdded: '10.00' };
      expect((await buyer.call(getCart)).body).toMatchObject({
        cart: { subtotal: '26.00' },
        items: [{ ...changed, totalPrice: '26.00' }],
      });
      expect((await buyer.add(id)).body.items).toMatchObject([{ ...changed, quantity: 3 }]);
    });

    test('a line whose product is gone or short is marked, and a gone line does not count in the subtotal', async () => {
      const buyer = await buildBuyer(shop());
      const [inactive, unlisted, short] = [await buildItem(shop()), await buildItem(shop()), await buildItem(shop())];
      for (const { id } of [inactive, unlisted, short]) await buyer.add(id, 3);
      await updateItems(shop(), [inactive.id], { is_active: 0 });
      await updateItems(shop(), [unlisted.id], { listed: 0, quantity: 0 });
      await updateItems(shop(), [short.id], { quantity: 5, reserved: 3 });
      expect((await buyer.call(getCart)).body).toMatchObject({
        cart: { subtotal: '45.00' },
        items: [
          { problem: 'gone', available: 0 },
          { problem: 'gone', available: 0 },
          { problem: 'short', available: 2, quantity: 3 },
        ],
      });
    });

    test('the quantity of a short line can be lowered, but not raised', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop(), { quantity: 5 });
      const line = (await buyer.add(id, 5)).body.items[0]!;
      await updateItems(shop(), [id], { quantity: 2 });
      const set = (quantity: number) => setQuantity(buyer, line, quantity);
      expect(await set(6)).toMatchObject({ status: 409, body: { message: 'Only 2 left in stock.' } });
      expect((await set(4)).body.items).toMatchObject([{ quantity: 4, problem: 'short' }]);
      expect((await set(2)).body.items).toMatchObject([{ quantity: 2, problem: null }]);
    });
  },
  { settings: { IMAGE_ORIGIN: 'https://pictures.example.test/' } },
);
