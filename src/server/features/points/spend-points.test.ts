import { expect, test } from 'vitest';
import { getCart, setCartPoints, setCartShipping } from '#contract/cart.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';

bothDatabases(
  (shop) => {
    const grant = async (username: string, points: number) => {
      const { status, text } = await (await buildAdmin(shop())).call(grantPoints, {
        body: { username, points, reason: 'Because' },
      });
      expect(status, text).toBe(200);
    };
    /** A member with points and pieces of a product at $15.00 in the cart. */
    const buildSpender = async (points: number, pieces = 1): Promise<Buyer> => {
      const buyer = await buildBuyer(shop());
      if (points > 0) await grant(buyer.username, points);
      await buyer.add((await buildItem(shop())).id, pieces);
      return buyer;
    };
    const use = ({ call }: Buyer, points: number) => call(setCartPoints, { body: { points } });
    const balanceOf = async ({ call }: Buyer) => (await call(getPoints)).body.balance;
    const move = async (id: string, status: ReceiptStatus) =>
      (await buildAdmin(shop())).call(moveReceipt, { params: { id }, body: { status } });
    const cartOf = async ({ call }: Buyer) => (await call(getCart)).body.cart;

    test('a member spends points: the cart, the receipt, the message and the ledger say so', async () => {
      const buyer = await buildSpender(200, 2);
      expect(await use(buyer, 173)).toMatchObject({
        status: 200,
        body: { cart: { subtotal: '30.00', points: 173, pointsDiscount: '1.73', total: '43.27' } },
      });
      const { status, body } = await buyer.confirm(undefined, '43.27');
      expect(status).toBe(201);
      const { receipt } = body;
      const expected = {
        subtotal: '30.00',
        points: 173,
        pointsDiscount: '1.73',
        shippingCost: '15.00',
        total: '43.27',
      };
      expect(receipt).toMatchObject(expected);
      expect((await buyer.call(getReceipt, { params: { id: receipt.id } })).body.receipt).toEqual(receipt);
      expect(body.message).toContain('Discount: -$1.73 (173 points)');
      expect(await balanceOf(buyer)).toBe(27);
      expect((await buyer.call(listPointsTransactions)).body.transactions[0]).toMatchObject({
        points: -173,
        kind: 'redeemed',
        reason: `Spent on receipt #${receipt.number}`,
      });
      expect(await cartOf(buyer)).toMatchObject({ points: 0, pointsDiscount: '0.00' });
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('a receipt earns points on what was paid for its goods', async () => {
      const buyer = await buildSpender(1000);
      await use(buyer, 1000);
      const { receipt } = (await buyer.confirm()).body;
      for (const status of ['paid', 'shipped', 'completed'] as const) await move(receipt.id, status);
      // $15.00 less $10.00.
      expect((await buyer.call(listPointsTransactions)).body.transactions[0]).toMatchObject({
        points: 5,
        kind: 'earned',
      });
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('an order uses no more points than it takes, and never pays for shipping', async () => {
      const buyer = await buildSpender(5000);
      expect((await use(buyer, 5000)).body.cart).toMatchObject({
        points: 1500,
        pointsDiscount: '15.00',
        total: '15.00',
      });
      await buyer.add((await buildItem(shop())).id);
      expect(await cartOf(buyer)).toMatchObject({ points: 3000, pointsDiscount: '30.00', total: '15.00' });
      await buyer.call(setCartShipping, { body: { shippingOption: 'express' } });
      expect(await cartOf(buyer)).toMatchObject({ points: 3000, total: '25.00' });
      const { receipt } = (await buyer.confirm()).body;
      expect(receipt).toMatchObject({ points: 3000, pointsDiscount: '30.00', total: '25.00' });
      expect(await balanceOf(buyer)).toBe(2000);
    });

    test('canceling returns the points, before and after the payment', async () => {
      for (const isPaid of [false, true]) {
        const buyer = await buildSpender(100);
        await use(buyer, 100);
        const { receipt } = (await buyer.confirm()).body;
        expect(await balanceOf(buyer)).toBe(0);
        if (isPaid) await move(receipt.id, 'paid');
        await move(receipt.id, 'cancelled');
        expect(await balanceOf(buyer)).toBe(100);
        expect((await buyer.call(listPointsTransactions)).body.transactions[0]).toMatchObject({
          points: 100,
          kind: 'reversed',
          reason: `Returned from receipt #${receipt.number}`,
        });
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('expiry returns the points', async () => {
      const buyer = await buildSpender(100);
      await use(buyer, 100);
      await buyer.confirm();
      shop().advance(25 * 3_600_000);
      await expireReceipts(shop());
      expect(await balanceOf(buyer)).toBe(100);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('if the balance has dropped, the order is refused once and the cart uses what is left', async () => {
      const buyer = await buildSpender(100);
      await use(buyer, 100);
      await grant(buyer.username, -60);
      expect(await buyer.confirm()).toMatchObject({
        status: 409,
        body: { code: 'points_short', message: 'You have 40 points to spend.' },
      });
      expect(await cartOf(buyer)).toMatchObject({ points: 40, pointsDiscount: '0.40', total: '29.60' });
      expect((await buyer.confirm()).body.receipt).toMatchObject({ points: 40, total: '29.60' });
      expect(await balanceOf(buyer)).toBe(0);
    });

    test('a balance that dropped does not matter to a cart that needs fewer points', async () => {
      const buyer = await buildSpender(5000);
      await use(buyer, 5000);
      await grant(buyer.username, -3000);
      expect((await buyer.confirm()).body.receipt).toMatchObject({ points: 1500 });
      expect(await balanceOf(buyer)).toBe(500);
    });

    test('more points than the balance are refused', async () => {
      const buyer = await buildSpender(50);
      expect(await use(buyer, 51)).toMatchObject({
        status: 409,
        body: { code: 'points_short', message: 'You have 50 points to spend.' },
      });
      expect(await cartOf(buyer)).toMatchObject({ points: 0 });
      expect(await use(buyer, Number.MAX_SAFE_INTEGER)).toMatchObject({ status: 409 });
    });

    test.each(['"5"', '-1', '1.5', '1e309', 'null', '1e30', '[5]'])('%s is no number of points', async (points) => {
      const buyer = await buildSpender(50);
      const response = await shop().request('PATCH', '/api/cart/points', {
        token: buyer.token,
        headers: { 'content-type': 'application/json' },
        body: `{"points":${points}}`,
      });
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: 'Points must be a whole number of 0 or more' },
      });
      expect(await cartOf(buyer)).toMatchObject({ points: 0 });
    });

    test('a total from before the points is refused', async () => {
      const buyer = await buildSpender(50);
      await use(buyer, 50);
      expect(await buyer.confirm(undefined, '30.00')).toMatchObject({ status: 409, body: { code: 'total_moved' } });
      expect(await balanceOf(buyer)).toBe(50);
    });

    test('the same key spends the points once', async () => {
      const buyer = await buildSpender(50);
      await use(buyer, 50);
      const first = await buyer.confirm('key');
      expect(await buyer.confirm('key')).toMatchObject({
        status: 200,
        body: { receipt: { id: first.body.receipt.id } },
      });
      expect(await balanceOf(buyer)).toBe(0);
    });
  },
  { settings: { POINTS_VALUE: '1' } },
);

bothDatabases((shop) => {
  test('without a value points cannot be spent', async () => {
    const buyer = await buildBuyer(shop());
    await (await buildAdmin(shop())).call(grantPoints, {
      body: { username: buyer.username, points: 100, reason: 'Because' },
    });
    await buyer.add((await buildItem(shop())).id);
    expect(await buyer.call(setCartPoints, { body: { points: 50 } })).toMatchObject({
      status: 409,
      body: { code: 'points_short', message: "Points can't be spent in this shop." },
    });
    expect(await buyer.call(setCartPoints, { body: { points: 0 } })).toMatchObject({ status: 200 });
    expect((await buyer.confirm()).body.receipt).toMatchObject({ points: 0, pointsDiscount: '0.00', total: '30.00' });
  });
});
