import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { ADMIN_TOPICS, type AdminEvent, getAdminEvents } from '#contract/events.ts';
import { editMany, setMarkup } from '#contract/inventory.ts';
import type { Role } from '#domain/permissions.ts';
import { TOPICS } from '../../db/types.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { type EventReader, openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, updateUserRow } from '../../testing/factories.ts';

bothDatabases((shop) => {
  // While a panel of the test before listens, changes before this test's panel are collected for both.
  afterEach(() => expect.poll(() => shop().streams.count, { timeout: 30_000 }).toBe(0));

  const openPanel = async (role: Role = 'owner') => {
    const admin = await buildAdmin(shop(), role);
    const panel = await openEvents(shop(), getAdminEvents, { token: admin.token });
    await panel.next('ready');
    // A job may cause an event at any time.
    await shop().database.write(async (_tx, touch) => touch('tasks'));
    return { admin, panel };
  };
  /**
   * Returns the events of a panel so far, once it knows of all changes of "sync". An event after that is of a later
   * change.
   */
  const eventsUntilNow = async (panel: EventReader<AdminEvent>) => {
    const mark = randomUUID();
    await shop().database.write(async (_tx, touch) => touch('sync', [mark]));
    return panel.before(({ event, data }) => event === 'sync' && data.ids?.includes(mark) === true);
  };
  /** Edits many items as another admin. Returns the number of changed items. */
  const editAsOther = async (body: GivenInputOf<typeof editMany>) => {
    const other = await buildAdmin(shop());
    return (await other.call(editMany, { body })).body.changed;
  };

  test("an open panel is notified of another admin's edit once, with the id of the item only", async () => {
    const [edited, later] = [await buildItem(shop()), await buildItem(shop())];
    const { panel } = await openPanel();
    const other = await buildAdmin(shop());
    const edit = (id: number) => other.call(setMarkup, { params: { id }, body: { markupDollars: 77 } });
    expect((await edit(edited.id)).status).toBe(200);
    expect(await panel.next('inventory')).toEqual({ event: 'inventory', data: { ids: [edited.id] } });
    expect((await edit(later.id)).status).toBe(200);
    expect(await panel.next('inventory')).toEqual({ event: 'inventory', data: { ids: [later.id] } });
    expect((await eventsUntilNow(panel)).filter(({ event }) => event === 'inventory')).toEqual([]);
    panel.leave();
  });

  test('an order is reported as a receipt, and as a change of the items whose stock it reserves', async () => {
    const buyer = await buildBuyer(shop());
    const items = [await buildItem(shop()), await buildItem(shop())];
    const ids = items.map(({ id }) => id);
    await buildItem(shop());
    for (const id of ids) await buyer.add(id);
    const { panel } = await openPanel();
    const { receipt } = (await buyer.confirm()).body;
    expect((await panel.next('receipts')).data).toEqual({ ids: [receipt.id] });
    expect((await panel.next('inventory')).data.ids!.toSorted()).toEqual(ids.toSorted());
    // Tasks of the shop may run at the same time.
    expect((await eventsUntilNow(panel)).filter(({ event }) => event !== 'tasks')).toEqual([]);
    panel.leave();
  });

  test('a change of 500 items names them all, and a larger one names none', async () => {
    const items = await Promise.all(Array.from({ length: 501 }, () => buildItem(shop())));
    const ids = items.map(({ id }) => id);
    const { panel } = await openPanel();
    expect(await editAsOther({ ids: ids.slice(0, 500), set: { markupDollars: 70 } })).toBe(500);
    const named = await panel.next('inventory');
    expect(new Set(named.data.ids)).toEqual(new Set(ids.slice(0, 500)));
    expect(await editAsOther({ ids, set: { markupDollars: 71 } })).toBe(501);
    expect((await panel.next('inventory')).data).toEqual({ ids: null });
    panel.leave();
  });

  test('panels are notified of every topic except the gate and sessions', async () => {
    const { panel } = await openPanel();
    await shop().database.write(async (_tx, touch) => {
      for (const topic of TOPICS) touch(topic);
    });
    const topics = Object.keys(ADMIN_TOPICS).sort();
    for (const topic of topics) await panel.next(topic);
    expect((await eventsUntilNow(panel)).filter(({ event }) => !topics.includes(event))).toEqual([]);
    expect(topics).toEqual([
      'alerts',
      'categories',
      'inventory',
      'notices',
      'points',
      'receipts',
      'settings',
      'shopNotices',
      'sync',
      'tasks',
      'users',
      'views',
    ]);
    panel.leave();
  });

  test.each([
    [
      'orders',
      [
        'alerts',
        'categories',
        'inventory',
        'notices',
        'points',
        'receipts',
        'settings',
        'shopNotices',
        'sync',
        'tasks',
        'users',
        'views',
      ],
    ],
    ['inventory', ['alerts', 'categories', 'inventory', 'settings', 'shopNotices', 'sync', 'tasks', 'views']],
  ] as const)('a panel of the role %s is notified only of what the role may read', async (role, topics) => {
    const { panel } = await openPanel(role);
    await shop().database.write(async (_tx, touch) => {
      for (const topic of TOPICS) touch(topic);
    });
    for (const topic of topics) await panel.next(topic);
    const others = (await eventsUntilNow(panel)).map(({ event }) => event);
    expect(others.filter((event) => !(topics as readonly string[]).includes(event))).toEqual([]);
    panel.leave();
  });

  test.each(['member', 'inventory'] as const)('a panel whose user becomes %s loses its stream', async (role) => {
    const { admin, panel } = await openPanel();
    await updateUserRow(shop(), admin.id, { role });
    await panel.ended;
  });

  test('visitors and members are refused', async () => {
    expect(await shop().call(getAdminEvents)).toMatchObject({ status: 401 });
    const member = await buildMember(shop());
    expect(await member.call(getAdminEvents)).toMatchObject({ status: 403 });
  });

  test('a database that is out of reach ends no stream', async () => {
    const { panel } = await openPanel();
    const rename = (from: string, to: string) =>
      shop().database.write(async (tx, touch) => {
        await tx.schema.alterTable(from).renameTo(to).execute();
        touch('users');
      });
    await rename('sessions', 'away');
    await panel.next('users');
    await rename('away', 'sessions');
    await panel.next('users');
    panel.leave();
  });
});
