import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { listPointsTransactions } from '#contract/points.ts';
import { undoReceiptStep } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, updateItems } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, upload } from '../../testing/inventory.ts';
import { orderFour } from '../../testing/receipts.ts';
import { shopsWithFeed } from '../feed/testing/shops-with-feed.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';

const HOUR_MS = 3_600_000;

bothDatabases((shop) => {
  const later = (ms: number) => new Date(shop().clock() + ms).toISOString();

  test.each<[ReceiptStatus, ReceiptStatus[], ReceiptStatus]>([
    ['paid', ['paid'], 'awaiting_payment'],
    ['shipped', ['paid', 'shipped'], 'paid'],
    ['completed', ['paid', 'shipped', 'completed'], 'shipped'],
    ['cancelled', ['cancelled'], 'awaiting_payment'],
    ['cancelled', ['paid', 'cancelled'], 'paid'],
  ])('an undone step to %s after %j leads back to %s, with stock and points as they were', async (_, steps, before) => {
    const { reach, stock, points, undo, receiptNow, admin } = await orderFour(shop());
    await reach(...steps.slice(0, -1));
    const counts = [await stock(), await points()];
    await reach(steps.at(-1)!);
    expect(await undo({ reason: 'The wrong row' })).toMatchObject({
      status: 200,
      body: { receipt: { status: before } },
    });
    expect([await stock(), await points()]).toEqual(counts);
    expect((await receiptNow()).events.at(-1)).toMatchObject({
      kind: 'undo',
      status: before,
      by: admin.username,
      note: 'The wrong row',
      changes: [],
    });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('every step of an order can be undone, back to where it began, and taken again', async () => {
    const { reach, undo, stock, points, receiptNow } = await orderFour(shop());
    for (let turn = 1; turn <= 2; turn++) {
      await reach('paid', 'shipped', 'completed');
      expect([await stock(), await points()]).toEqual([{ quantity: 6, reserved: 0 }, 60]);
      for (const status of ['shipped', 'paid', 'awaiting_payment']) {
        expect((await undo()).body.receipt.status).toBe(status);
      }
      expect([await stock(), await points()]).toEqual([{ quantity: 10, reserved: 4 }, 0]);
    }
    expect((await receiptNow()).events).toHaveLength(1 + 2 * 6);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('a receipt that awaits payment has nothing to undo', async () => {
    const { undo, reach } = await orderFour(shop());
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    await reach('paid');
    await undo();
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
  });

  test('an undo that names the state it saw undoes nothing else', async () => {
    const { undo, reach, inPanel } = await orderFour(shop());
    await reach('paid', 'shipped');
    expect(await undo({ from: 'paid' })).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    expect(await inPanel()).toMatchObject({ status: 'shipped' });
    expect(await undo({ from: 'shipped' })).toMatchObject({ status: 200, body: { receipt: { status: 'paid' } } });
  });

  test('an undo that is repeated with its key undoes one step', async () => {
    const { undo, reach, inPanel } = await orderFour(shop());
    await reach('paid', 'shipped');
    for (let turn = 0; turn < 2; turn++) {
      expect(await undo({}, 'once')).toMatchObject({ status: 200, body: { receipt: { status: 'paid' } } });
    }
    expect(await inPanel()).toMatchObject({ status: 'paid' });
    expect((await undo({}, 'twice')).body.receipt.status).toBe('awaiting_payment');
  });

  test('an unpaid receipt gets its full time again, also if it was cancelled or has expired', async () => {
    const { undo, reach, receipt, stock } = await orderFour(shop());
    for (const step of ['paid', 'cancelled'] as const) {
      await reach(step);
      shop().advance(HOUR_MS);
      expect((await undo()).body.receipt).toMatchObject({ status: 'awaiting_payment', expiresAt: later(24 * HOUR_MS) });
    }
    shop().advance(24 * HOUR_MS);
    await expireReceipts(shop());
    const admin = await buildAdmin(shop());
    const { body } = await admin.call(undoReceiptStep, { params: { id: receipt.id }, body: { from: 'expired' } });
    expect(body.receipt).toMatchObject({ status: 'awaiting_payment', expiresAt: later(24 * HOUR_MS) });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
  });

  test('a cancelled order that was paid comes back as paid, without an end of its reservation', async () => {
    const { undo, reach } = await orderFour(shop());
    await reach('paid', 'cancelled');
    expect((await undo()).body.receipt).toMatchObject({ status: 'paid', expiresAt: null });
  });

  test('a cancelled order whose stock is gone stays cancelled, and the answer names what is short', async () => {
    const { undo, reach, itemId, stock, inPanel } = await orderFour(shop(), { item: { name: 'Fog 3.5G' } });
    await reach('cancelled');
    const other = await buildBuyer(shop());
    await other.add(itemId, 7);
    expect((await other.confirm()).status).toBe(201);
    expect(await undo()).toMatchObject({
      status: 409,
      body: {
        code: 'not_enough_stock',
        message: 'Only 3 left in stock.',
        errors: ['Fog 3.5G: Only 3 left in stock.'],
      },
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 7 });
    expect(await inPanel()).toMatchObject({ status: 'cancelled' });
  });

  test('of an order whose stock is gone in part, nothing is reserved', async () => {
    const buyer = await buildBuyer(shop());
    const items = [await buildItem(shop(), { quantity: 5 }), await buildItem(shop(), { quantity: 5 })];
    for (const { id } of items) await buyer.add(id, 2);
    const { receipt } = (await buyer.confirm()).body;
    const admin = await buildAdmin(shop());
    const params = { id: receipt.id };
    await buyer.call(cancelOwnReceipt, { params, body: {} });
    await updateItems(shop(), [items[1]!.id], { quantity: 1 });
    expect(await admin.call(undoReceiptStep, { params, body: {} })).toMatchObject({ status: 409 });
    expect(await stockOf(shop(), items[0]!.id)).toEqual({ quantity: 5, reserved: 0 });
  });

  test('an item that left the lists has none left', async () => {
    const { undo, reach, itemId } = await orderFour(shop());
    await reach('cancelled');
    await updateItems(shop(), [itemId], { listed: 0 });
    expect(await undo()).toMatchObject({ status: 409, body: { message: 'Only 0 left in stock.' } });
  });

  test('stock that a file has set since shipping is only reserved, not added', async () => {
    const { undo, reach, stock, admin, externalId } = await orderOfFile();
    await reach('paid', 'shipped');
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 });
    expect((await upload(admin, inventoryFile([buildFileProduct({ id: externalId, qty: 9 })]))).status).toBe(200);
    await undo();
    expect(await stock()).toEqual({ quantity: 9, reserved: 4 });
  });

  test('a file that states the stock as it is leaves the pieces to come back', async () => {
    const { undo, reach, stock, admin, externalId } = await orderOfFile();
    await reach('paid', 'shipped');
    await upload(admin, inventoryFile([buildFileProduct({ id: externalId, qty: 6, price: 12 })]));
    await undo();
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
  });

  test('an item that has left the lists since shipping gets no stock back', async () => {
    const { undo, reach, stock, admin } = await orderOfFile();
    await reach('paid', 'shipped');
    await upload(admin, inventoryFile([buildFileProduct()]));
    await undo();
    expect(await stock()).toEqual({ quantity: 6, reserved: 4 });
  });

  test('only what shipping deducted comes back, if a feed had left less than was ordered', async () => {
    const { undo, reach, stock, itemId } = await orderFour(shop());
    await reach('paid');
    await updateItems(shop(), [itemId], { quantity: 1 });
    await reach('shipped');
    expect(await stock()).toEqual({ quantity: 0, reserved: 0 });
    await undo();
    expect(await stock()).toEqual({ quantity: 1, reserved: 4 });
  });

  test('points of an undone completion are taken back, and earned again with the next one', async () => {
    const { undo, reach, points, buyer, receipt } = await orderFour(shop());
    await reach('paid', 'shipped', 'completed');
    await undo();
    expect(await points()).toBe(0);
    await reach('completed');
    expect(await points()).toBe(60);
    const name = `Receipt #${receipt.number}`;
    expect((await buyer.call(listPointsTransactions)).body.transactions).toMatchObject([
      { points: 60, kind: 'earned', reason: name },
      { points: -60, kind: 'reversed', reason: `${name}, undone` },
      { points: 60, kind: 'earned', reason: name },
    ]);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('points that the member no longer has keep a completed order as it is, and the answer says how many', async () => {
    const { undo, reach, points, buyer, admin, inPanel } = await orderFour(shop());
    await reach('paid', 'shipped', 'completed');
    const give = (amount: number) =>
      admin.call(grantPoints, { body: { username: buyer.username, points: amount, reason: 'Because' } });
    await give(-25);
    expect(await undo()).toMatchObject({
      status: 409,
      body: {
        code: 'points_spent',
        message: 'The member has already used these points: 25 are missing from the balance.',
      },
    });
    expect([(await inPanel()).status, await points()]).toEqual(['completed', 35]);
    await give(25);
    expect(await undo()).toMatchObject({ status: 200 });
    expect(await points()).toBe(0);
  });

  test('the evidence names each undone step', async () => {
    const { undo, reach, receipt, admin } = await orderFour(shop());
    await reach('paid');
    await undo();
    const { body } = await admin.call(listAudit, { query: { kind: 'receipt', q: receipt.id } });
    expect(body.entries[0]).toMatchObject({
      actorName: admin.username,
      subject: receipt.id,
      before: { status: 'paid' },
      after: { number: receipt.number, status: 'awaiting_payment', undone: true },
    });
  });

  test('only those who may move receipts undo their steps, and an unknown receipt is not found', async () => {
    const { buyer, reach, params, admin } = await orderFour(shop());
    await reach('paid');
    expect(await buyer.call(undoReceiptStep, { params, body: {} })).toMatchObject({ status: 403 });
    const clerk = await buildAdmin(shop(), 'inventory');
    expect(await clerk.call(undoReceiptStep, { params, body: {} })).toMatchObject({ status: 403 });
    const unknown = { params: { id: 'no-such-receipt' }, body: {} };
    expect(await admin.call(undoReceiptStep, unknown)).toMatchObject({ status: 404 });
  });

  /** An order of 4 out of 10 of an item that a file names. */
  const orderOfFile = async () => {
    const externalId = randomUUID();
    return { ...(await orderFour(shop(), { item: { externalId } })), externalId };
  };
});

shopsWithFeed(({ shop, serve, sync }) => {
  test.each([
    ['another stock', 9, { quantity: 9, reserved: 4 }],
    ['the stock that the shop has', 6, { quantity: 10, reserved: 4 }],
  ])('after a sync that stated %s, undoing the shipping of 4 pieces leaves the right stock', async (_, qty, after) => {
    const product = { id: 'a', name: 'Fog', price: 10 };
    const { reach, undo, stock } = await orderFour(shop(), { item: { externalId: 'a' } });
    await reach('paid', 'shipped');
    serve([{ ...product, qty }]);
    expect((await sync({ confirmLargeDrop: true })).status).toBe(200);
    await undo();
    expect(await stock()).toEqual(after);
  });
});
