import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addToCart, setCartPoints } from '#contract/cart.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';

vi.setConfig({ testTimeout: 120_000 });

const ROUNDS = 8;

bothDatabases(
  (shop) => {
    // A second shop on the same database takes half of the calls, through connections of its own.
    let second: TestShop;
    let admin: TestUser;
    let itemId: number;
    beforeAll(async () => {
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, settings: { POINTS_VALUE: '1' } });
      admin = await buildAdmin(shop());
      itemId = (await buildItem(shop(), { quantity: 10_000 })).id;
    });
    afterAll(() => second.close());

    const at = (index: number) => (index % 2 === 0 ? shop() : second);
    const grant = (username: string, points: number, where: TestShop = shop()) =>
      where.call(grantPoints, { token: admin.token, body: { username, points, reason: 'Because' } });
    const buildSpender = async (points: number): Promise<Buyer> => {
      const buyer = await buildBuyer(shop());
      await grant(buyer.username, points);
      await buyer.add(itemId);
      await buyer.call(setCartPoints, { body: { points } });
      return buyer;
    };
    const balanceOf = async ({ call }: Buyer) => (await call(getPoints)).body.balance;
    const spentBy = async ({ id }: Buyer): Promise<number> => {
      const rows = await shop()
        .database.read.selectFrom('receipts')
        .select('points')
        .where('user_id', '=', id)
        .execute();
      return rows.reduce((sum, { points }) => sum + points, 0);
    };

    test('points spent in several orders at once are spent once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const buyer = await buildSpender(100);
        const { token } = buyer;
        const orders = await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            const first = await at(index).call(confirmOrder, { token, body: {} });
            await at(index).call(addToCart, { token, body: { productId: itemId, quantity: 1 } });
            await at(index).call(setCartPoints, { token, body: { points: 100 } });
            return [first, await at(index).call(confirmOrder, { token, body: {} })];
          }),
        );
        for (const { status, body } of orders.flat()) {
          expect([undefined, 'points_short', 'cart_empty']).toContain(status < 300 ? undefined : body.code);
        }
        expect((await spentBy(buyer)) + (await balanceOf(buyer))).toBe(100);
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('an order and a deduction by hand never take the same points', async () => {
      const buyers: Buyer[] = [];
      for (let index = 0; index < 12; index++) buyers.push(await buildSpender(100));
      const outcomes = await Promise.all(
        buyers.map(async (buyer, index) => {
          const deduct = () => grant(buyer.username, -60, at(index));
          const order = () => at(index + 1).call(confirmOrder, { token: buyer.token, body: {} });
          const calls = index % 3 === 0 ? ([order(), deduct()] as const) : ([deduct(), order()] as const);
          const [one, other] = await Promise.all(calls);
          return { buyer, codes: [one, other].map(({ status, body }) => (status < 300 ? 'done' : body.code)) };
        }),
      );
      for (const { buyer, codes } of outcomes) {
        // The second call finds too few points.
        expect([...codes].sort()).toBeOneOf([
          ['done', 'not_enough_points'],
          ['done', 'points_short'],
        ]);
        const isOrdered = (await spentBy(buyer)) === 100;
        expect(codes.includes('not_enough_points')).toBe(isOrdered);
        expect(await balanceOf(buyer)).toBe(isOrdered ? 0 : 40);
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('a receipt that is cancelled and expires at once returns its points once', async () => {
      const receipts: { id: string; buyer: Buyer }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const buyer = await buildSpender(100);
        receipts.push({ id: (await buyer.confirm()).body.receipt.id, buyer });
      }
      for (const each of [shop(), second]) each.advance(25 * 3_600_000);
      const owner = await buildAdmin(shop());
      await Promise.all([
        expireReceipts(shop()),
        expireReceipts(second),
        ...receipts.flatMap(({ id }, index) =>
          [0, 1].map((turn) =>
            at(index + turn).call(moveReceipt, {
              params: { id },
              token: owner.token,
              body: { status: 'cancelled' },
            }),
          ),
        ),
      ]);
      for (const { buyer } of receipts) {
        const { transactions } = (await buyer.call(listPointsTransactions)).body;
        expect(transactions.filter(({ kind }) => kind === 'reversed')).toMatchObject([{ points: 100 }]);
        expect(await balanceOf(buyer)).toBe(100);
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });
  },
  { settings: { POINTS_VALUE: '1' } },
);
