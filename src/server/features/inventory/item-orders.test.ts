import { beforeEach, expect, test } from 'vitest';
import { getItemOrders } from '#contract/inventory-items.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';

const DAY_MS = 86_400_000;

bothDatabases((shop) => {
  let desk: TestUser;
  let itemId: number;
  beforeEach(async () => {
    desk = await buildAdmin(shop(), 'orders');
    itemId = (await buildItem(shop(), { quantity: 50, priceCents: 1000, markupCents: 500 })).id;
  });

  const order = async (quantity: number): Promise<{ buyer: Buyer; id: string; number: number }> => {
    const buyer = await buildBuyer(shop());
    await buyer.add(itemId, quantity);
    const { body } = await buyer.confirm();
    return { buyer, ...body.receipt };
  };
  const move = async (id: string, ...steps: ReceiptStatus[]) => {
    for (const status of steps) await desk.call(moveReceipt, { params: { id }, body: { status } });
  };
  const read = async () => (await desk.call(getItemOrders, { params: { id: itemId } })).body;

  test('an item nobody ordered has no reservations and no sales', async () => {
    expect(await read()).toEqual({
      reservedBy: [],
      sales: { pieces: 0, sales: '0.00', days: 90, lastSoldAt: null },
    });
  });

  test('it is reserved by receipts that are unpaid or paid, oldest first, and no longer by shipped or canceled ones', async () => {
    const [unpaid, paid, shipped, canceled] = [await order(1), await order(2), await order(3), await order(4)];
    await move(paid.id, 'paid');
    await move(shipped.id, 'paid', 'shipped');
    await move(canceled.id, 'cancelled');
    expect((await read()).reservedBy).toEqual(
      [
        { ...unpaid, quantity: 1 },
        { ...paid, quantity: 2 },
      ].map(({ id, number, buyer, quantity }) => ({ receiptId: id, number, username: buyer.username, quantity })),
    );
  });

  test('a sale counts from the day it is paid, for 90 days, unless it is canceled', async () => {
    const early = await order(1);
    await move(early.id, 'paid', 'shipped', 'completed');
    const firstPaidAt = new Date(shop().clock()).toISOString();
    const canceled = await order(5);
    await move(canceled.id, 'paid', 'cancelled');
    await order(7);
    expect((await read()).sales).toEqual({ pieces: 1, sales: '15.00', days: 90, lastSoldAt: firstPaidAt });

    shop().advance(90 * DAY_MS + 1);
    // The session of the first one has ended by now.
    desk = await buildAdmin(shop(), 'orders');
    expect((await read()).sales).toEqual({ pieces: 0, sales: '0.00', days: 90, lastSoldAt: firstPaidAt });
  });

  test('a stock clerk may not see who ordered', async () => {
    const clerk = await buildAdmin(shop(), 'inventory');
    expect(await clerk.call(getItemOrders, { params: { id: itemId } })).toMatchObject({
      status: 403,
      body: { code: 'not_allowed' },
    });
  });

  test('an item that is not in the lists has no orders', async () => {
    const { id } = await buildItem(shop(), { listed: false });
    expect(await desk.call(getItemOrders, { params: { id } })).toMatchObject({ status: 404 });
  });
});
