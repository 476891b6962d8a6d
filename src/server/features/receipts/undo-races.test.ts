import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { grantPoints } from '#contract/points.admin.ts';
import { changeReceiptLines, moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt, confirmOrder } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { cases } from '../../testing/cases.ts';
import { orderFour } from '../../testing/receipts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';

/** Many rounds take their time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const ROUNDS = cases(4, 12);
const DAY_MS = 24 * 3_600_000;

type Order = Awaited<ReturnType<typeof orderFour>>;

bothDatabases((shop) => {
  // A second shop on the same database takes half of the calls, through connections of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  });
  afterAll(() => second.close());
  const shopOf = (index: number) => (index % 2 === 0 ? shop() : second);

  const move = ({ params, admin: { token } }: Order, status: ReceiptStatus, index: number) =>
    shopOf(index).call(moveReceipt, { params, token, body: { status } });
  const undo = ({ params, admin: { token } }: Order, from: ReceiptStatus | undefined, index: number) =>
    shopOf(index).call(undoReceiptStep, { params, token, body: { from } });
  const cancel = ({ params, buyer: { token } }: Order, index: number) =>
    shopOf(index).call(cancelOwnReceipt, { params, token, body: {} });

  /** Runs a race many times, each time with an order that went through these steps. */
  const race = async (steps: readonly ReceiptStatus[], round: (order: Order, index: number) => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index++) {
      const order = await orderFour(shop());
      await order.reach(...steps);
      await round(order, index);
    }
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  };
  /** The calls in the order in which they are sent, which changes from round to round. */
  const atOnce = async <Result>(index: number, calls: (() => Promise<Result>)[]): Promise<Result[]> => {
    const results = new Map<() => Promise<Result>, Result>();
    const sent = index % 2 === 0 ? calls : calls.toReversed();
    await Promise.all(sent.map(async (call) => results.set(call, await call())));
    return calls.map((call) => results.get(call)!);
  };
  const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);

  test('of an undo and the next step at once, one happens, and the stock matches', () =>
    race(['paid'], async (order, index) => {
      const responses = await atOnce(index, [
        () => undo(order, 'paid', index),
        () => move(order, 'shipped', index + 1),
      ]);
      expect(statuses(responses).sort()).toEqual([200, 409]);
      const isUndone = responses[0]!.status === 200;
      expect((await order.inPanel()).status).toBe(isUndone ? 'awaiting_payment' : 'shipped');
      expect(await order.stock()).toEqual(isUndone ? { quantity: 10, reserved: 4 } : { quantity: 6, reserved: 0 });
    }));

  test('of many undos of one state at once, one happens', () =>
    race(['paid', 'shipped'], async (order) => {
      const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => undo(order, 'shipped', index)));
      expect(statuses(responses).sort()).toEqual([200, ...Array(5).fill(409)]);
      expect((await order.inPanel()).status).toBe('paid');
      expect(await order.stock()).toEqual({ quantity: 10, reserved: 4 });
    }));

  test('undos that name no state go back one step each, and no further than the beginning', () =>
    race(['paid', 'shipped', 'completed'], async (order) => {
      const responses = await Promise.all(Array.from({ length: 5 }, (_, index) => undo(order, undefined, index)));
      expect(statuses(responses).sort()).toEqual([200, 200, 200, 409, 409]);
      expect((await order.inPanel()).events).toHaveLength(7);
      expect(await order.stock()).toEqual({ quantity: 10, reserved: 4 });
      expect(await order.points()).toBe(0);
    }));

  test('however completing and its undo meet, an order has earned its points once or not at all', () =>
    race(['paid', 'shipped'], async (order) => {
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          index % 2 === 0 ? move(order, 'completed', index) : undo(order, 'completed', index),
        ),
      );
      const { status } = await order.inPanel();
      expect(await order.points()).toBe(status === 'completed' ? 60 : 0);
    }));

  test('of a cancellation by the member and "paid" at once, one happens', () =>
    race([], async (order, index) => {
      const responses = await atOnce(index, [() => cancel(order, index), () => move(order, 'paid', index + 1)]);
      expect(statuses(responses).sort()).toEqual([200, 409]);
      const isCanceled = responses[0]!.status === 200;
      expect((await order.inPanel()).status).toBe(isCanceled ? 'cancelled' : 'paid');
      expect(await order.stock()).toEqual({ quantity: 10, reserved: isCanceled ? 0 : 4 });
    }));

  test('of a cancellation by the member and the expiry at once, one happens, and the stock is released once', () =>
    race([], async (order, index) => {
      // Another order keeps pieces of its own, so that a second release would show.
      const other = await buildBuyer(shop());
      await other.add(order.itemId, 4);
      for (const at of [shop(), second]) at.advance(DAY_MS);
      expect((await other.confirm()).status).toBe(201);
      const [canceled] = await atOnce<{ status: number } | number>(index, [
        () => cancel(order, index),
        () => expireReceipts(shopOf(index + 1)),
      ]);
      // A session of the panel does not last a day.
      const { status, events } = await order.receiptNow();
      expect(status).toBe((canceled as { status: number }).status === 200 ? 'cancelled' : 'expired');
      expect(events).toHaveLength(2);
      expect(await order.stock()).toEqual({ quantity: 10, reserved: 4 });
    }));

  test('of an undone completion and a deduction of the same points at once, one happens', () =>
    race(['paid', 'shipped', 'completed'], async (order, index) => {
      const { buyer, admin } = order;
      const responses = await atOnce<{ status: number; body: { code?: string } }>(index, [
        () => undo(order, 'completed', index),
        () =>
          shopOf(index + 1).call(grantPoints, {
            token: admin.token,
            body: { username: buyer.username, points: -60, reason: 'Spent' },
          }),
      ]);
      expect(statuses(responses).sort()).toEqual([200, 409]);
      const isUndone = responses[0]!.status === 200;
      expect(responses[isUndone ? 1 : 0]!.body.code).toBe(isUndone ? 'not_enough_points' : 'points_spent');
      expect(await order.points()).toBe(0);
      expect((await order.inPanel()).status).toBe(isUndone ? 'shipped' : 'completed');
    }));

  test('of fewer pieces and shipping at once, what is shipped is what the receipt says', () =>
    race(['paid'], async (order, index) => {
      const { params, itemId, admin } = order;
      const [changed, shipped] = await atOnce<{ status: number }>(index, [
        () =>
          shopOf(index).call(changeReceiptLines, {
            params,
            token: admin.token,
            body: { lines: [{ productId: itemId, quantity: 1 }] },
          }),
        () => move(order, 'shipped', index + 1),
      ]);
      expect(shipped!.status).toBe(200);
      const isChanged = changed!.status === 200;
      expect(isChanged || changed!.status === 409).toBe(true);
      expect((await order.inPanel()).lines).toMatchObject([{ quantity: isChanged ? 1 : 4 }]);
      expect(await order.stock()).toEqual({ quantity: isChanged ? 9 : 6, reserved: 0 });
    }));

  test('of an undone cancellation and an order for the same last pieces at once, one gets them', () =>
    race([], async (order, index) => {
      const other = await buildBuyer(shop());
      await order.reach('cancelled');
      await other.add(order.itemId, 7);
      const responses = await atOnce<{ status: number }>(index, [
        () => undo(order, 'cancelled', index),
        () => shopOf(index + 1).call(confirmOrder, { token: other.token, body: {} }),
      ]);
      const isUndone = responses[0]!.status === 200;
      expect(statuses(responses)).toEqual(isUndone ? [200, 409] : [409, 201]);
      expect(await order.stock()).toEqual({ quantity: 10, reserved: isUndone ? 4 : 7 });
    }));
});
