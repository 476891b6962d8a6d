import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildItem } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';

vi.setConfig({ testTimeout: 120_000 });

bothDatabases(
  (shop) => {
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
  },
  { settings: { PURCHASE_LIMITS: 'flower=7g/1d' } },
);
