import { expect, test } from 'vitest';
import { listAllReceipts, moveReceipt, receiptsCsv } from '#contract/receipts.admin.ts';
import { getReceipt } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser, updateItems } from '../../testing/factories.ts';

bothDatabases((shop) => {
  const move = async (admin: TestUser, id: string, ...states: ('paid' | 'shipped' | 'completed' | 'cancelled')[]) => {
    for (const status of states) {
      expect((await admin.call(moveReceipt, { params: { id }, body: { status } })).status).toBe(200);
    }
  };

  test('a receipt keeps the batch of the order, and from shipping on the batch that left the shop', async () => {
    const admin = await buildAdmin(shop());
    const { buyer, itemId, receipt } = await buildOrder(shop(), { item: { batch: 'B-1' } });
    const batches = async () =>
      (await buyer.call(getReceipt, { params: { id: receipt.id } })).body.receipt.lines.map(({ batch }) => batch);
    expect(receipt.lines).toMatchObject([{ batch: 'B-1' }]);

    await updateItems(shop(), [itemId], { batch: 'B-2' });
    await move(admin, receipt.id, 'paid');
    expect(await batches()).toEqual(['B-1']);
    await move(admin, receipt.id, 'shipped');
    expect(await batches()).toEqual(['B-2']);

    await updateItems(shop(), [itemId], { batch: 'B-3' });
    await move(admin, receipt.id, 'completed');
    expect(await batches()).toEqual(['B-2']);
  });

  test('a line whose item lost its batch before shipping keeps the one of the order', async () => {
    const admin = await buildAdmin(shop());
    const { buyer, itemId, receipt } = await buildOrder(shop(), { item: { batch: 'KEPT-1' } });
    await updateItems(shop(), [itemId], { batch: null });
    await move(admin, receipt.id, 'paid', 'shipped');
    const { body } = await buyer.call(getReceipt, { params: { id: receipt.id } });
    expect(body.receipt.lines).toMatchObject([{ batch: 'KEPT-1' }]);
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
});
