import { beforeEach, expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { listedNames, menuFile, product, upload } from '../../testing/uploads.ts';

bothDatabases((shop) => {
  let token: string;
  let username: string;
  beforeEach(async () => {
    ({ token, username } = await buildAdmin(shop()));
  });

  const setMarkup = async (id: number, markupDollars: number) =>
    (await shop().call('PATCH', `/api/admin/inventory/${id}/markup`, { token, body: { markupDollars } })).body
      .changeId as number;
  const inventory = async () => (await shop().call('GET', '/api/admin/inventory', { token })).body.inventory;
  const itemNow = async (id: number) => (await inventory()).find((item: { id: number }) => item.id === id);
  const changes = async (query = '') => (await shop().call('GET', `/api/admin/changes?${query}`, { token })).body;
  const revert = (id: number) => shop().call('POST', `/api/admin/changes/${id}/revert`, { token, body: {} });

  test('every change is in the history: who, when, what, and the values before and after', async () => {
    const { id } = await buildItem(shop(), { name: 'Haze', markupCents: 500 });
    const changeId = await setMarkup(id, 20);
    expect((await changes(`item=${id}`)).changes).toEqual([
      {
        id: changeId,
        kind: 'edit',
        actor: username,
        summary: 'Markup of "Haze": $5.00 → $20.00',
        counts: { added: 0, changed: 1, removed: 0, unchanged: 0 },
        createdAt: new Date(shop().clock()).toISOString(),
        revertedBy: null,
      },
    ]);
    expect((await shop().call('GET', `/api/admin/changes/${changeId}`, { token })).body).toMatchObject({
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

  test('the history is paged, and filtered by item, actor, kind and words', async () => {
    const { id } = await buildItem(shop(), { name: `Paged ${Date.now()}` });
    const ids: number[] = [];
    for (const markup of [1, 2, 3, 4]) ids.unshift(await setMarkup(id, markup));
    const first = await changes(`item=${id}&limit=3`);
    expect(first).toMatchObject({ total: 4, changes: ids.slice(0, 3).map((each) => ({ id: each })) });
    const second = await changes(`item=${id}&limit=3&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ total: 4, changes: [{ id: ids[3] }], nextCursor: null });
    expect(await changes(`actor=${username}`)).toMatchObject({ total: 4 });
    expect(await changes(`actor=${username}&kind=upload`)).toMatchObject({ total: 0, changes: [] });
    expect(await changes(`actor=${username}&q=${encodeURIComponent('$3.00 → $4')}`)).toMatchObject({ total: 1 });
    expect((await shop().call('GET', '/api/admin/changes/987654', { token })).status).toBe(404);
    expect((await shop().call('GET', '/api/admin/changes?kind=other', { token })).status).toBe(400);
  });

  test('Undo puts an edit back, once, and is itself a change that can be taken back', async () => {
    const { id } = await buildItem(shop(), { markupCents: 500 });
    const before = await itemNow(id);
    const changeId = await setMarkup(id, 20);
    const undone = await revert(changeId);
    expect(undone).toMatchObject({
      status: 200,
      body: { message: 'Change undone.', counts: { changed: 1 }, skipped: [] },
    });
    expect(await itemNow(id)).toEqual(before);
    expect(await revert(changeId)).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
    expect((await changes(`item=${id}`)).changes).toMatchObject([
      { kind: 'revert', revertedBy: null },
      { id: changeId, revertedBy: undone.body.changeId },
    ]);
    await revert(undone.body.changeId);
    expect(await itemNow(id)).toMatchObject({ markupDollars: 20 });
    expect(await revert(changeId)).toMatchObject({ status: 200 });
    expect(await itemNow(id)).toEqual(before);
  });

  test('reverting never overwrites what changed later: it is skipped and named', async () => {
    const [haze, kush] = await Promise.all([
      buildItem(shop(), { name: 'Haze', markupCents: 500 }),
      buildItem(shop(), { name: 'Kush', markupCents: 600 }),
    ]);
    const { body } = await shop().call('POST', '/api/admin/inventory/bulk', {
      token,
      body: { ids: [haze.id, kush.id], set: { markupDollars: 50, isActive: false } },
    });
    await setMarkup(kush.id, 60);
    expect(await revert(body.changeId)).toMatchObject({
      status: 200,
      body: {
        message: 'Change undone, except for 1 value that has changed since.',
        skipped: ['Kush: markup'],
      },
    });
    expect(await itemNow(haze.id)).toMatchObject({ markupDollars: 5, isActive: true });
    expect(await itemNow(kush.id)).toMatchObject({ markupDollars: 60, isActive: true });
  });

  test('where everything changed since, nothing is taken back', async () => {
    const { id } = await buildItem(shop());
    const changeId = await setMarkup(id, 20);
    await setMarkup(id, 30);
    expect(await revert(changeId)).toMatchObject({
      status: 200,
      body: { changeId: null, message: 'Everything has changed since. Nothing was undone.' },
    });
    expect((await changes(`item=${id}`)).changes).toHaveLength(2);
  });

  test('a replaced inventory comes back as it was, edits and all', async () => {
    await upload(shop(), token, menuFile([product({ id: 'a', name: 'A' }), product({ id: 'b', name: 'B' })]));
    const [a] = await inventory();
    await setMarkup(a.id, 33);
    await shop().call('PATCH', `/api/admin/inventory/${a.id}/description`, { token, body: { description: 'Ours' } });
    const before = await inventory();
    const replaced = await upload(
      shop(),
      token,
      menuFile([product({ id: 'a', name: 'A2' }), product({ id: 'c', name: 'C' })]),
    );
    expect(await listedNames(shop(), token)).toEqual(['A2', 'C']);
    expect(await revert(replaced.body.changeId)).toMatchObject({
      body: { counts: { added: 1, changed: 1, removed: 1 }, skipped: [] },
    });
    expect(await inventory()).toEqual(before);
  });

  test('an item that came by upload and was worked on since stays when the upload is taken back', async () => {
    const first = await upload(
      shop(),
      token,
      menuFile([product({ id: 'w1', name: 'Worked on' }), product({ id: 'w2' })]),
    );
    const item = (await inventory()).find((each: { name: string }) => each.name === 'Worked on');
    await setMarkup(item.id, 44);
    expect((await revert(first.body.changeId)).body.skipped).toEqual(['Worked on: markup']);
    expect(await itemNow(item.id)).toMatchObject({ markupDollars: 44 });
  });

  test('two admins who press Undo at once take the change back once', async () => {
    const { id } = await buildItem(shop());
    const changeId = await setMarkup(id, 20);
    const answers = await Promise.all([revert(changeId), revert(changeId), revert(changeId)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await changes(`item=${id}`)).total).toBe(2);
  });
});
