import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { deleteView, listViews, MOST_VIEWS, saveView } from '#contract/views.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';

bothDatabases((shop) => {
  let owner: TestUser;
  let clerk: TestUser;
  let name: string;

  beforeEach(async () => {
    owner = await buildAdmin(shop());
    clerk = await buildAdmin(shop(), 'inventory');
    name = `Low ${randomUUID().slice(0, 8)}`;
  });

  const save = (user: TestUser, body: { query: string; shared: boolean; expected?: string }, by?: string) =>
    user.call(saveView, { params: { name }, query: { by }, body });
  const remove = (user: TestUser, by?: string) => user.call(deleteView, { params: { name }, query: { by } });
  const seenBy = async (user: TestUser) =>
    (await user.call(listViews)).body.views
      .filter((view) => view.name === name)
      .map(({ by, query }) => ({ by, query }));

  test('a private view is its maker’s own, and a shared one is seen by every role', async () => {
    const desk = await buildAdmin(shop(), 'orders');
    expect(await save(clerk, { query: 'stock=low', shared: false })).toMatchObject({
      status: 200,
      body: { view: { name, query: 'stock=low', shared: false, by: clerk.username } },
    });
    expect(await seenBy(clerk)).toEqual([{ by: clerk.username, query: 'stock=low' }]);
    expect(await seenBy(desk)).toEqual([]);
    await save(clerk, { query: 'stock=out', shared: true });
    expect(await seenBy(desk)).toEqual([{ by: clerk.username, query: 'stock=out' }]);
  });

  test('two users can each have a view of the same name', async () => {
    await save(clerk, { query: 'stock=low', shared: true });
    await save(owner, { query: 'stock=out', shared: true });
    expect(await seenBy(owner)).toHaveLength(2);
    expect(await remove(owner)).toMatchObject({ status: 200 });
    expect(await seenBy(owner)).toEqual([{ by: clerk.username, query: 'stock=low' }]);
  });

  test('a shared view is replaced or deleted by its maker or an owner, a private one by its maker alone', async () => {
    const desk = await buildAdmin(shop(), 'orders');
    await save(clerk, { query: 'stock=low', shared: true });
    const body = { query: 'stock=out', shared: true };
    expect(await save(desk, body, clerk.username)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(await remove(desk, clerk.username)).toMatchObject({ status: 403 });
    expect(await save(owner, body, clerk.username)).toMatchObject({
      status: 200,
      body: { view: { query: 'stock=out', by: clerk.username } },
    });
    await save(clerk, { query: 'stock=low', shared: false });
    expect(await save(owner, body, clerk.username)).toMatchObject({ status: 404 });
    expect(await remove(owner, clerk.username)).toMatchObject({ status: 404 });
    expect(await seenBy(clerk)).toEqual([{ by: clerk.username, query: 'stock=low' }]);
  });

  test('of two owners who change the same view at once, the second is told', async () => {
    const other = await buildAdmin(shop());
    await save(clerk, { query: 'stock=low', shared: true });
    const responses = await Promise.all(
      [owner, other].map((user, index) =>
        save(user, { query: `stock=${index}`, shared: true, expected: 'stock=low' }, clerk.username),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'value_moved' } });
  });

  test('a view gets another name in one step, and keeps everything else', async () => {
    const rename = (user: TestUser, to: string, by?: string) =>
      user.call(saveView, { params: { name }, query: { by }, body: { query: 'stock=low', shared: true, name: to } });
    expect(await rename(clerk, `${name} B`)).toMatchObject({ status: 404 });
    await save(clerk, { query: 'stock=low', shared: true });
    expect(await rename(clerk, ' B')).toMatchObject({ status: 400 });
    // The same name is no other view.
    expect(await rename(clerk, name)).toMatchObject({ status: 200 });
    expect(await rename(await buildAdmin(shop(), 'orders'), `${name} B`, clerk.username)).toMatchObject({
      status: 403,
    });
    const renamed = { name: `${name} B`, query: 'stock=low', shared: true, by: clerk.username };
    expect(await rename(owner, `${name} B`, clerk.username)).toMatchObject({ status: 200, body: { view: renamed } });
    const names = (await clerk.call(listViews)).body.views
      .map((view) => view.name)
      .filter((each) => each.startsWith(name));
    expect(names).toEqual([`${name} B`]);
  });

  test('a name that is taken refuses, and of two views that get one name at once, one keeps its own', async () => {
    const [first, second, wanted] = [name, `${name} 2`, `${name} 3`];
    const put = (from: string, to?: string) =>
      clerk.call(saveView, { params: { name: from }, body: { query: from, shared: false, name: to } });
    await put(first);
    await put(second);
    expect(await put(first, second)).toMatchObject({ status: 409, body: { code: 'view_exists' } });
    const responses = await Promise.all([put(first, wanted), put(second, wanted)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const own = (await clerk.call(listViews)).body.views.filter((view) => view.name.startsWith(name));
    expect(own.map((view) => view.query).sort()).toEqual([first, second]);
    expect(own.map((view) => view.name)).toContain(wanted);
  });

  test('a name that is empty, too long or has spaces around it is refused', async () => {
    for (const bad of [' ', ' Low', 'x'.repeat(61)]) {
      const saving = owner.call(saveView, { params: { name: bad }, body: { query: '', shared: false } });
      expect(await saving).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  test('a user can save a hundred views, also if two are saved at once', async () => {
    for (let number = 1; number < MOST_VIEWS; number++) {
      await owner.call(saveView, { params: { name: `View ${number}` }, body: { query: '', shared: false } });
    }
    const last = ['One', 'Two'].map((each) =>
      owner.call(saveView, { params: { name: each }, body: { query: '', shared: false } }),
    );
    expect((await Promise.all(last)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await owner.call(listViews)).body.views.filter(({ by }) => by === owner.username)).toHaveLength(MOST_VIEWS);
    // A view that exists can still be replaced.
    const replacing = owner.call(saveView, { params: { name: 'View 1' }, body: { query: 'a=1', shared: false } });
    expect(await replacing).toMatchObject({ status: 200 });
  });
});
