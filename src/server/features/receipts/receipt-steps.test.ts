import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { expireReceipts, startExpiry } from './receipt-steps.service.ts';
import { orderingMember, stockOf } from './testing/ordering-member.ts';

const DAY_MS = 24 * 3_600_000;

/** An order of 4 pieces at $15 out of a stock of 10, and an admin to move it on. */
const order = async (shop: TestShop) => {
  const buyer = await orderingMember(shop);
  const { id: itemId } = await buildItem(shop, { quantity: 10, priceCents: 1000, markupCents: 500 });
  await buyer.add(itemId, 4);
  const { receipt } = (await buyer.confirm()).body;
  const admin = await buildAdmin(shop);
  const asAdmin = (method: string, path: string, body?: unknown) =>
    shop.call(method, path, { token: admin.token, body });
  const move = (status: string, note?: string) =>
    asAdmin('PATCH', `/api/admin/receipts/${receipt.id}`, { status, note });
  const points = async () => (await buyer.call('GET', '/api/points')).body.balance;
  return { buyer, itemId, receipt, admin, asAdmin, move, points, stock: () => stockOf(shop, itemId) };
};

bothDatabases((shop) => {
  test('an order goes from paid over shipped to completed; stock leaves at shipped, points come at completed', async () => {
    const { buyer, admin, receipt, move, stock, points } = await order(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    expect(await move('paid', 'BTC, 2 confirmations')).toMatchObject({
      status: 200,
      body: { receipt: { status: 'paid', expiresAt: null, username: buyer.member.username, memberType: 'Member' } },
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(1000);
    expect(await move('shipped')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 });
    expect(await points()).toBe(0);
    expect(await move('completed')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 });
    expect(await points()).toBe(60);

    const { events } = (await buyer.call('GET', `/api/receipts/${receipt.id}`)).body.receipt;
    expect(events).toMatchObject([
      { status: 'awaiting_payment', by: buyer.member.username, note: null },
      { status: 'paid', by: admin.username, note: 'BTC, 2 confirmations' },
      { status: 'shipped', by: admin.username, note: null },
      { status: 'completed', by: admin.username, note: null },
    ]);
    expect(Date.parse(events[2].at) - Date.parse(events[1].at)).toBe(1000);
    expect((await buyer.call('GET', '/api/points/transactions')).body.transactions).toMatchObject([
      { points: 60, kind: 'earned', reason: `Receipt #${receipt.number}` },
    ]);
  });

  test.each([
    ['before it is paid', []],
    ['after it is paid', ['paid']],
  ])('an order cancelled %s lets its stock go and earns nothing', async (_when, steps) => {
    const { move, stock, points } = await order(shop());
    for (const step of steps) await move(step);
    expect(await move('cancelled')).toMatchObject({ status: 200, body: { receipt: { status: 'cancelled' } } });
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    expect(await points()).toBe(0);
  });

  test.each([
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
  ])('after the steps %j none of %j is allowed, and nothing moves', async (steps, refused) => {
    const { receipt, asAdmin, move, stock } = await order(shop());
    for (const step of steps) await move(step);
    const before = [await stock(), (await asAdmin('GET', `/api/admin/receipts/${receipt.id}`)).body];
    for (const step of refused) {
      expect(await move(step)).toMatchObject({
        status: 409,
        body: { code: 'step_not_allowed', message: "The receipt can't move from its state to that one." },
      });
    }
    expect([await stock(), (await asAdmin('GET', `/api/admin/receipts/${receipt.id}`)).body]).toEqual(before);
  });

  test('a step to no state at all is refused, and one of no receipt is not found', async () => {
    const { asAdmin, move } = await order(shop());
    expect(await move('lost')).toMatchObject({ status: 400 });
    expect(await asAdmin('PATCH', '/api/admin/receipts/no-such-receipt', { status: 'paid' })).toMatchObject({
      status: 404,
    });
  });

  test('only admins move receipts', async () => {
    const { buyer, receipt } = await order(shop());
    const path = `/api/admin/receipts/${receipt.id}`;
    expect(await buyer.call('PATCH', path, { status: 'paid' })).toMatchObject({ status: 403 });
    expect(await buyer.call('GET', path)).toMatchObject({ status: 403 });
    expect(await shop().call('PATCH', path, { body: { status: 'paid' } })).toMatchObject({ status: 401 });
  });

  test('stock that a feed counted down in between ends at 0, never below', async () => {
    const { itemId, move, stock } = await order(shop());
    await move('paid');
    await shop().database.write((tx) =>
      tx.updateTable('items').set({ quantity: 1 }).where('id', '=', itemId).execute(),
    );
    expect(await move('shipped')).toMatchObject({ status: 200 });
    expect(await stock()).toEqual({ quantity: 0, reserved: 0 });
  });

  test('an unpaid order expires when its time is over, and not before', async () => {
    const { buyer, receipt, stock } = await order(shop());
    const status = async () => (await buyer.call('GET', `/api/receipts/${receipt.id}`)).body.receipt;
    shop().advance(DAY_MS - 1);
    await expireReceipts(shop());
    expect(await status()).toMatchObject({ status: 'awaiting_payment' });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(1);
    expect(await expireReceipts(shop())).toBeGreaterThan(0);
    expect(await status()).toMatchObject({
      status: 'expired',
      expiresAt: null,
      events: [{ status: 'awaiting_payment' }, { status: 'expired', by: 'system', note: null }],
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    expect(await expireReceipts(shop())).toBe(0);
  });

  test('a paid order never expires', async () => {
    const { move, stock } = await order(shop());
    await move('paid');
    shop().advance(10 * DAY_MS);
    await expireReceipts(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
  });

  test('nobody is refused for the sake of a timer: overdue stock is let go when it is wanted', async () => {
    const { itemId } = await order(shop());
    const next = await orderingMember(shop());
    await next.add(itemId, 6);
    await shop().database.write((tx) =>
      tx.updateTable('cart_items').set({ quantity: 10 }).where('user_id', '=', next.member.id).execute(),
    );
    expect(await next.confirm()).toMatchObject({ status: 409, body: { message: 'Only 6 left in stock.' } });
    shop().advance(DAY_MS);
    expect(await next.confirm()).toMatchObject({ status: 201 });
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 10, reserved: 10 });
  });

  test('a running shop lets overdue receipts go by itself', async () => {
    const { stock } = await order(shop());
    shop().advance(DAY_MS);
    const work = startExpiry(shop());
    await expect.poll(stock, { timeout: 10_000 }).toEqual({ quantity: 10, reserved: 0 });
    await work.stop();
  });

  test('completed twice at once earns once', async () => {
    const { move, points } = await order(shop());
    await move('paid');
    await move('shipped');
    const answers = await Promise.all(Array.from({ length: 8 }, () => move('completed')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await points()).toBe(60);
  });

  test('a payment and the end of the time at once: one of them wins, and the stock agrees', async () => {
    for (let round = 0; round < 8; round++) {
      const { buyer, receipt, move, stock } = await order(shop());
      shop().advance(DAY_MS);
      const expiring = () => expireReceipts(shop());
      const [paid] = await Promise.all(
        round % 2 === 0 ? [move('paid'), expiring(), expiring()] : [expiring().then(() => move('paid')), expiring()],
      );
      const { status, events } = (await buyer.call('GET', `/api/receipts/${receipt.id}`)).body.receipt;
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
      const { move, points } = await order(shop());
      for (const step of ['paid', 'shipped', 'completed']) await move(step);
      expect(await points()).toBe(19);
    });

    test('RESERVATION_HOURS may be a fraction', async () => {
      const { receipt } = await order(shop());
      expect(Date.parse(receipt.expiresAt) - Date.parse(receipt.createdAt)).toBe(3600);
    });
  },
  { settings: { POINTS_PER_DOLLAR: '0.33', RESERVATION_HOURS: '0.001' } },
);
