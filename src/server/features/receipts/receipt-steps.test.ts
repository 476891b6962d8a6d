import { expect, test } from 'vitest';
import { listPointsTransactions } from '#contract/points.ts';
import { getAnyReceipt, moveReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, updateItems } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';
import { expireReceipts, startExpiry } from './receipt-steps.service.ts';

const DAY_MS = 24 * 3_600_000;

bothDatabases((shop) => {
  test('an order is paid, shipped and completed: shipping takes the stock, completing earns the points', async () => {
    const { buyer, admin, receipt, receiptNow, move, stock, points } = await orderFour(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    expect(await move('paid', 'BTC, 2 confirmations')).toMatchObject({
      status: 200,
      body: { receipt: { status: 'paid', expiresAt: null, username: buyer.username, memberType: 'Member' } },
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(1000);
    expect(await move('shipped')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 });
    expect(await points()).toBe(0);
    expect(await move('completed')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 });
    expect(await points()).toBe(60);

    const { events } = await receiptNow();
    expect(events).toMatchObject([
      { status: 'awaiting_payment', by: buyer.username, note: null },
      { status: 'paid', by: admin.username, note: 'BTC, 2 confirmations' },
      { status: 'shipped', by: admin.username, note: null },
      { status: 'completed', by: admin.username, note: null },
    ]);
    expect(Date.parse(events[2]!.at) - Date.parse(events[1]!.at)).toBe(1000);
    expect((await buyer.call(listPointsTransactions)).body.transactions).toMatchObject([
      { points: 60, kind: 'earned', reason: `Receipt #${receipt.number}` },
    ]);
  });

  test.each<[string, ReceiptStatus[]]>([
    ['before it is paid', []],
    ['after it is paid', ['paid']],
  ])('an order canceled %s releases its stock and earns no points', async (_when, steps) => {
    const { move, stock, points } = await orderFour(shop());
    for (const step of steps) await move(step);
    expect(await move('cancelled')).toMatchObject({ status: 200, body: { receipt: { status: 'cancelled' } } });
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    expect(await points()).toBe(0);
  });

  test.each<[ReceiptStatus[], ReceiptStatus[]]>([
    [[], ['awaiting_payment', 'shipped', 'completed', 'expired']],
    [['paid'], ['awaiting_payment', 'paid', 'completed', 'expired']],
    [
      ['paid', 'shipped'],
      ['awaiting_payment', 'paid', 'shipped', 'cancelled', 'expired'],
    ],
    [
      ['paid', 'shipped', 'completed'],
      ['awaiting_payment', 'paid', 'shipped', 'completed', 'cancelled', 'expired'],
    ],
    [['cancelled'], ['awaiting_payment', 'paid', 'shipped', 'completed', 'cancelled', 'expired']],
  ])('after the steps %j none of the steps %j is allowed, and nothing changes', async (steps, refused) => {
    const { receipt, admin, move, stock } = await orderFour(shop());
    for (const step of steps) await move(step);
    const readAll = async () => [await stock(), (await admin.call(getAnyReceipt, { params: { id: receipt.id } })).body];
    const before = await readAll();
    for (const step of refused) {
      expect(await move(step)).toMatchObject({
        status: 409,
        body: { code: 'step_not_allowed', message: expect.stringContaining(`Receipt #${receipt.number} is `) },
      });
    }
    expect(await readAll()).toEqual(before);
  });

  test('a step to an unknown state is refused, and an unknown receipt is not found', async () => {
    const { admin, move } = await orderFour(shop());
    expect(await move('lost' as never)).toMatchObject({ status: 400 });
    const unknown = await admin.call(moveReceipt, { params: { id: 'no-such-receipt' }, body: { status: 'paid' } });
    expect(unknown).toMatchObject({ status: 404 });
  });

  test('only admins move receipts', async () => {
    const { buyer, receipt } = await orderFour(shop());
    const params = { id: receipt.id };
    const body = { status: 'paid' as const };
    expect(await buyer.call(moveReceipt, { params, body })).toMatchObject({ status: 403 });
    expect(await buyer.call(getAnyReceipt, { params })).toMatchObject({ status: 403 });
    expect(await shop().call(moveReceipt, { params, body })).toMatchObject({ status: 401 });
  });

  test('shipping more than a feed has left ends at a stock of 0, never below', async () => {
    const { itemId, move, stock } = await orderFour(shop());
    await move('paid');
    await updateItems(shop(), [itemId], { quantity: 1 });
    expect(await move('shipped')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 0, reserved: 0 });
  });

  test('an unpaid order expires when its time is over, but not before', async () => {
    const { receiptNow, stock } = await orderFour(shop());
    shop().advance(DAY_MS - 1);
    await expireReceipts(shop());
    expect(await receiptNow()).toMatchObject({ status: 'awaiting_payment' });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(1);
    expect(await expireReceipts(shop())).toBeGreaterThan(0);
    expect(await receiptNow()).toMatchObject({
      status: 'expired',
      expiresAt: null,
      events: [{ status: 'awaiting_payment' }, { status: 'expired', by: 'system', note: null }],
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    expect(await expireReceipts(shop())).toBe(0);
  });

  test('a paid order never expires', async () => {
    const { move, stock } = await orderFour(shop());
    await move('paid');
    shop().advance(10 * DAY_MS);
    await expireReceipts(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
  });

  test('stock of an overdue order is released as soon as another order needs it', async () => {
    const { itemId } = await orderFour(shop());
    const next = await buildBuyer(shop());
    await next.add(itemId, 6);
    await shop().database.write((tx) =>
      tx.updateTable('cart_items').set({ quantity: 10 }).where('user_id', '=', next.id).execute(),
    );
    expect(await next.confirm()).toMatchObject({ status: 409, body: { message: 'Only 6 left in stock.' } });
    shop().advance(DAY_MS);
    expect(await next.confirm()).toMatchObject({ status: 201 });
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 10, reserved: 10 });
  });

  test('a running shop expires overdue receipts by itself', async () => {
    const { stock } = await orderFour(shop());
    shop().advance(DAY_MS);
    const job = startExpiry(shop());
    await expect.poll(stock).toEqual({ quantity: 10, reserved: 0 });
    await job.stop();
  });

  test('an order that is completed many times at once earns points once', async () => {
    const { move, points } = await orderFour(shop());
    await move('paid');
    await move('shipped');
    const responses = await Promise.all(Array.from({ length: 8 }, () => move('completed')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await points()).toBe(60);
  });

  test('of a payment and the expiry at the same time, one wins, and the stock matches', async () => {
    for (let round = 0; round < 8; round++) {
      const { receipt, receiptNow, stock } = await orderFour(shop());
      shop().advance(DAY_MS);
      // A session of the panel does not last a day.
      const admin = await buildAdmin(shop());
      const pay = () => admin.call(moveReceipt, { params: { id: receipt.id }, body: { status: 'paid' } });
      const expire = () => expireReceipts(shop());
      const [paid] = await Promise.all(
        round % 2 === 0 ? [pay(), expire(), expire()] : [expire().then(() => pay()), expire()],
      );
      const { status, events } = await receiptNow();
      expect(events).toHaveLength(2);
      if (paid.status === 200) {
        expect(status).toBe('paid');
        expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
      } else {
        expect(paid.status).toBe(409);
        expect(status).toBe('expired');
        expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
      }
    }
  });
});

bothDatabases(
  (shop) => {
    test('the points of an order follow POINTS_PER_DOLLAR, rounded down', async () => {
      const { move, points } = await orderFour(shop());
      for (const step of ['paid', 'shipped', 'completed'] as const) await move(step);
      expect(await points()).toBe(19);
    });

    test('RESERVATION_HOURS may be a fraction', async () => {
      const { receipt } = await orderFour(shop());
      expect(Date.parse(receipt.expiresAt!) - Date.parse(receipt.createdAt)).toBe(3600);
    });
  },
  { settings: { POINTS_PER_DOLLAR: '0.33', RESERVATION_HOURS: '0.001' } },
);
