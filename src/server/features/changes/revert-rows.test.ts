import { beforeEach, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import { editMany, setMarkup } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { listInventory } from '../../testing/inventory.ts';

/** One change-set that sets the markup of three items from $5 to $20, and what undoing it row by row does. */
bothDatabases((shop) => {
  let admin: TestUser;
  let ids: number[];
  let change: number;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    const items = await Promise.all(
      ['Haze', 'Kush', 'Mint'].map((name) => buildItem(shop(), { name, markupCents: 500 })),
    );
    ids = items.map(({ id }) => id).sort((a, b) => a - b);
    change = (await admin.call(editMany, { body: { ids, set: { markupDollars: 20 } } })).body.changeId!;
  });

  const undo = (id: number, itemIds?: readonly number[]) =>
    admin.call(revertChange, { params: { id }, body: itemIds ? { itemIds: [...itemIds] } : {} });
  const markups = async () => {
    const items = await listInventory(admin);
    return ids.map((id) => items.find((item) => item.id === id)?.markupDollars);
  };
  const read = async (id: number) => {
    const { body } = await admin.call(getChange, { params: { id } });
    const rows = [...body.rows].sort((a, b) => a.itemId! - b.itemId!);
    return { change: body.change, undone: rows.map(({ revertedBy }) => revertedBy) };
  };
  const refused = { status: 409, body: { code: 'already_reverted' } };

  test('some rows are undone, the others can be undone later, and after the last one the change is undone', async () => {
    const first = await undo(change, [ids[1]!]);
    expect(first).toMatchObject({ status: 200, body: { message: 'Change undone.', counts: { changed: 1 } } });
    expect(await markups()).toEqual([20, 5, 20]);
    expect(await read(change)).toMatchObject({
      change: { revertedBy: null },
      undone: [null, first.body.changeId, null],
    });
    const [newest] = (await admin.call(listChanges, { query: { item: String(ids[1]) } })).body.changes;
    expect(newest).toMatchObject({
      kind: 'revert',
      summary: expect.stringMatching(/^Undone for "\w+": Markup \$20\.00: 3 items$/),
    });

    expect(await undo(change, [ids[1]!])).toMatchObject(refused);
    const rest = await undo(change, [ids[0]!, ids[2]!]);
    expect(rest.body).toMatchObject({ counts: { changed: 2 } });
    expect(await markups()).toEqual([5, 5, 5]);
    expect((await read(change)).change.revertedBy).toBe(rest.body.changeId);
    expect(await undo(change)).toMatchObject(refused);
    expect(await undo(change, [ids[0]!])).toMatchObject(refused);
  });

  test('Undo of the whole change undoes what is left of it, even if a row was edited again', async () => {
    await undo(change, [ids[0]!]);
    await admin.call(setMarkup, { params: { id: ids[0]! }, body: { markupDollars: 33 } });
    expect((await undo(change)).body).toMatchObject({ message: 'Change undone.', counts: { changed: 2 }, skipped: [] });
    expect(await markups()).toEqual([33, 5, 5]);
    expect(await undo(change)).toMatchObject(refused);
  });

  test('a row whose value has changed since is skipped, and stays to be undone', async () => {
    await admin.call(setMarkup, { params: { id: ids[0]! }, body: { markupDollars: 33 } });
    expect((await undo(change, [ids[0]!])).body).toMatchObject({
      changeId: null,
      skipped: [expect.stringContaining('markup')],
    });
    expect((await undo(change, [ids[0]!, ids[1]!])).body).toMatchObject({ counts: { changed: 1 } });
    await admin.call(setMarkup, { params: { id: ids[0]! }, body: { markupDollars: 20 } });
    expect((await undo(change, [ids[0]!])).body).toMatchObject({ counts: { changed: 1 } });
    expect(await markups()).toEqual([5, 5, 20]);
  });

  test('an empty list and items that are not in the change are refused, and nothing is undone', async () => {
    expect(await undo(change, [])).toMatchObject({
      status: 400,
      body: { message: 'itemIds must be a list of 1 to 50,000 item ids' },
    });
    const { id } = await buildItem(shop());
    expect(await undo(change, [ids[0]!, id])).toMatchObject({
      status: 404,
      body: { message: '1 of these items is not part of this change. Nothing was undone.' },
    });
    expect(await undo(987_654_321, [ids[0]!])).toMatchObject({ status: 404 });
    expect(await markups()).toEqual([20, 20, 20]);
  });

  test('undoing the undo of a row makes that row open again, and no other', async () => {
    const first = await undo(change, [ids[0]!]);
    const rest = await undo(change);
    expect((await read(change)).change.revertedBy).toBe(rest.body.changeId);
    await undo(first.body.changeId!);
    expect(await markups()).toEqual([20, 5, 5]);
    expect(await read(change)).toMatchObject({
      change: { revertedBy: null },
      undone: [null, rest.body.changeId, rest.body.changeId],
    });
    expect((await undo(change)).body).toMatchObject({ counts: { changed: 1 } });
    expect(await markups()).toEqual([5, 5, 5]);
  });

  test('one row of an undo can be undone, and the change is open for this row again', async () => {
    const all = await undo(change);
    expect(await markups()).toEqual([5, 5, 5]);
    expect((await undo(all.body.changeId!, [ids[2]!])).body).toMatchObject({ counts: { changed: 1 } });
    expect(await markups()).toEqual([5, 5, 20]);
    expect(await read(change)).toMatchObject({
      change: { revertedBy: null },
      undone: [all.body.changeId, all.body.changeId, null],
    });
    expect(await undo(change, [ids[0]!])).toMatchObject(refused);
    expect((await undo(change, [ids[2]!])).body).toMatchObject({ counts: { changed: 1 } });
    // The rest of the undo can be undone too, and the whole change applies again.
    expect((await undo(all.body.changeId!)).body).toMatchObject({ counts: { changed: 2 } });
    expect(await markups()).toEqual([20, 20, 5]);
  });

  test('a row that several admins undo at once is undone once, and rows next to it too', async () => {
    const responses = await Promise.all([
      undo(change, ids.slice(0, 2)),
      undo(change, ids.slice(1)),
      undo(change, [ids[1]!]),
    ]);
    const counted = responses.map(({ status, body }) => (status === 200 ? body.counts.changed : 0));
    expect(counted.reduce((sum, count) => sum + count)).toBe(3);
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await markups()).toEqual([5, 5, 5]);
    expect((await read(change)).change.revertedBy).not.toBe(null);
    const { changes } = (await admin.call(listChanges, { query: { item: String(ids[1]) } })).body;
    expect(changes.filter(({ kind }) => kind === 'revert')).toHaveLength(1);
  });
});
