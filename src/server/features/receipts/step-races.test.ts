import { expect, test, vi } from 'vitest';
import { moveReceipt, moveReceipts, undoReceiptSteps } from '#contract/receipts.admin.ts';
import { sayPaymentSent } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';

/** Each moment is a race of its own. */
vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 3_600_000;

type Order = Awaited<ReturnType<typeof orderFour>>;

bothDatabases((shop) => {
  /** Runs a race at every moment of its first call. */
  const race = async (run: Parameters<typeof atEveryMoment>[1]) => {
    expect(await atEveryMoment(shop(), run)).toBeGreaterThanOrEqual(1);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  };

  const say = ({ buyer, params }: Order) => buyer.call(sayPaymentSent, { params, body: {} });
  /** A member can say "I've paid" while the order expires. The response has to match the state of the order. */
  const expectToldTruth = async ({ receiptNow, stock }: Order, { status }: { status: number }) => {
    const now = shop().clock();
    await expireReceipts(shop());
    const receipt = await receiptNow();
    if (status === 200) {
      expect(receipt).toMatchObject({ status: 'awaiting_payment', paymentSentAt: new Date(now).toISOString() });
      expect(Date.parse(receipt.expiresAt!)).toBeGreaterThan(now);
      expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    } else {
      expect(status).toBe(409);
      expect(receipt).toMatchObject({ status: 'expired', paymentSentAt: null, expiresAt: null });
      expect(receipt.events).toHaveLength(2);
      expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    }
  };

  test('an order that expires while its member says "I\'ve paid" either expires or is kept, as the member is told', () =>
    race(async (cross) => {
      const order = await orderFour(shop());
      shop().advance(25 * HOUR_MS);
      const [, said] = await cross(
        () => expireReceipts(shop()),
        () => say(order),
      );
      await expectToldTruth(order, said);
    }));

  test('"I\'ve paid" of an order that expires on the way is refused, or keeps the order', () =>
    race(async (cross) => {
      const order = await orderFour(shop());
      shop().advance(25 * HOUR_MS);
      const [said] = await cross(
        () => say(order),
        () => expireReceipts(shop()),
      );
      await expectToldTruth(order, said);
    }));

  test.each([
    [[], 'paid', 'cancelled'],
    [[], 'cancelled', 'paid'],
    [['paid'], 'shipped', 'shipped'],
    [['paid'], 'shipped', 'cancelled'],
    [['paid', 'shipped'], 'completed', 'completed'],
  ] as const)(
    'after the steps %j, of %s and %s at once one happens, and the other is refused',
    (before, first, other) =>
      race(async (cross) => {
        const order = await orderFour(shop());
        await order.reach(...before);
        const from: ReceiptStatus = before.at(-1) ?? 'awaiting_payment';
        const move = (status: ReceiptStatus) =>
          order.admin.call(moveReceipt, { params: order.params, body: { status, from } });
        const responses = await cross(
          () => move(first),
          () => move(other),
        );
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'step_not_allowed' });
        const done = responses[0].status === 200 ? first : other;
        const { status, events } = await order.inPanel();
        expect(status).toBe(done);
        expect(events.map((event) => event.status)).toEqual(['awaiting_payment', ...before, done]);
        const isSold = done === 'shipped' || done === 'completed';
        expect(await order.stock()).toEqual({
          quantity: isSold ? 6 : 10,
          reserved: isSold || done === 'cancelled' ? 0 : 4,
        });
        expect(await order.points()).toBe(done === 'completed' ? 60 : 0);
      }),
  );

  /** Three receipts of one product with one piece each, marked paid. */
  const buildPaid = async () => {
    const [admin, buyer] = [await buildAdmin(shop()), await buildBuyer(shop())];
    const { id: itemId } = await buildItem(shop(), { quantity: 3 });
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) {
      await buyer.add(itemId);
      ids.push((await buyer.confirm()).body.receipt.id);
    }
    expect((await admin.call(moveReceipts, { body: { ids, status: 'paid' } })).body.done).toEqual(ids);
    return { admin, itemId, ids, from: Object.fromEntries(ids.map((id) => [id, 'paid' as const])) };
  };

  test.each([0, 1, 2])(
    'a bulk step that is taken back while order %i of it moves on: that order ends where one of the two left it',
    (which) =>
      race(async (cross) => {
        const { admin, itemId, ids, from } = await buildPaid();
        const moving = ids[which]!;
        const [undone, moved] = await cross(
          () => admin.call(undoReceiptSteps, { body: { ids, from } }),
          () => admin.call(moveReceipt, { params: { id: moving }, body: { status: 'shipped', from: 'paid' } }),
        );
        const isShipped = moved.status === 200;
        const others = ids.filter((id) => id !== moving);
        expect(undone.body.done).toEqual(isShipped ? others : ids);
        expect(undone.body.refused.map(({ id, message }) => [id, message])).toEqual(
          isShipped ? [[moving, expect.stringMatching(/is shipped by now\.$/)]] : [],
        );
        if (!isShipped) expect(moved).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
        expect(await stockOf(shop(), itemId)).toEqual(
          isShipped ? { quantity: 2, reserved: 2 } : { quantity: 3, reserved: 3 },
        );
      }),
  );
});
