import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getAnyReceipt, MOST_RECEIPTS, moveReceipt, moveReceipts, undoReceiptSteps } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';

/** Many orders take their time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

bothDatabases((shop) => {
  // A second shop on the same database takes half of the calls, through connections of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  });
  afterAll(() => second.close());

  /** Receipts of one product with one piece each, and an admin. */
  const buildReceipts = async (count: number) => {
    const admin = await buildAdmin(shop());
    const buyer = await buildBuyer(shop());
    const { id: itemId } = await buildItem(shop(), { quantity: count });
    const receipts: { id: string; number: number }[] = [];
    for (let made = 0; made < count; made++) {
      await buyer.add(itemId);
      receipts.push((await buyer.confirm()).body.receipt);
    }
    return { admin, itemId, receipts, ids: receipts.map(({ id }) => id) };
  };

  const move = ({ call }: Pick<TestUser, 'call'>, ids: readonly string[], status: ReceiptStatus) =>
    call(moveReceipts, { body: { ids: [...ids], status } });

  const readOne = async ({ call }: TestUser, id: string) =>
    (await call(getAnyReceipt, { params: { id } })).body.receipt;

  test('each receipt that cannot take the step is refused with the reason, and the others are done', async () => {
    const { admin, itemId, receipts, ids } = await buildReceipts(5);
    const [paid, cancelled, shipped, ...waiting] = ids as [string, string, string, ...string[]];
    const [first, second, third] = receipts;
    await move(admin, [paid, shipped], 'paid');
    await move(admin, [shipped], 'shipped');
    await move(admin, [cancelled], 'cancelled');

    const { status, body } = await move(admin, ids, 'paid');
    expect(status).toBe(200);
    expect(body).toEqual({
      done: waiting,
      refused: [
        { id: paid, message: `Receipt #${first!.number} is already paid.` },
        { id: cancelled, message: `Receipt #${second!.number} is canceled. It can't be marked paid.` },
        { id: shipped, message: `Receipt #${third!.number} is shipped. It can't be marked paid.` },
      ],
    });
    expect((await move(admin, [waiting[0]!], 'completed')).body.refused).toEqual([
      { id: waiting[0], message: `Receipt #${receipts[3]!.number} is paid. It can't be completed.` },
    ]);
    // Four pieces left the shop or are promised: one shipped, three paid.
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 4, reserved: 3 });
    const { events } = await readOne(admin, waiting[0]!);
    expect(events.map((event) => [event.status, event.by])).toContainEqual(['paid', admin.username]);
  });

  // `npm run stress` has as many as one call may move.
  const MANY = process.env.PROPERTY_RUNS ? MOST_RECEIPTS : 100;

  test(`of ${MANY} receipts at once, all but the three that cannot be are marked paid, and none is half done`, async () => {
    const parts = await Promise.all(Array.from({ length: 10 }, () => buildReceipts(MANY / 10)));
    const { admin } = parts[0]!;
    const ids = parts.flatMap((part) => part.ids);
    const canceled = [ids[7]!, ids[MANY / 2]!, ids.at(-1)!];
    await move(admin, canceled, 'cancelled');
    const { body } = await move(admin, ids, 'paid');
    expect(body.done.toSorted()).toEqual(ids.filter((id) => !canceled.includes(id)).sort());
    expect(body.refused.map(({ id }) => id)).toEqual(canceled);
    for (const { message } of body.refused) expect(message).toMatch(/is canceled. It can't be marked paid.$/);
    const stored = await shop()
      .database.read.selectFrom('receipts')
      .select(['status', 'paid_at'])
      .where('id', 'in', ids)
      .execute();
    expect(stored.filter((receipt) => receipt.status === 'paid' && receipt.paid_at !== null)).toHaveLength(MANY - 3);
    expect(stored.filter((receipt) => receipt.status === 'cancelled' && receipt.paid_at === null)).toHaveLength(3);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('a receipt that is no longer in the state that the caller saw takes no step, alone or among many', async () => {
    const { admin, receipts, ids } = await buildReceipts(3);
    const [first, second, third] = ids as [string, string, string];
    await move(admin, [first, second], 'paid');
    const shipFrom = (from: ReceiptStatus) =>
      admin.call(moveReceipt, { params: { id: first }, body: { status: 'shipped', from } });
    expect(await shipFrom('awaiting_payment')).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    const noteFrom = { panelNote: 'Seen', from: 'awaiting_payment' } as const;
    expect(await admin.call(moveReceipt, { params: { id: first }, body: noteFrom })).toMatchObject({ status: 409 });
    expect(await readOne(admin, first)).toMatchObject({ status: 'paid', panelNote: null });

    const from = { [first]: 'awaiting_payment', [second]: 'paid', [third]: 'paid' } as const;
    expect((await admin.call(moveReceipts, { body: { ids, status: 'shipped', from } })).body).toEqual({
      done: [second],
      refused: [
        { id: first, message: `Receipt #${receipts[0]!.number} is paid by now.` },
        { id: third, message: `Receipt #${receipts[2]!.number} is awaiting payment. It can't be marked shipped.` },
      ],
    });
    expect(await shipFrom('paid')).toMatchObject({ status: 200, body: { receipt: { status: 'shipped' } } });
  });

  test('a step of many receipts is taken back at once, except where one has moved or has no step behind it', async () => {
    const { admin, itemId, receipts, ids } = await buildReceipts(4);
    const [first, moved, , waiting] = ids as [string, string, string, string];
    await move(admin, ids.slice(0, 3), 'paid');
    await move(admin, [moved], 'shipped');
    const from = Object.fromEntries(ids.slice(0, 3).map((id) => [id, 'paid' as const]));
    const undo = (body: { ids: string[]; from?: Record<string, ReceiptStatus> }) =>
      admin.call(undoReceiptSteps, { body });
    expect(await undo({ ids: [...ids, first, 'no-such-receipt'], from })).toMatchObject({
      status: 200,
      body: {
        done: [first, ids[2]],
        refused: [
          { id: moved, message: `Receipt #${receipts[1]!.number} is shipped by now.` },
          {
            id: waiting,
            message: `Receipt #${receipts[3]!.number} is awaiting payment. There is no step to take back.`,
          },
          { id: 'no-such-receipt', message: 'Receipt not found' },
        ],
      },
    });
    expect((await undo({ ids: [moved] })).body).toEqual({ done: [moved], refused: [] });
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 4, reserved: 4 });
    expect((await readOne(admin, first)).events.map(({ kind }) => kind)).toEqual(['step', 'step', 'undo']);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('of a step that is taken back while its receipts move on, each receipt ends where one of the two left it', async () => {
    const { admin, itemId, ids } = await buildReceipts(8);
    await move(admin, ids, 'paid');
    const from = Object.fromEntries(ids.map((id) => [id, 'paid' as const]));
    const undo = { call: second.as(admin.token) };
    const [undone, shipped] = await Promise.all([
      undo.call(undoReceiptSteps, { body: { ids: ids.toReversed(), from } }),
      admin.call(moveReceipts, { body: { ids, status: 'shipped', from } }),
    ]);
    expect([...undone.body.done, ...shipped.body.done].sort()).toEqual(ids.toSorted());
    for (const id of ids) {
      const { status } = await readOne(admin, id);
      expect(status).toBe(undone.body.done.includes(id) ? 'awaiting_payment' : 'shipped');
    }
    const left = undone.body.done.length;
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: left, reserved: left });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('an id that comes twice counts once, and an unknown one is not found', async () => {
    const { admin, ids } = await buildReceipts(1);
    const [id] = ids as [string];
    const { body } = await move(admin, [id, 'no-such-receipt', id, ''], 'paid');
    expect(body).toEqual({
      done: [id],
      refused: [
        { id: 'no-such-receipt', message: 'Receipt not found' },
        { id: '', message: 'Receipt not found' },
      ],
    });
    expect((await readOne(admin, id)).events).toHaveLength(2);
  });

  test('a step of many receipts, and its Undo, happen once per key and say the same again', async () => {
    const { admin, ids } = await buildReceipts(3);
    await move(admin, [ids[2]!], 'cancelled');
    const key = `bulk-${ids[0]}`;
    const markPaid = () =>
      admin.call(moveReceipts, { body: { ids, status: 'paid' as const }, headers: { 'idempotency-key': key } });
    const first = (await markPaid()).body;
    expect(first.done).toEqual(ids.slice(0, 2));
    expect((await markPaid()).body).toEqual(first);

    const undo = () =>
      admin.call(undoReceiptSteps, {
        body: { ids: first.done, from: {} },
        headers: { 'idempotency-key': `undo-${ids[0]}` },
      });
    const undone = (await undo()).body;
    expect(undone).toEqual({ done: first.done, refused: [] });
    await move(admin, [ids[0]!], 'paid');
    expect((await undo()).body).toEqual(undone);
    expect((await readOne(admin, ids[0]!)).status).toBe('paid');
    expect((await readOne(admin, ids[1]!)).status).toBe('awaiting_payment');
  });

  test('nobody moves a receipt by hand to a state that only the shop gives', async () => {
    const { admin, receipts, ids } = await buildReceipts(1);
    const reason = `Receipt #${receipts[0]!.number} is awaiting payment. It can't go back to expired.`;
    expect((await move(admin, ids, 'expired')).body.refused).toEqual([{ id: ids[0], message: reason }]);
  });

  test('a list that is empty or too long is refused, and so is a role that moves no receipts', async () => {
    const admin = await buildAdmin(shop());
    expect((await move(admin, [], 'paid')).status).toBe(400);
    const many = Array.from({ length: MOST_RECEIPTS }, (_, index) => `receipt-${index}`);
    expect((await move(admin, many, 'paid')).body.refused).toHaveLength(MOST_RECEIPTS);
    expect((await move(admin, [...many, 'one-more'], 'paid')).status).toBe(400);
    expect((await move(await buildAdmin(shop(), 'inventory'), ['receipt-1'], 'paid')).status).toBe(403);
    expect((await move(await buildAdmin(shop(), 'orders'), ['receipt-1'], 'paid')).status).toBe(200);
  });

  test('however many calls move the same receipts at once, each receipt takes the step once', async () => {
    const { admin, itemId, ids } = await buildReceipts(12);
    await move(admin, ids, 'paid');
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        move(
          { call: (index % 2 === 0 ? shop() : second).as(admin.token) },
          index < 3 ? ids : ids.toReversed(),
          'shipped',
        ),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(responses.flatMap(({ body }) => body.done).sort()).toEqual(ids.toSorted());
    for (const { body } of responses) expect(body.done.length + body.refused.length).toBe(ids.length);
    for (const id of ids) {
      const { events } = await readOne(admin, id);
      expect(events.map(({ status }) => status)).toEqual(['awaiting_payment', 'paid', 'shipped']);
    }
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 0, reserved: 0 });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });
});
