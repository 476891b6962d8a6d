import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listChanges, revertChange } from '#contract/changes.ts';
import { explainItem } from '#contract/inventory.ts';
import { changeStock } from '#contract/inventory-items.ts';
import { moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder, stockOf } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, readItem, upload } from '../../testing/inventory.ts';
import { checkData } from '../health/data-checks.queries.ts';

const stockCall = ({ call }: TestUser, id: number, body: object, key?: string) =>
  call(changeStock, {
    params: { id },
    body: { reason: 'restock', ...body } as never,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const undo = ({ call }: TestUser, id: number | null) => call(revertChange, { params: { id: id! }, body: {} });
const CANNOT_GO_BELOW = { code: 'invalid_input', message: "Stock can't go below 0." };

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });
  const change = (id: number, body: object, key?: string) => stockCall(admin, id, body, key);
  const move = (id: string, status: string) => admin.call(moveReceipt, { params: { id }, body: { status } as never });
  const quantityOf = async (id: number) => (await stockOf(shop(), id)).quantity;

  test('the stock moves by some pieces, or to a number, and the history says why', async () => {
    const { id, name } = await buildItem(shop());
    const moved = await change(id, { delta: 5, note: ' From the harbor ' });
    expect(moved).toMatchObject({ status: 200, body: { message: `Stock of "${name}" is now 15` } });
    expect(moved.body.item).toMatchObject({ quantity: 15, stockCorrected: false, shopOwned: [] });
    expect(await change(id, { quantity: 12, reason: 'count' })).toMatchObject({ body: { item: { quantity: 12 } } });
    const { changes } = (await admin.call(listChanges, { query: { item: String(id), kind: 'stock' } })).body;
    expect(changes.map(({ summary }) => summary)).toEqual([
      `Stock of "${name}": 15 → 12 (count)`,
      `Stock of "${name}": 10 → 15 (restock: From the harbor)`,
    ]);
    const { quantityOrigin } = (await admin.call(explainItem, { params: { id } })).body;
    expect(quantityOrigin).toMatchObject({ kind: 'stock', before: 15, after: 12, by: admin.username });
  });

  test.each<[object, object]>([
    [{ delta: -11 }, CANNOT_GO_BELOW],
    [{ quantity: -1 }, CANNOT_GO_BELOW],
    [{ quantity: 1_000_000_000 }, { message: 'These are more than 1,000,000 pieces. Please check the figure.' }],
    [{ delta: 1.5 }, { message: 'delta must be a whole number' }],
    [{ delta: 1, quantity: 2 }, { message: 'Give either delta or quantity' }],
    [{}, { message: 'Give either delta or quantity' }],
    [{ delta: 1, reason: 'stolen' }, { code: 'invalid_input' }],
    [{ delta: 1, note: 'x'.repeat(501) }, { code: 'invalid_input' }],
  ])('%j is refused', async (body, refusal) => {
    const { id } = await buildItem(shop());
    expect(await change(id, body)).toMatchObject({ status: 400, body: refusal });
    expect(await quantityOf(id)).toBe(10);
  });

  test('a figure that is there already changes nothing', async () => {
    const { id } = await buildItem(shop());
    for (const body of [{ delta: 0 }, { quantity: 10, reason: 'count' }]) {
      expect(await change(id, body)).toMatchObject({ status: 200, body: { changeId: null, item: { quantity: 10 } } });
    }
  });

  test('an item that is not in the lists is not found', async () => {
    const { id } = await buildItem(shop(), { listed: false });
    expect(await change(id, { delta: 1 })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('a repeated call moves nothing twice', async () => {
    const { id } = await buildItem(shop());
    const key = randomUUID();
    const first = await change(id, { delta: 5 }, key);
    expect((await change(id, { delta: 5 }, key)).body).toEqual(first.body);
    await Promise.all([1, 2, 3].map(() => change(id, { delta: 1 }, 'together')));
    expect(await quantityOf(id)).toBe(16);
  });

  test('stock may fall below what is reserved, and Needs you shows it', async () => {
    const { itemId } = await buildOrder(shop(), { quantity: 4 });
    await change(itemId, { quantity: 3, reason: 'damaged' });
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: 3, reserved: 4 });
    const { items } = (await admin.call(getAttention)).body;
    expect(items.map(({ kind }) => kind)).toContain('short_of_stock');
  });

  describe('Undo', () => {
    test('takes back the difference, whatever was shipped since, and can be undone', async () => {
      const { itemId, receipt } = await buildOrder(shop(), { quantity: 4 });
      const { changeId } = (await change(itemId, { delta: 5 })).body;
      for (const status of ['paid', 'shipped']) await move(receipt.id, status);
      expect(await quantityOf(itemId)).toBe(11);
      const back = (await undo(admin, changeId)).body;
      expect(back).toMatchObject({ message: 'Change undone.', counts: { changed: 1 }, skipped: [] });
      expect(await quantityOf(itemId)).toBe(6);
      expect(await undo(admin, changeId)).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
      await change(itemId, { delta: 1 });
      await undo(admin, back.changeId);
      expect(await quantityOf(itemId)).toBe(12);
    });

    test('of a count takes back the difference too', async () => {
      const { id } = await buildItem(shop());
      const { changeId } = (await change(id, { quantity: 4, reason: 'count' })).body;
      await change(id, { delta: 2 });
      await undo(admin, changeId);
      expect(await quantityOf(id)).toBe(12);
    });

    test('below 0 is refused, and changes nothing', async () => {
      const { id, name } = await buildItem(shop());
      const { changeId } = (await change(id, { delta: 5 })).body;
      await change(id, { delta: -12, reason: 'lost' });
      expect(await undo(admin, changeId)).toMatchObject({
        status: 409,
        body: { code: 'not_enough_stock', message: expect.stringContaining(`Only 3 of "${name}"`) },
      });
      expect(await quantityOf(id)).toBe(3);
    });

    test.each<[string, (item: { id: number; externalId: string; name: string }) => Promise<unknown>]>([
      ['a count', ({ id }) => change(id, { quantity: 7, reason: 'count' })],
      ['a count of as many', ({ id }) => change(id, { quantity: 15, reason: 'count' })],
      [
        'a file',
        ({ externalId, name }) =>
          upload(admin, inventoryFile([buildFileProduct({ id: externalId, name, qty: 15, price: 10 })])),
      ],
    ])('skips the item after %s', async (_, set) => {
      const item = await buildItem(shop());
      const { changeId } = (await change(item.id, { delta: 5 })).body;
      await set(item);
      const before = await quantityOf(item.id);
      expect((await undo(admin, changeId)).body).toMatchObject({
        message: 'Everything has changed since. Nothing was undone.',
        changeId: null,
        skipped: [`${item.name}: quantity`],
      });
      expect(await quantityOf(item.id)).toBe(before);
    });
  });

  test.each([
    [{ delta: 2 }, 12],
    [{ quantity: 8, reason: 'count' }, 8],
  ])('a shipment that is undone after %j leaves %i pieces', async (body, left) => {
    const { itemId, receipt } = await buildOrder(shop(), { quantity: 4 });
    for (const status of ['paid', 'shipped']) await move(receipt.id, status);
    await change(itemId, body);
    await admin.call(undoReceiptStep, { params: { id: receipt.id }, body: {} });
    expect(await stockOf(shop(), itemId)).toEqual({ quantity: left, reserved: 4 });
  });

  test('a sold-out item of which pieces come in is back in stock', async () => {
    const { id } = await buildItem(shop(), { quantity: 0 });
    await change(id, { delta: 3, reason: 'returned' });
    const { back_at } = await shop()
      .database.read.selectFrom('items')
      .select('back_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(back_at).toBe(shop().clock());
  });

  describe('at every moment of a change of the stock', () => {
    test('an order of the last pieces is confirmed or refused, and never takes more than there is', async () => {
      await atEveryMoment(shop(), async (cross) => {
        const { id } = await buildItem(shop(), { quantity: 3 });
        const buyer = await buildBuyer(shop());
        await buyer.add(id, 3);
        const [changed, order] = await cross(
          () => change(id, { delta: -2, reason: 'lost' }),
          () => buyer.confirm(),
        );
        expect(changed.status).toBe(200);
        expect([201, 409]).toContain(order.status);
        expect(await stockOf(shop(), id)).toEqual({ quantity: 1, reserved: order.status === 201 ? 3 : 0 });
      });
    });

    test('a shipment takes its pieces too', async () => {
      await atEveryMoment(shop(), async (cross) => {
        const { itemId, receipt } = await buildOrder(shop(), { quantity: 4 });
        await move(receipt.id, 'paid');
        await cross(
          () => change(itemId, { delta: 5 }),
          () => move(receipt.id, 'shipped'),
        );
        expect(await stockOf(shop(), itemId)).toEqual({ quantity: 11, reserved: 0 });
      });
    });

    test('another one adds its pieces', async () => {
      await atEveryMoment(shop(), async (cross) => {
        const { id } = await buildItem(shop());
        await cross(
          () => change(id, { delta: 5 }),
          () => change(id, { delta: -3 }),
        );
        expect(await quantityOf(id)).toBe(12);
      });
    });
  });

  test('an Undo of it at every moment of a shipment leaves what both took', async () => {
    await atEveryMoment(shop(), async (cross) => {
      const { itemId, receipt } = await buildOrder(shop(), { quantity: 4 });
      const { changeId } = (await change(itemId, { delta: 5 })).body;
      await move(receipt.id, 'paid');
      await cross(
        () => undo(admin, changeId),
        () => move(receipt.id, 'shipped'),
      );
      expect(await stockOf(shop(), itemId)).toEqual({ quantity: 6, reserved: 0 });
    });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
    expect((await listInventory(admin)).length).toBeGreaterThan(0);
    expect(await readItem(admin, (await buildItem(shop())).id)).toMatchObject({ stockCorrected: false });
  });
});
