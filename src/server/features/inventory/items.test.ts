import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { listChanges, revertChange } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { setLowStock } from '#contract/inventory.ts';
import { addItem } from '#contract/inventory-items.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember, type TestUser } from '../../testing/factories.ts';
import { listInventory, listProducts, readItem } from '../../testing/inventory.ts';
import { shopsWithFeed, THREE_PRODUCTS } from '../feed/testing/shops-with-feed.ts';

type Fields = GivenInputOf<typeof addItem>;

const salve = (stated: Fields = {}): Fields => ({ name: 'Fern Salve', qty: 4, price: 18, ...stated });

const addAs = (user: TestUser, body: Fields, key?: string) =>
  user.call(addItem, { body, ...(key && { headers: { 'idempotency-key': key } }) });

bothDatabases((shop) => {
  let admin: TestUser;
  let id: string;
  beforeEach(async () => {
    admin = await buildAdmin(shop(), 'inventory');
    id = `hand-${randomUUID()}`;
  });
  const countOf = async (externalId: string) =>
    (await listInventory(admin)).filter((item) => item.externalId === externalId).length;

  test('an item added by hand has the fields of the file, the default markup, and is for sale at once', async () => {
    const { status, body } = await addAs(
      admin,
      salve({
        id: ` ${id} `,
        brand: 'In-House',
        category: 'Topical',
        description: 'Cool.',
        tags: ['Volume = 1G'],
        images: ['a.jpg'],
        weightLabel: 'Gram',
        tiers: [{ from: 3, price: 15 }],
        batch: 'B-7',
        lab: { tested: '2026-10-01' },
      }),
    );
    expect({ status, message: body.message }).toEqual({ status: 201, message: 'Added "Fern Salve (1G)"' });
    expect(body.item).toMatchObject({
      externalId: id,
      byHand: true,
      isActive: true,
      quantity: 4,
      price: 18,
      markupDollars: 15,
      finalPrice: 33,
      size: '1G',
      tiers: [{ from: 3, price: 15 }],
      batch: 'B-7',
      lab: { tested: '2026-10-01' },
    });
    expect(await readItem(admin, body.item.id)).toEqual(body.item);
    expect((await listProducts(shop())).map(({ externalId }) => externalId)).toContain(id);
    const [change] = (await admin.call(listChanges, { query: { item: String(body.item.id) } })).body.changes;
    expect(change).toMatchObject({ id: body.changeId, kind: 'edit', summary: 'Added "Fern Salve" by hand' });
  });

  test('markup, state and threshold can be stated, also for an item that comes back, and bad ones are refused', async () => {
    const own = { markupDollars: 7.5, isActive: false, lowStock: 3 };
    const { body } = await addAs(admin, salve({ id, ...own }));
    expect(body.item).toMatchObject({ ...own, finalPrice: 26 });
    await admin.call(revertChange, { params: { id: body.changeId }, body: {} });
    expect((await addAs(admin, salve({ id }))).body.item).toMatchObject({
      id: body.item.id,
      markupDollars: 15,
      isActive: true,
      lowStock: null,
    });
    expect(await addAs(admin, salve({ markupDollars: -1 }))).toMatchObject({
      status: 400,
      body: { message: 'Markup must be a number from 0 to 100,000' },
    });
  });

  test('without an id the shop makes one, another one for each item', async () => {
    const [first, second] = [await addAs(admin, salve()), await addAs(admin, salve({ id: null }))];
    expect(first.body.item.externalId).toMatch(/^shop-/);
    expect(second.body.item.externalId).not.toBe(first.body.item.externalId);
  });

  test('every bad field is named in one answer, and nothing is added', async () => {
    const { status, body } = await addAs(admin, {
      id,
      name: ' ',
      qty: 1.5,
      price: -1,
      tags: 'a',
      tiers: [{ from: 1, price: 2 }],
      lab: 'good',
    });
    expect(status).toBe(400);
    const { code, errors } = body as unknown as { code: string; errors: string[] };
    expect(code).toBe('invalid_input');
    for (const field of ['name', 'qty', 'price', 'tags', 'tiers', 'lab']) {
      expect(errors.some((error) => error.startsWith(`${field} `))).toBe(true);
    }
    expect(await countOf(id)).toBe(0);
  });

  test('an unknown weight label is left out, with a warning', async () => {
    const { body } = await addAs(admin, salve({ weightLabel: 'Bushel' }));
    expect(body.item.weightLabel).toBeNull();
    expect(body.warnings).toEqual(['weightLabel "Bushel" is not one of the options and was left out']);
  });

  test('an id that is in the lists is refused, whoever brought it', async () => {
    const item = await buildItem(shop(), { externalId: id, name: 'From the feed' });
    expect(await addAs(admin, salve({ id }))).toMatchObject({ status: 409, body: { code: 'item_exists' } });
    expect(await readItem(admin, item.id)).toMatchObject({ name: 'From the feed', byHand: false });
  });

  test('an item that had left the lists comes back under its number, as one added by hand', async () => {
    const { id: itemId } = await buildItem(shop(), { externalId: id, listed: false });
    const { status, body } = await addAs(admin, salve({ id }));
    expect(status).toBe(201);
    expect(body.item).toMatchObject({ id: itemId, name: 'Fern Salve', byHand: true });
  });

  test('of two who add the same id at once, one is refused', async () => {
    const other = await buildAdmin(shop());
    const answers = await Promise.all([admin, other].map((user) => addAs(user, salve({ id }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await countOf(id)).toBe(1);
  });

  test('a repeated call adds nothing and returns the same item, also if both come at once', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([addAs(admin, salve(), key), addAs(admin, salve(), key)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toMatchObject({ item: { id: first.body.item.id }, changeId: first.body.changeId });
    expect(await countOf(first.body.item.externalId)).toBe(1);
  });

  test('Undo takes the item from the lists', async () => {
    const { body } = await addAs(admin, salve({ id }));
    await admin.call(revertChange, { params: { id: body.changeId }, body: {} });
    expect(await countOf(id)).toBe(0);
  });

  describe('low stock', () => {
    const setTo = (item: number, lowStock: unknown, expected?: unknown) =>
      admin.call(setLowStock, { params: { id: item }, body: { lowStock, expected } as never });

    test.each([
      [6, null, false],
      [5, null, true],
      [5, 4, false],
      [0, 0, true],
      [1, 0, false],
      [9, 9, true],
    ])('%i pieces with the threshold %s are low: %s', async (quantity, lowStock, isLow) => {
      const { id: item } = await buildItem(shop(), { quantity });
      const { status, body } = await setTo(item, lowStock);
      expect(status).toBe(200);
      expect(body.item).toMatchObject({ lowStock, isLow });
      expect(await readItem(admin, item)).toMatchObject({ lowStock, isLow });
    });

    test.each([-1, 1.5, 1_000_001, '3', undefined])('the threshold %j is refused', async (lowStock) => {
      const { id: item } = await buildItem(shop());
      expect(await setTo(item, lowStock)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    });

    test('a threshold that somebody else has changed is not overwritten', async () => {
      const { id: item } = await buildItem(shop());
      await setTo(item, 3);
      expect(await setTo(item, 7, null)).toMatchObject({ status: 409, body: { code: 'value_moved', stored: 3 } });
    });

    test('a member may not set it', async () => {
      const member = await buildMember(shop());
      const { id: item } = await buildItem(shop());
      const response = await member.call(setLowStock, { params: { id: item }, body: { lowStock: 1 } });
      expect(response.status).toBe(403);
    });
  });
});

shopsWithFeed(({ admin, serve, sync }) => {
  test('no sync changes or removes an item that was added by hand, and once it is undone the feed has its id again', async () => {
    const { body } = await addAs(admin(), salve({ id: 'b', name: 'By hand' }));
    serve(THREE_PRODUCTS);
    await sync();
    expect(await readItem(admin(), body.item.id)).toEqual(body.item);
    serve(THREE_PRODUCTS.slice(0, 1).concat(THREE_PRODUCTS.slice(2)));
    await sync();
    expect(await readItem(admin(), body.item.id)).toMatchObject({ name: 'By hand', byHand: true });

    await admin().call(revertChange, { params: { id: body.changeId }, body: {} });
    serve(THREE_PRODUCTS);
    await sync();
    expect(await readItem(admin(), body.item.id)).toMatchObject({ name: 'B', byHand: false });
  });
});
