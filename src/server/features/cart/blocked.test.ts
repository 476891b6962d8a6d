import { expect, test } from 'vitest';
import { getCart, ORDER_REFUSALS, setCartPoints } from '#contract/cart.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { setPurchaseLimits } from '#contract/purchase-limits.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { setShopNotices } from '#contract/shop-notices.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, updateItems, updateUserRow } from '../../testing/factories.ts';
import { confirmPassword } from '../../testing/passkeys.ts';
import { startTestShop } from '../../testing/test-shop.ts';

bothDatabases(
  (shop) => {
    const owner = () => buildAdmin(shop());
    const buildFlower = () =>
      buildItem(shop(), { name: 'Fog 3.5G', category: 'Flower', priceCents: 1000, markupCents: 0, quantity: 50 });
    const setLimits = async (text: string) => (await owner()).call(setPurchaseLimits, { body: { text } });
    const setClosed = async (closedOrders: boolean) => (await owner()).call(setShopNotices, { body: { closedOrders } });
    const grant = async ({ username }: Buyer, points: number) =>
      (await owner()).call(grantPoints, { body: { username, points, reason: 'Because' } });
    const setAddresses = async (DELIVERY_ADDRESSES: string | null) => {
      const by = await owner();
      await confirmPassword(by);
      await by.call(changeSettings, { body: { changes: { DELIVERY_ADDRESSES } } });
    };
    const blockedOf = async (buyer: Buyer) => (await buyer.call(getCart)).body.blocked;

    test('a cart says what confirming would answer, reason after reason, until it makes a receipt', async () => {
      const seen = new Set<string>();
      const buyer = await buildBuyer(shop(), { verified: false });
      /** Checks that the cart and the order say the same, and returns the code. */
      const compare = async () => {
        const blocked = await blockedOf(buyer);
        const { status, body, text } = await buyer.confirm();
        expect(status, text).toBeGreaterThanOrEqual(400);
        expect(blocked).toEqual({ code: body.code, message: body.message });
        seen.add(blocked!.code);
        return blocked!.code;
      };
      await setClosed(true);
      expect(await compare()).toBe('not_verified');
      await updateUserRow(shop(), buyer.id, { verified_at: 1 });
      expect(await compare()).toBe('shop_closed');
      await setClosed(false);
      expect(await compare()).toBe('cart_empty');

      const [flower, other] = [await buildFlower(), await buildFlower()];
      for (const { id } of [flower, other]) await buyer.add(id, 2);
      await updateItems(shop(), [flower.id], { quantity: 1 });
      expect(await compare()).toBe('not_enough_stock');
      await updateItems(shop(), [other.id], { is_active: 0 });
      expect(await compare()).toBe('cart_blocked');
      await updateItems(shop(), [flower.id, other.id], { quantity: 50, is_active: 1 });

      await setLimits('flower=7g/1d');
      expect(await compare()).toBe('limit_reached');
      await updateItems(shop(), [flower.id], { name: 'Fog' });
      expect(await compare()).toBe('amount_unknown');
      await setLimits('none');

      // Standard shipping is in the total.
      await updateItems(shop(), [flower.id], { price_cents: 20_000 });
      expect(await compare()).toBe('first_order_limit');
      await updateItems(shop(), [flower.id], { price_cents: 1000 });
      await setAddresses('required');
      expect(await compare()).toBe('address_needed');
      await setAddresses(null);
      await grant(buyer, 500);
      await buyer.call(setCartPoints, { body: { points: 300 } });
      await grant(buyer, -400);
      expect(await compare()).toBe('points_short');
      // The refused order has set the cart's points to what is left.
      expect(await blockedOf(buyer)).toBeNull();
      expect((await buyer.confirm()).status).toBe(201);
      await buyer.add(flower.id);
      expect(await compare()).toBe('too_many_open_orders');
      expect([...seen].sort()).toEqual([...ORDER_REFUSALS].sort());
    });

    test('other calls of the cart do not say it, and roles of the panel are exempt as in an order', async () => {
      const { id } = await buildFlower();
      const desk = await buildBuyer(shop(), { role: 'orders' });
      expect((await desk.add(id, 40)).body).not.toHaveProperty('blocked');
      expect(await blockedOf(desk)).toBeNull();
      expect((await desk.confirm()).status).toBe(201);
      await desk.add(id);
      expect(await blockedOf(desk)).toBeNull();
    });

    test('a limit that another process has changed blocks the next look at the cart', async () => {
      const second = await startTestShop({
        databaseUrl: shop().settings.DATABASE_URL,
        dataDir: shop().settings.DATA_DIR,
      });
      try {
        const { id } = await buildFlower();
        const buyer = await buildBuyer(shop());
        await buyer.add(id, 2);
        expect(await blockedOf(buyer)).toBeNull();
        await second.as((await owner()).token)(setPurchaseLimits, { body: { text: 'flower=3.5g/1d' } });
        expect(await blockedOf(buyer)).toMatchObject({ code: 'limit_reached' });
      } finally {
        await setLimits('none');
        await second.close();
      }
    });
  },
  { settings: { MEMBERS_NEED_APPROVAL: 'on', OPEN_ORDERS: '1', FIRST_ORDER_MAX: '200', POINTS_VALUE: '1' } },
);
