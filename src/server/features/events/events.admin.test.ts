import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember } from '../../testing/factories.ts';

const PATH = '/api/admin/events';

bothDatabases((shop) => {
  const openPanel = async () => {
    const admin = await buildAdmin(shop());
    const panel = await openEvents(shop(), PATH, { authorization: `Bearer ${admin.token}` });
    expect((await panel.next()).event).toBe('ready');
    return { admin, panel };
  };

  test("an open panel hears of another admin's edit, once and with the item", async () => {
    const { id } = await buildItem(shop());
    const { panel } = await openPanel();
    const other = await buildAdmin(shop());
    const edited = await shop().call('PATCH', `/api/admin/inventory/${id}/markup`, {
      token: other.token,
      body: { markupDollars: 77 },
    });
    expect(edited.status).toBe(200);
    expect(await panel.next()).toEqual({ event: 'inventory', data: { ids: [id] } });
    await buildItem(shop());
    expect((await panel.next()).data.ids).not.toContain(id);
    panel.leave();
  });

  test('an order is told as a receipt, and as a move of the inventory it reserves', async () => {
    const { id } = await buildItem(shop());
    const member = await buildMember(shop());
    const { panel } = await openPanel();
    await shop().call('POST', '/api/cart/add', { token: member.token, body: { productId: id } });
    await shop().call('POST', '/api/receipts', { token: member.token, body: {} });
    const heard = new Set<string>();
    while (!heard.has('receipts') || !heard.has('inventory')) heard.add((await panel.next()).event);
    expect([...heard].sort()).toEqual(['inventory', 'receipts']);
    panel.leave();
  });

  test('visitors and members are turned away', async () => {
    expect(await shop().call('GET', PATH)).toMatchObject({ status: 401 });
    const member = await buildMember(shop());
    expect(await shop().call('GET', PATH, { token: member.token })).toMatchObject({ status: 403 });
  });

  test('a database that cannot answer ends no stream', async () => {
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

  test('a lost admin right ends the stream', async () => {
    const { admin, panel } = await openPanel();
    await shop().database.write(async (tx, touch) => {
      await tx.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute();
      touch('users');
    });
    await panel.ended;
  });
});
