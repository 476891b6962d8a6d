import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getAdminInventory } from '#contract/inventory.ts';
import { MOST_CHANGED_IDS } from '#domain/changed-ids.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember, type TestUser } from '../../testing/factories.ts';
import { readItem } from '../../testing/inventory.ts';

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  test('the list matches the contract, in every encoding', async () => {
    await buildItem(shop(), { tags: ['Volume = 1G'], images: ['a.jpg'], weightLabel: 'Gram', category: 'Carts' });
    const { body } = await admin.call(getAdminInventory);
    expect(z.parse(getAdminInventory.output!, body)).toEqual(body);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await admin.call(getAdminInventory, { headers: { 'accept-encoding': encoding } });
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' });
      expect(JSON.parse(decode(bytes).toString())).toEqual(body);
    }
  });

  test('with ids the list has only these items, if they are listed, as they are in the whole list', async () => {
    const [first, second, other] = [
      await buildItem(shop(), { isActive: false }),
      await buildItem(shop()),
      await buildItem(shop()),
    ];
    const unlisted = await buildItem(shop(), { listed: false });
    const ids = [second.id, unlisted.id, 987_654, first.id, second.id].join(',');
    const { status, body } = await admin.call(getAdminInventory, { query: { ids } });
    expect(status).toBe(200);
    const inventory = body.inventory.toSorted((a, b) => a.id - b.id);
    expect(inventory).toEqual([await readItem(admin, first.id), await readItem(admin, second.id)]);
    expect(inventory.map(({ id }) => id)).not.toContain(other.id);
  });

  test('with unknown ids the list is empty', async () => {
    const { body } = await admin.call(getAdminInventory, { query: { ids: '987654,999999999999999' } });
    expect(body).toEqual({ inventory: [] });
  });

  test.each(['', ',', '1,', 'abc', '1,abc', '-1', '1.5', '1 2', '1234567890123456'])(
    'the ids %j are refused with a message',
    async (ids) => {
      expect(await admin.call(getAdminInventory, { query: { ids } })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: 'ids must be numbers separated by commas' },
      });
    },
  );

  test('500 ids are allowed in one call, and more are refused', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
    expect(MOST_CHANGED_IDS).toBe(500);
    expect(await admin.call(getAdminInventory, { query: { ids: ids(500) } })).toMatchObject({ status: 200 });
    expect(await admin.call(getAdminInventory, { query: { ids: ids(501) } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'At most 500 ids are allowed' },
    });
  });

  test('members cannot see the list, with or without ids', async () => {
    const { id } = await buildItem(shop());
    const member = await buildMember(shop());
    const refused = { status: 403, body: { code: 'not_admin' } };
    expect(await member.call(getAdminInventory)).toMatchObject(refused);
    expect(await member.call(getAdminInventory, { query: { ids: String(id) } })).toMatchObject(refused);
  });
});
