import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addToCart, getCart } from '#contract/cart.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildItem } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';

vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 3_600_000;

bothDatabases(
  (shop, kind) => {
    // A second shop on the same database takes half of the calls, through connections of its own.
    let second: TestShop;
    beforeAll(async () => {
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      const settings = { PURCHASE_LIMITS: shop().settings.PURCHASE_LIMITS };
      second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, settings });
    });
    afterAll(() => second.close());

    test('ten orders at once of one member never exceed the limit together', async () => {
      const { id } = await buildItem(shop(), { name: 'Fog 3.5G', category: 'Flower', quantity: 1000 });
      for (let round = 0; round < 6; round++) {
        const { id: userId, token, add } = await buildBuyer(shop());
        await add(id, 2);
        const orders = await Promise.all(
          Array.from({ length: 10 }, async (_, index) => {
            const at = index % 2 === 0 ? shop() : second;
            const first = await at.call(confirmOrder, { token, body: {} });
            await at.call(addToCart, { token, body: { productId: id, quantity: 1 + (index % 2) } });
            return [first, await at.call(confirmOrder, { token, body: {} })];
          }),
        );
        for (const { status, body } of orders.flat()) {
          expect([undefined, 'limit_reached', 'cart_empty']).toContain(status < 300 ? undefined : body.code);
        }
        const { pieces } = await shop()
          .database.read.selectFrom('receipt_lines')
          .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
          .select(({ fn }) => fn.sum<number>('receipt_lines.quantity').as('pieces'))
          .where('receipts.user_id', '=', userId)
          .executeTakeFirstOrThrow();
        expect(Number(pieces)).toBe(2);
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    /** A member with an order as large as the limit, whose window opens in a second, and two pieces more in the cart. */
    const buildWaiting = async () => {
      const { id } = await buildItem(shop(), { name: 'Fog 3.5G', category: 'Flower', quantity: 1000 });
      const buyer = await buildBuyer(shop());
      await buyer.add(id, 2);
      expect((await buyer.confirm()).status).toBe(201);
      await buyer.add(id, 2);
      shop().advance(DAY_MS - 1000);
      return buyer;
    };
    const openWindow = async () => shop().advance(1000);

    test('a cart that is read while the window of its limit opens is blocked exactly if its limit says so', async () => {
      const moments = await atEveryMoment(shop(), async (cross) => {
        const { call } = await buildWaiting();
        const [{ body }] = await cross(() => call(getCart), openWindow);
        const [limit] = body.limits;
        expect(limit).toMatchObject({ max: 7, inCart: 7 });
        expect(limit!.used).toBe(body.blocked ? 7 : 0);
        expect(body.blocked?.code).toBe(body.blocked ? 'limit_reached' : undefined);
        // The next look, which the page takes when the window opens, says that nothing is in the way.
        const { blocked, limits } = (await call(getCart)).body;
        expect({ blocked, used: limits[0]!.used }).toEqual({ blocked: null, used: 0 });
      });
      // SQLite reads in one go.
      expect(moments).toBeGreaterThanOrEqual(kind === 'sqlite' ? 0 : 1);
    });

    test('an order that is confirmed while the window of its limit opens is made, or refused with its cart kept', async () => {
      const moments = await atEveryMoment(shop(), async (cross) => {
        const { call } = await buildWaiting();
        const confirm = () => call(confirmOrder, { body: {} });
        const [{ status, body }] = await cross(confirm, openWindow);
        const { blocked, items } = (await call(getCart)).body;
        if (status === 201) expect(items).toEqual([]);
        else {
          expect({ status, code: body.code, blocked }).toEqual({ status: 409, code: 'limit_reached', blocked: null });
          expect(items).toMatchObject([{ quantity: 2 }]);
          expect((await confirm()).status).toBe(201);
        }
      });
      expect(moments).toBeGreaterThanOrEqual(1);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });
  },
  { settings: { PURCHASE_LIMITS: 'flower=7g/1d' } },
);
