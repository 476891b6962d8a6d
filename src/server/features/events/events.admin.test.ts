import { expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { ADMIN_TOPICS, type AdminEvent, getAdminEvents } from '#contract/events.ts';
import { editMany, setMarkup } from '#contract/inventory.ts';
import type { Role } from '#domain/permissions.ts';
import { TOPICS } from '../../db/types.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, updateUserRow } from '../../testing/factories.ts';

bothDatabases((shop) => {
  const openPanel = async (role: Role = 'owner') => {
    const admin = await buildAdmin(shop(), role);
    const panel = await openEvents(shop(), getAdminEvents, { token: admin.token });
    expect((await panel.next()).event).toBe('ready');
    return { admin, panel };
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
    expect(await panel.next()).toEqual({ event: 'inventory', data: { ids: [edited.id] } });
    expect((await edit(later.id)).status).toBe(200);
    expect(await panel.next()).toEqual({ event: 'inventory', data: { ids: [later.id] } });
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
    const events = new Map<string, AdminEvent>();
    while (!events.has('receipts') || !events.has('inventory')) {
      const { event, data } = await panel.next();
      events.set(event, data);
    }
    expect([...events.keys()].sort()).toEqual(['inventory', 'receipts']);
    expect(events.get('receipts')).toEqual({ ids: [receipt.id] });
    expect(events.get('inventory')!.ids!.toSorted()).toEqual(ids.toSorted());
    panel.leave();
  });

  test('a change of 500 items names them all, and a larger one names none', async () => {
    const items = await Promise.all(Array.from({ length: 501 }, () => buildItem(shop())));
    const ids = items.map(({ id }) => id);
    const { panel } = await openPanel();
    // Changes of so many items are tasks too, which panels are notified of on the way.
    const nextChange = async () => {
      for (;;) {
        const event = await panel.next();
        if (event.event !== 'tasks') return event;
      }
    };
    expect(await editAsOther({ ids: ids.slice(0, 500), set: { markupDollars: 70 } })).toBe(500);
    const named = await nextChange();
    expect([named.event, new Set(named.data.ids)]).toEqual(['inventory', new Set(ids.slice(0, 500))]);
    expect(await editAsOther({ ids, set: { markupDollars: 71 } })).toBe(501);
    expect(await nextChange()).toEqual({ event: 'inventory', data: { ids: null } });
    panel.leave();
  });

  test('panels are notified of every topic except the gate', async () => {
    const { panel } = await openPanel();
    await shop().database.write(async (_tx, touch) => {
      for (const topic of TOPICS) touch(topic);
    });
    const events: string[] = [];
    while (events.length < Object.keys(ADMIN_TOPICS).length) events.push((await panel.next()).event);
    // If there were another event, it would arrive before this one.
    await shop().database.write(async (_tx, touch) => touch('sync', ['last']));
    expect(await panel.next()).toEqual({ event: 'sync', data: { ids: ['last'] } });
    expect(events.sort()).toEqual([
      'alerts',
      'inventory',
      'notices',
      'points',
      'receipts',
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
      ['alerts', 'inventory', 'notices', 'points', 'receipts', 'shopNotices', 'sync', 'tasks', 'users', 'views'],
    ],
    ['inventory', ['alerts', 'inventory', 'shopNotices', 'sync', 'tasks', 'views']],
  ] as const)('a panel of the role %s is notified only of what the role may read', async (role, topics) => {
    const { panel } = await openPanel(role);
    const touchAll = () =>
      shop().database.write(async (_tx, touch) => {
        for (const topic of TOPICS) touch(topic);
      });
    await touchAll();
    const events: string[] = [];
    while (events.length < topics.length) events.push((await panel.next()).event);
    expect(events.sort()).toEqual(topics);
    // If there were another event, it would arrive before these.
    await touchAll();
    expect(topics).toContain((await panel.next()).event);
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
    expect(await Promise.race([panel.next(), panel.ended])).toMatchObject({ event: 'users' });
    await rename('away', 'sessions');
    expect(await Promise.race([panel.next(), panel.ended])).toMatchObject({ event: 'users' });
    panel.leave();
  });
});
