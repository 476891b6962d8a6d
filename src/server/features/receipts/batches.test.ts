import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { getAnyReceipt, listAllReceipts, moveReceipt, receiptsCsv, undoReceiptStep } from '#contract/receipts.admin.ts';
import { getReceipt } from '#contract/receipts.ts';
import { isSqlite } from '../../db/json.ts';
import { up as shippedBatches } from '../../db/migrations/0031-shipped-batches.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser, updateItems } from '../../testing/factories.ts';
import { matching } from './receipt-reads.queries.ts';

bothDatabases((shop) => {
  const move = async (admin: TestUser, id: string, ...states: ('paid' | 'shipped' | 'completed' | 'cancelled')[]) => {
    for (const status of states) {
      expect((await admin.call(moveReceipt, { params: { id }, body: { status } })).status).toBe(200);
    }
  };

  test('a receipt keeps the batch of the order, and from shipping on also the one that left the shop', async () => {
    const admin = await buildAdmin(shop());
    const { buyer, itemId, receipt } = await buildOrder(shop(), { item: { batch: 'B-1' } });
    const batches = async () =>
      (await buyer.call(getReceipt, { params: { id: receipt.id } })).body.receipt.lines.map(
        ({ batch, batchConfirmed }) => [batch, batchConfirmed],
      );
    expect(receipt.lines).toMatchObject([{ batch: 'B-1', batchConfirmed: 'B-1' }]);

    await updateItems(shop(), [itemId], { batch: 'B-2' });
    await move(admin, receipt.id, 'paid');
    expect(await batches()).toEqual([['B-1', 'B-1']]);
    await move(admin, receipt.id, 'shipped');
    expect(await batches()).toEqual([['B-2', 'B-1']]);
    const { text } = await admin.call(receiptsCsv, { query: { q: String(receipt.number) } });
    expect(text).toContain('(B-2, ordered from B-1)');

    await updateItems(shop(), [itemId], { batch: 'B-3' });
    await move(admin, receipt.id, 'completed');
    expect(await batches()).toEqual([['B-2', 'B-1']]);
    // Nothing has left the shop after all.
    for (let step = 0; step < 2; step++) {
      const undone = await admin.call(undoReceiptStep, { params: { id: receipt.id }, body: {} });
      expect(undone.status).toBe(200);
    }
    expect(await batches()).toEqual([['B-1', 'B-1']]);
  });

  test('a line whose item lost its batch before shipping keeps the one of the order', async () => {
    const admin = await buildAdmin(shop());
    const { buyer, itemId, receipt } = await buildOrder(shop(), { item: { batch: 'KEPT-1' } });
    await updateItems(shop(), [itemId], { batch: null });
    await move(admin, receipt.id, 'paid', 'shipped');
    const { body } = await buyer.call(getReceipt, { params: { id: receipt.id } });
    expect(body.receipt.lines).toMatchObject([{ batch: 'KEPT-1', batchConfirmed: 'KEPT-1' }]);
  });

  test('the recall list of a batch has the receipts from paid on, with the pieces of each', async () => {
    const admin = await buildAdmin(shop());
    const order = (batch: string, name: string, quantity?: number) =>
      buildOrder(shop(), { item: { batch, name }, ...(quantity && { quantity }) });
    const paid = await order('RECALL-7', 'Fog');
    const shipped = await order('RECALL-7', 'Harbor', 2);
    const completed = await order('RECALL-7', '=Cove');
    const cancelled = await order('RECALL-7', 'Dune');
    const unpaid = await order('RECALL-7', 'Elm');
    const other = await order('RECALL-77', 'Fern');
    await move(admin, paid.receipt.id, 'paid');
    await move(admin, shipped.receipt.id, 'paid', 'shipped');
    await move(admin, completed.receipt.id, 'paid', 'shipped', 'completed');
    await move(admin, cancelled.receipt.id, 'paid', 'cancelled');
    await move(admin, other.receipt.id, 'paid');

    const listed = await admin.call(listAllReceipts, { query: { batch: 'RECALL-7' } });
    const numbers = [completed, shipped, paid].map(({ receipt }) => receipt.number);
    expect(listed.body.receipts.map(({ number }) => number)).toEqual(numbers);
    expect(listed.body.total).toBe(3);
    expect(numbers).not.toContain(unpaid.receipt.number);

    const { status, text } = await admin.call(receiptsCsv, { query: { batch: ' RECALL-7 ' } });
    expect(status).toBe(200);
    const [header, ...rows] = text.trim().split('\r\n');
    expect(header!.split(',')).toContain('batches');
    expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(numbers);
    expect(rows[1]).toContain('2 x Harbor (RECALL-7)');

    const none = await admin.call(receiptsCsv, { query: { batch: 'no such batch' } });
    expect(none.text.trim()).toBe(header);
    expect((await admin.call(receiptsCsv, { query: { batch: 'x'.repeat(61) } })).status).toBe(400);
  });

  test('the recall list finds a receipt by the batch that left the shop and by the one of the order', async () => {
    const admin = await buildAdmin(shop());
    const { itemId, receipt } = await buildOrder(shop(), { item: { batch: 'EITHER-1' } });
    await updateItems(shop(), [itemId], { batch: 'EITHER-2' });
    const found = async (batch: string) =>
      (await admin.call(listAllReceipts, { query: { batch } })).body.receipts.map(({ number }) => number);
    await move(admin, receipt.id, 'paid');
    expect(await found('EITHER-2')).toEqual([]);
    await move(admin, receipt.id, 'shipped');
    expect(await found('EITHER-1')).toEqual([receipt.number]);
    expect(await found('EITHER-2')).toEqual([receipt.number]);
  });

  test('what an older version shipped keeps the batch that left the shop, and the one of the order is not known', async () => {
    const admin = await buildAdmin(shop());
    const orders = [];
    for (const batch of ['OLD-1', 'OLD-2']) orders.push(await buildOrder(shop(), { item: { batch } }));
    const [shipped, paid] = orders.map(({ receipt }) => receipt);
    await move(admin, shipped!.id, 'paid', 'shipped');
    await move(admin, paid!.id, 'paid');
    await shop().database.write(async (tx) => {
      // The table as version 1.0 had it.
      await sql`drop index receipt_lines_shipped_batch`.execute(tx);
      await sql`alter table receipt_lines drop column shipped_batch`.execute(tx);
      await shippedBatches()(tx as unknown as Kysely<unknown>);
    });
    const linesOf = async ({ id }: { id: string }) =>
      (await admin.call(getAnyReceipt, { params: { id } })).body.receipt.lines;
    expect(await linesOf(shipped!)).toMatchObject([{ batch: 'OLD-1', batchConfirmed: null }]);
    expect(await linesOf(paid!)).toMatchObject([{ batch: 'OLD-2', batchConfirmed: 'OLD-2' }]);
  });

  test('a recall list on SQLite reads no more lines than those of its batch', async () => {
    if (!isSqlite(shop().database.read)) return;
    const { sql: text } = matching(shop().database.read, { batch: 'B-1' }).select('receipts.id').compile();
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text.replaceAll('?', "'B-1'"))}`.execute(
      shop().database.read,
    );
    const steps = plan.rows.map(({ detail }) => detail);
    expect(steps.filter((step) => step.includes('receipt_lines'))).toEqual([
      expect.stringContaining('receipt_lines_batch (batch=?)'),
      expect.stringContaining('receipt_lines_shipped_batch (shipped_batch=?)'),
    ]);
  });
});
