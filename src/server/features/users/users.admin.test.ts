import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { getAdminInventory } from '#contract/inventory.ts';
import {
  createResetLink,
  endUserSessions,
  listUserEvents,
  listUserSessions,
  listUsers,
  updateAnyUser,
  usersCsv,
} from '#contract/users.admin.ts';
import { deleteAccount, endSession, exportData, getUser, listSessions, resetPassword } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import {
  buildAdmin,
  buildItem,
  buildMember,
  MEMBER_PASSWORD,
  type TestUser,
  updateUserRow,
} from '../../testing/factories.ts';
import { logIn } from '../../testing/sign-in.ts';

const update = ({ call }: TestUser, id: string, body: GivenInputOf<typeof updateAnyUser>) =>
  call(updateAnyUser, { params: { id }, body });
const readOwnUser = ({ call }: TestUser) => call(getUser);

bothDatabases((shop) => {
  test('an admin finds users by name, e-mail and type, and pages through them without gaps', async () => {
    const admin = await buildAdmin(shop());
    const members: TestUser[] = [];
    for (let index = 0; index < 5; index++) members.push(await buildMember(shop(), { username: `findme_${index}` }));
    const pages = await readPages(async (cursor) => {
      const query = { q: 'FINDME_', limit: 2, sort: 'username', cursor } as const;
      return (await admin.call(listUsers, { query })).body;
    });
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    const found = pages.flatMap(({ users }) => users.map(({ username }) => username));
    expect(found).toEqual(members.map(({ username }) => username));

    const [member] = members as [TestUser];
    const findIds = async (q: string) => (await admin.call(listUsers, { query: { q } })).body.users.map(({ id }) => id);
    expect(await findIds(member.email.toUpperCase())).toEqual([member.id]);
    await update(admin, member.id, { memberType: 'Founding Member' });
    expect(await findIds('founding')).toEqual([member.id]);
  });

  test('a per cent sign in a search is a character, not a wildcard', async () => {
    const admin = await buildAdmin(shop());
    const { body } = await admin.call(listUsers, { query: { q: '%' } });
    expect(body.users).toEqual([]);
  });

  test('the list is exported as CSV with its filters, and no name runs as a formula', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop(), { username: `csv_${randomUUID().slice(0, 8)}` });
    await updateUserRow(shop(), member.id, { signal_username: '=1+1' });
    const { headers, text } = await admin.call(usersCsv, { query: { q: member.username } });
    expect(headers['content-type']).toContain('text/csv');
    const [header, row, rest] = text.split('\r\n');
    expect(header).toMatch(/^\uFEFFid,username,email/);
    expect(row).toContain(`${member.username},${member.email},"'=1+1"`);
    expect(rest).toBe('');
  });

  test('the history of a member records every change and who made it', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop(), { verified: false });
    const { body } = await update(admin, member.id, { memberType: 'Gold', verified: true });
    expect(body.user).toMatchObject({ memberType: 'Gold', verified: true });
    const { events } = (await admin.call(listUserEvents, { params: { id: member.id } })).body;
    expect(events).toMatchObject([
      { what: 'Verified', by: admin.username },
      { what: 'Member type: Member → Gold', by: admin.username },
    ]);
  });

  test('a suspension ends every open session immediately, and a restored member can log in again', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    await update(admin, member.id, { status: 'suspended' });
    expect((await readOwnUser(member)).status).toBe(401);
    await update(admin, member.id, { status: 'active' });
    expect((await logIn(shop(), member.username, MEMBER_PASSWORD)).status).toBe(200);
  });

  test('an administrator who loses the right loses the panel immediately', async () => {
    const admin = await buildAdmin(shop());
    const other = await buildAdmin(shop());
    await update(admin, other.id, { isAdmin: false });
    expect((await other.call(listUsers)).status).toBe(401);
  });

  test('of two administrators who demote each other at once, one stays', async () => {
    const first = await buildAdmin(shop());
    const second = await buildAdmin(shop());
    await shop().database.write((tx) =>
      tx.updateTable('users').set({ role: 'member' }).where('id', 'not in', [first.id, second.id]).execute(),
    );
    const demote = (admin: TestUser, { id }: TestUser) => update(admin, id, { isAdmin: false });
    const [demoted] = await Promise.all([demote(first, second), demote(second, first)]);
    const { count } = await shop()
      .database.read.selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    const left = demoted.status === 200 ? first : second;
    expect(await demote(left, left)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  });

  test('another role ends the sessions of its user, opens its part of the panel and is kept as evidence', async () => {
    const owner = await buildAdmin(shop());
    const member = await buildMember(shop());
    const { body } = await update(owner, member.id, { role: 'inventory' });
    expect(body.user).toMatchObject({ role: 'inventory', isAdmin: true });
    expect((await readOwnUser(member)).status).toBe(401);
    const clerk = shop().as((await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token);
    expect((await clerk(getAdminInventory)).status).toBe(200);
    const refused = { status: 403, body: { code: 'not_allowed', message: "You don't have access to this." } };
    expect(await clerk(listUsers)).toMatchObject(refused);
    const { rows } = await sql<{ kind: string; actor_id: string; before: string; after: string }>`
      select kind, actor_id, before, after from audit where subject = ${member.id} order by id`.execute(
      shop().database.read,
    );
    expect(rows.filter(({ kind }) => kind === 'role')).toMatchObject([
      { actor_id: owner.id, before: '"member"', after: '"inventory"' },
    ]);
  });

  test('isAdmin makes an owner of a member, leaves other roles of the panel alone, and false makes a member', async () => {
    const owner = await buildAdmin(shop());
    const [member, clerk] = [await buildMember(shop()), await buildAdmin(shop(), 'inventory')];
    const roleOf = async (id: string, isAdmin: boolean) => (await update(owner, id, { isAdmin })).body.user.role;
    expect(await roleOf(member.id, true)).toBe('owner');
    expect(await roleOf(clerk.id, true)).toBe('inventory');
    expect((await readOwnUser(clerk)).status).toBe(200);
    expect(await roleOf(member.id, false)).toBe('member');
    const both = await update(owner, clerk.id, { isAdmin: false, role: 'orders' });
    expect(both).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('role and status of others need a fresh proof of identity, and the member type does not', async () => {
    const owner = await buildAdmin(shop());
    const member = await buildMember(shop());
    shop().advance(11 * 60_000);
    const refused = {
      status: 403,
      body: { code: 'reauthentication_needed', message: "Confirm it's you to continue." },
    };
    for (const body of [{ role: 'orders' }, { isAdmin: true }, { status: 'suspended' }] as const) {
      expect(await update(owner, member.id, body), JSON.stringify(body)).toMatchObject(refused);
    }
    expect(await owner.call(createResetLink, { params: { id: member.id }, body: {} })).toMatchObject(refused);
    expect(await owner.call(usersCsv)).toMatchObject(refused);
    expect((await update(owner, member.id, { memberType: 'Gold', verified: false })).status).toBe(200);
  });

  test('a reset link works once, for 24 hours, and ends the sessions', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const createToken = async () => {
      const { body } = await admin.call(createResetLink, { params: { id: member.id }, body: {} });
      expect(body.url).toMatch(/\/reset\/[\w-]{43}$/);
      return body.url.split('/').pop()!;
    };
    const reset = (token: string) => shop().call(resetPassword, { body: { token, password: 'brand new password' } });
    const token = await createToken();
    const responses = await Promise.all([reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await readOwnUser(member)).status).toBe(401);
    expect((await logIn(shop(), member.username, 'brand new password')).status).toBe(200);
    const expired = await createToken();
    shop().advance(25 * 3_600_000);
    expect((await reset(expired)).status).toBe(404);
  });

  test('a reset link for a user of the panel lives for an hour', async () => {
    const [owner, clerk] = [await buildAdmin(shop()), await buildAdmin(shop(), 'orders')];
    const { body } = await owner.call(createResetLink, { params: { id: clerk.id }, body: {} });
    expect(Date.parse(body.expiresAt) - shop().clock()).toBe(3_600_000);
    shop().advance(3_600_001);
    const token = body.url.split('/').pop()!;
    const reset = await shop().call(resetPassword, { body: { token, password: 'brand new password' } });
    expect(reset).toMatchObject({ status: 404, body: { code: 'link_ended' } });
  });

  test.each([
    ['is made a member', { isAdmin: false }],
    ['gets another role', { role: 'orders' }],
    ['is suspended', { status: 'suspended' }],
  ] as const)(
    'a reset link ends when its maker %s, and giving the right back does not revive it',
    async (_what, loss) => {
      const [owner, maker, target] = [await buildAdmin(shop()), await buildAdmin(shop()), await buildAdmin(shop())];
      const { body } = await maker.call(createResetLink, { params: { id: target.id }, body: {} });
      expect((await update(owner, maker.id, loss)).status).toBe(200);
      expect((await update(owner, maker.id, { status: 'active', role: 'owner' })).status).toBe(200);
      const token = body.url.split('/').pop()!;
      const reset = await shop().call(resetPassword, { body: { token, password: 'brand new password' } });
      expect(reset).toMatchObject({ status: 404, body: { code: 'link_ended' } });
      expect((await logIn(shop(), target.username, MEMBER_PASSWORD)).status).toBe(200);
    },
  );

  test('a reset link ends when its maker is signed out everywhere, or deletes the account', async () => {
    const [owner, target] = [await buildAdmin(shop()), await buildAdmin(shop())];
    const linkOf = async ({ call }: TestUser) => {
      const { body } = await call(createResetLink, { params: { id: target.id }, body: {} });
      return body.url.split('/').pop()!;
    };
    const reset = async (token: string) =>
      (await shop().call(resetPassword, { body: { token, password: 'brand new password' } })).status;
    const maker = await buildAdmin(shop());
    const signedOut = await linkOf(maker);
    await owner.call(endUserSessions, { params: { id: maker.id } });
    expect(await reset(signedOut)).toBe(404);
    const leaver = await buildAdmin(shop());
    const left = await linkOf(leaver);
    expect((await leaver.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await reset(left)).toBe(404);
    expect(await reset(await linkOf(owner))).toBe(200);
  });

  test('repeating the creation of a reset link with its key replaces the link, and the history has it once', async () => {
    const admin = await buildAdmin(shop());
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    const createFor = async ({ id }: TestUser) => {
      const headers = { 'idempotency-key': 'link' };
      const { body } = await admin.call(createResetLink, { params: { id }, body: {}, headers });
      return body.url.split('/').pop()!;
    };
    const reset = async (token: string) =>
      (await shop().call(resetPassword, { body: { token, password: 'brand new password' } })).status;
    const tokens = [await createFor(member), ...(await Promise.all([createFor(member), createFor(member)]))];
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await reset(token));
    expect(statuses.sort()).toEqual([200, 404, 404]);
    const entriesOf = async ({ id }: TestUser) => {
      const { events } = (await admin.call(listUserEvents, { params: { id } })).body;
      return events.filter(({ what }) => what === 'Reset link created').length;
    };
    expect(await entriesOf(member)).toBe(1);

    // The same key for another user is another call.
    expect(await reset(await createFor(other))).toBe(200);
    expect(await entriesOf(other)).toBe(1);
    expect((await logIn(shop(), other.username, 'brand new password')).status).toBe(200);
    const stored = await shop().database.read.selectFrom('idempotency_keys').selectAll().execute();
    for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('an admin ends all sessions of a user', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    await logIn(shop(), member.username, MEMBER_PASSWORD);
    const params = { id: member.id };
    expect((await admin.call(listUserSessions, { params })).body.sessions).toHaveLength(2);
    expect((await admin.call(endUserSessions, { params })).body).toMatchObject({ ended: 2 });
    expect((await readOwnUser(member)).status).toBe(401);
  });

  test('a member lists their own sessions and ends one, but cannot end a session of another member', async () => {
    const member = await buildMember(shop());
    const other = await buildMember(shop());
    const login = await logIn(shop(), member.username, MEMBER_PASSWORD);
    const { sessions } = (await member.call(listSessions)).body;
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const params = { id: sessions.find(({ current }) => !current)!.id };
    expect((await other.call(endSession, { params })).status).toBe(404);
    expect((await member.call(endSession, { params })).status).toBe(200);
    expect((await shop().call(getUser, { token: login.body.token })).status).toBe(401);
  });

  test('a member downloads all their own data, in dollars and dates, without secrets', async () => {
    const buyer = await buildBuyer(shop());
    const item = await buildItem(shop(), { name: 'Kept in mind', priceCents: 1050, markupCents: 250 });
    await buyer.add(item.id, 2);
    const { receipt } = (await buyer.confirm()).body;
    await buyer.add(item.id);
    const { headers, body, text } = await buyer.call(exportData);
    expect(headers['content-disposition']).toContain('my-data.json');
    expect(body).toMatchObject({
      user: { username: buyer.username },
      items: [{ productName: 'Kept in mind', quantity: 1, unitPrice: '13.00' }],
      receipts: [{ id: receipt.id, subtotal: '26.00', lines: [{ quantity: 2, totalPrice: '26.00' }] }],
      points: [],
      sessions: [{ createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) }],
      history: expect.any(Array),
      evidence: ['export', 'receipt'].map((kind) => ({
        kind,
        at: expect.stringMatching(/^\d{4}-/),
        address: '127.0.0.1',
      })),
    });
    expect(text).not.toMatch(/argon2|token|hash|_cents/i);
    const parts = Object.keys(body);
    expect(parts.slice(parts.indexOf('favorites')).join(' ')).toBe(
      'favorites alerts receipts points sessions history passkeys views tasks addresses evidence',
    );
  });

  test('a deleted account leaves nothing that names the person, and its user name is free again', async () => {
    const member = await buildMember(shop());
    const remove = (password: string) => member.call(deleteAccount, { body: { password } });
    expect(await remove('wrong')).toMatchObject({ status: 400, body: { code: 'wrong_current_password' } });
    expect((await remove(MEMBER_PASSWORD)).status).toBe(200);
    expect((await readOwnUser(member)).status).toBe(401);
    const rows = await shop().database.read.selectFrom('users').selectAll().where('id', '=', member.id).execute();
    expect(JSON.stringify(rows)).not.toContain(member.username);
    await buildMember(shop(), { username: member.username });
  });
});
