import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { editMany, setDescription, setMarkup } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import {
  buildFileProduct,
  inventoryFile,
  listInventory,
  listNames,
  readItem,
  upload,
} from '../../testing/inventory.ts';
import { insertChangeSet } from '../inventory/change-sets.queries.ts';

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const editMarkup = async (id: number, markupDollars: number): Promise<number> =>
    (await admin.call(setMarkup, { params: { id }, body: { markupDollars } })).body.changeId!;
  const changes = async (query: GivenQueryOf<typeof listChanges>) => (await admin.call(listChanges, { query })).body;
  const changesOf = (itemId: number, query: GivenQueryOf<typeof listChanges> = {}) =>
    changes({ item: String(itemId), ...query });
  const revert = (id: number) => admin.call(revertChange, { params: { id }, body: {} });

  test('the history records every change: who, when, what, and the values before and after', async () => {
    const { id } = await buildItem(shop(), { name: 'Haze', markupCents: 500 });
    const changeId = await editMarkup(id, 20);
    expect((await changesOf(id)).changes).toEqual([
      {
        id: changeId,
        kind: 'edit',
        actor: admin.username,
        summary: 'Markup of "Haze": $5.00 → $20.00',
        counts: { added: 0, changed: 1, removed: 0, unchanged: 0 },
        createdAt: new Date(shop().clock()).toISOString(),
        revertedBy: null,
      },
    ]);
    expect((await admin.call(getChange, { params: { id: changeId } })).body).toMatchObject({
      change: { id: changeId },
      rows: [
        {
          itemId: id,
          name: 'Haze',
          kind: 'changed',
          fields: [{ field: 'markupDollars', before: 5, after: 20 }],
        },
      ],
      nextCursor: null,
    });
  });

  test('the history is paged, and can be filtered by item, actor, kind and text', async () => {
    const { id } = await buildItem(shop(), { name: `Paged ${randomUUID()}` });
    const ids: number[] = [];
    for (const markup of [1, 2, 3, 4]) ids.unshift(await editMarkup(id, markup));
    const actor = admin.username;
    const first = await changesOf(id, { limit: 3 });
    expect(first).toMatchObject({ total: 4, changes: ids.slice(0, 3).map((each) => ({ id: each })) });
    const second = await changesOf(id, { limit: 3, cursor: first.nextCursor! });
    expect(second).toMatchObject({ total: 4, changes: [{ id: ids[3] }], nextCursor: null });
    expect(await changes({ actor })).toMatchObject({ total: 4 });
    expect(await changes({ actor, kind: 'upload' })).toMatchObject({ total: 0, changes: [] });
    expect(await changes({ actor, q: '$3.00 → $4' })).toMatchObject({ total: 1 });
    expect(await admin.call(getChange, { params: { id: 987654 } })).toMatchObject({ status: 404 });
    expect(await admin.call(listChanges, { query: { kind: 'other' as never } })).toMatchObject({ status: 400 });
  });

  test('an edit can be undone once, and the undo is a change that can be undone too', async () => {
    const { id } = await buildItem(shop(), { markupCents: 500 });
    const before = await readItem(admin, id);
    const changeId = await editMarkup(id, 20);
    const undone = await revert(changeId);
    expect(undone).toMatchObject({
      status: 200,
      body: { message: 'Change undone.', counts: { changed: 1 }, skipped: [] },
    });
    expect(await readItem(admin, id)).toEqual(before);
    expect(await revert(changeId)).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
    expect((await changesOf(id)).changes).toMatchObject([
      { kind: 'revert', revertedBy: null },
      { id: changeId, revertedBy: undone.body.changeId },
    ]);
    await revert(undone.body.changeId!);
    expect(await readItem(admin, id)).toMatchObject({ markupDollars: 20 });
    expect(await revert(changeId)).toMatchObject({ status: 200 });
    expect(await readItem(admin, id)).toEqual(before);
  });

  test('an undo never overwrites a value that changed later, but skips and names it', async () => {
    const [haze, kush] = await Promise.all([
      buildItem(shop(), { name: 'Haze', markupCents: 500 }),
      buildItem(shop(), { name: 'Kush', markupCents: 600 }),
    ]);
    const { body } = await admin.call(editMany, {
      body: { ids: [haze.id, kush.id], set: { markupDollars: 50, isActive: false } },
    });
    await editMarkup(kush.id, 60);
    expect(await revert(body.changeId!)).toMatchObject({
      status: 200,
      body: {
        message: 'Change undone, except for 1 value that has changed since.',
        skipped: ['Kush: markup'],
      },
    });
    expect(await readItem(admin, haze.id)).toMatchObject({ markupDollars: 5, isActive: true });
    expect(await readItem(admin, kush.id)).toMatchObject({ markupDollars: 60, isActive: true });
  });

  test('an undo changes nothing if everything has changed since', async () => {
    const { id } = await buildItem(shop());
    const changeId = await editMarkup(id, 20);
    await editMarkup(id, 30);
    expect(await revert(changeId)).toMatchObject({
      status: 200,
      body: { changeId: null, message: 'Everything has changed since. Nothing was undone.' },
    });
    expect((await changesOf(id)).changes).toHaveLength(2);
  });

  test('undoing a replacement restores the inventory with its edits', async () => {
    const [a, b, c] = [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
      { id: 'c', name: 'C' },
    ].map(buildFileProduct);
    await upload(admin, inventoryFile([a, b]));
    const { id } = (await listInventory(admin))[0]!;
    await editMarkup(id, 33);
    await admin.call(setDescription, { params: { id }, body: { description: 'Ours' } });
    const before = await listInventory(admin);
    const replaced = await upload(admin, inventoryFile([{ ...a, name: 'A2' }, c]));
    expect(await listNames(admin)).toEqual(['A2', 'C']);
    expect(await revert(replaced.body.changeId!)).toMatchObject({
      body: { counts: { added: 1, changed: 1, removed: 1 }, skipped: [] },
    });
    expect(await listInventory(admin)).toEqual(before);
  });

  test('an item of an upload that was edited since stays when the upload is undone', async () => {
    const first = await upload(
      admin,
      inventoryFile([buildFileProduct({ id: 'w1', name: 'Edited' }), buildFileProduct({ id: 'w2' })]),
    );
    const item = (await listInventory(admin)).find(({ name }) => name === 'Edited')!;
    await editMarkup(item.id, 44);
    expect((await revert(first.body.changeId!)).body.skipped).toEqual(['Edited: markup']);
    expect(await readItem(admin, item.id)).toMatchObject({ markupDollars: 44 });
  });

  test('a change that two admins undo at once is undone once', async () => {
    const { id } = await buildItem(shop());
    const changeId = await editMarkup(id, 20);
    const responses = await Promise.all([revert(changeId), revert(changeId), revert(changeId)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await changesOf(id)).total).toBe(2);
  });

  test('a row says whether it is undone, and syncs can be left out of the list', async () => {
    const { id } = await buildItem(shop());
    const changeId = await editMarkup(id, 20);
    const rows = async () => (await admin.call(getChange, { params: { id: changeId } })).body.rows;
    expect(await rows()).toMatchObject([{ itemId: id, revertedBy: null }]);
    const undone = await revert(changeId);
    expect(await rows()).toMatchObject([{ itemId: id, revertedBy: undone.body.changeId }]);
    const kinds = async (query: GivenQueryOf<typeof listChanges>) =>
      new Set((await changes(query)).changes.map(({ kind }) => kind));
    await shop().database.write((tx) =>
      insertChangeSet(tx, {
        kind: 'sync',
        actor: 'system',
        summary: 'Sync: 0 added, 1 changed, 0 removed',
        counts: { added: 0, changed: 1, removed: 0, unchanged: 0 },
        switches: null,
        categories: [],
        now: shop().clock(),
      }),
    );
    expect(await kinds({})).toContain('sync');
    expect(await kinds({ syncs: 'true' })).toContain('sync');
    expect(await kinds({ syncs: 'false' })).not.toContain('sync');
    expect((await changes({ syncs: 'false', kind: 'sync' })).total).toBe(0);
    expect(await admin.call(listChanges, { query: { syncs: 'maybe' as never } })).toMatchObject({ status: 400 });
  });
});
