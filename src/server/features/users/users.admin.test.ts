import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { orderingMember } from '../receipts/testing/ordering-member.ts';

const logIn = (username: string, password: string) => ({ body: { username, password } });

bothDatabases((shop) => {
  test('an admin finds users by name, address and type, and pages through them without gaps', async () => {
    const admin = await buildAdmin(shop());
    const members = [];
    for (let index = 0; index < 5; index++) members.push(await buildMember(shop(), { username: `findme_${index}` }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ q: 'FINDME_', limit: '2', sort: 'username', ...(cursor && { cursor }) });
      const { body } = await shop().call('GET', `/api/admin/users?${query}`, { token: admin.token });
      expect(body.total).toBe(5);
      seen.push(...body.users.map((user: { username: string }) => user.username));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(members.map((member) => member.username));
  });

  test('a per cent sign in a search is a letter, not a wildcard', async () => {
    const admin = await buildAdmin(shop());
    const { body } = await shop().call('GET', '/api/admin/users?q=%25', { token: admin.token });
    expect(body.users).toEqual([]);
  });

  test("the users come as CSV with the list's filters, and no name runs as a formula", async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop(), { username: `csv_${Date.now()}` });
    await shop().database.write((tx) =>
      tx.updateTable('users').set({ signal_username: '=1+1' }).where('id', '=', member.id).execute(),
    );
    const answer = await shop().call('GET', `/api/admin/users.csv?q=${member.username}`, { token: admin.token });
    expect(answer.headers['content-type']).toContain('text/csv');
    const [header, row, rest] = answer.text.split('\r\n');
    expect(header).toMatch(/^id,username,email/);
    expect(row).toContain(`${member.username},${member.email},"'=1+1"`);
    expect(rest).toBe('');
  });

  test('every change to a member is in the history with who made it', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop(), { verified: false });
    const path = `/api/admin/users/${member.id}`;
    const body = { memberType: 'Gold', verified: true };
    const { body: changed } = await shop().call('PATCH', path, { token: admin.token, body });
    expect(changed.user).toMatchObject({ memberType: 'Gold', verified: true });
    const { body: history } = await shop().call('GET', `${path}/events`, { token: admin.token });
    expect(history.events).toMatchObject([
      { what: 'Verified', by: admin.username },
      { what: 'Member type: Member → Gold', by: admin.username },
    ]);
  });

  test('a suspension ends every open session at once; a restored member signs in again', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const set = (status: string) =>
      shop().call('PATCH', `/api/admin/users/${member.id}`, { token: admin.token, body: { status } });
    await set('suspended');
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
    await set('active');
    const again = await shop().call('POST', '/api/login', logIn(member.username, MEMBER_PASSWORD));
    expect(again.status).toBe(200);
  });

  test('an administrator who loses the right loses the panel at once', async () => {
    const admin = await buildAdmin(shop());
    const other = await buildAdmin(shop());
    const body = { isAdmin: false };
    await shop().call('PATCH', `/api/admin/users/${other.id}`, { token: admin.token, body });
    expect((await shop().call('GET', '/api/admin/users', { token: other.token })).status).toBe(401);
  });

  test('of two administrators who demote one another at once, one stays', async () => {
    const first = await buildAdmin(shop());
    const second = await buildAdmin(shop());
    await shop().database.write((tx) =>
      tx.updateTable('users').set({ is_admin: 0 }).where('id', 'not in', [first.id, second.id]).execute(),
    );
    const demote = (id: string, token: string) =>
      shop().call('PATCH', `/api/admin/users/${id}`, { token, body: { isAdmin: false } });
    const answers = await Promise.all([demote(second.id, first.token), demote(first.id, second.token)]);
    const { count } = await shop()
      .database.read.selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('is_admin', '=', 1)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    const winner = answers[0]!.status === 200 ? first : second;
    expect(await demote(winner.id, winner.token)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  });

  test('a reset link works once, for 24 hours, and ends the sessions', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const make = async () => {
      const path = `/api/admin/users/${member.id}/reset-link`;
      const { body } = await shop().call('POST', path, { token: admin.token, body: {} });
      expect(body.url).toMatch(/\/reset\/[\w-]{43}$/);
      return body.url.split('/').pop() as string;
    };
    const redeem = (token: string) =>
      shop().call('POST', '/api/reset', { body: { token, password: 'brand new password' } });
    const token = await make();
    const twice = await Promise.all([redeem(token), redeem(token)]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
    const login = await shop().call('POST', '/api/login', logIn(member.username, 'brand new password'));
    expect(login.status).toBe(200);
    const late = await make();
    shop().advance(25 * 3_600_000);
    expect((await redeem(late)).status).toBe(404);
  });

  test('an admin signs a user out everywhere', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    await shop().call('POST', '/api/login', logIn(member.username, MEMBER_PASSWORD));
    const path = `/api/admin/users/${member.id}/sessions`;
    expect((await shop().call('GET', path, { token: admin.token })).body.sessions).toHaveLength(2);
    expect((await shop().call('DELETE', path, { token: admin.token })).body).toMatchObject({ ended: 2 });
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
  });

  test('a member sees the own sessions, ends one, and cannot end those of another', async () => {
    const member = await buildMember(shop());
    const other = await buildMember(shop());
    const login = await shop().call('POST', '/api/login', logIn(member.username, MEMBER_PASSWORD));
    const { body } = await shop().call('GET', '/api/user/sessions', { token: member.token });
    expect(body.sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
    const elsewhere = body.sessions.find((session: { current: boolean }) => !session.current);
    const path = `/api/user/sessions/${elsewhere.id}`;
    expect((await shop().call('DELETE', path, { token: other.token })).status).toBe(404);
    expect((await shop().call('DELETE', path, { token: member.token })).status).toBe(200);
    expect((await shop().call('GET', '/api/user', { token: login.body.token })).status).toBe(401);
  });

  test('a member takes all own data along, in dollars and dates, without secrets', async () => {
    const { member, add, confirm, call } = await orderingMember(shop());
    const item = await buildItem(shop(), { name: 'Kept in mind', priceCents: 1050, markupCents: 250 });
    await add(item.id, 2);
    const { body } = await confirm();
    await add(item.id);
    const answer = await call('GET', '/api/user/export');
    expect(answer.headers['content-disposition']).toContain('my-data.json');
    expect(answer.body).toMatchObject({
      user: { username: member.username },
      items: [{ productName: 'Kept in mind', quantity: 1, unitPrice: '13.00' }],
      receipts: [{ id: body.receipt.id, subtotal: '26.00', lines: [{ quantity: 2, totalPrice: '26.00' }] }],
      points: [],
      sessions: [{ createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) }],
      history: expect.any(Array),
    });
    expect(answer.text).not.toMatch(/argon2|token|hash|_cents/i);
  });

  test('a deleted account leaves nothing that names the person, and its name is free again', async () => {
    const member = await buildMember(shop());
    const remove = (password: string) =>
      shop().call('DELETE', '/api/user', { token: member.token, body: { password } });
    expect(await remove('wrong')).toMatchObject({ status: 400, body: { code: 'wrong_current_password' } });
    expect((await remove(MEMBER_PASSWORD)).status).toBe(200);
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
    const rows = await shop().database.read.selectFrom('users').selectAll().where('id', '=', member.id).execute();
    expect(JSON.stringify(rows)).not.toContain(member.username);
    await buildMember(shop(), { username: member.username });
  });
});
