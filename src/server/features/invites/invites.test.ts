import { expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { authenticate } from '#contract/gate.ts';
import { createInvite, listInvites, revokeInvite } from '#contract/invites.ts';
import { listUserEvents, listUsers } from '#contract/users.admin.ts';
import { deleteAccount, getUser, register } from '#contract/users.ts';
import { setAccessCode } from '../../cli/admin-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { newName } from '../../testing/every-call/scene.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';
import { cookiesIn, passGate } from '../../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

const HOUR = 3_600_000;

const make = async (
  owner: TestUser,
  { uses = 1, label = 'For the harbor', expiresAt }: { uses?: number; label?: string; expiresAt?: string } = {},
) => {
  const { status, body } = await owner.call(createInvite, { body: { label, uses, ...(expiresAt && { expiresAt }) } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

const enter = (shop: TestShop, password: string) => shop.call(authenticate, { body: { password } });

/** The cookies of a browser that typed a code. */
const enterWith = async (shop: TestShop, code: string): Promise<Record<string, string>> => {
  const response = await enter(shop, code);
  expect(response.status).toBe(200);
  return cookiesIn(response);
};

const registerWith = (shop: TestShop, cookies: Record<string, string>, key?: string, username = newName()) =>
  shop.call(register, {
    body: { username, email: `${username}@example.test`, password: 'long enough 77', ageConfirmed: true },
    cookies,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const NEEDED = { status: 403, body: { code: 'gate_needed' } };
const WRONG = { status: 401, body: { code: 'wrong_access_code', message: 'Invalid password. Please try again.' } };

bothDatabases(
  (shop) => {
    const audit = async (id: string) =>
      (
        await shop()
          .database.read.selectFrom('audit')
          .select(['kind', 'actor_id', 'before', 'after'])
          .where('subject', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ before, after, ...entry }) => ({
        ...entry,
        before: before && JSON.parse(before),
        after: after && JSON.parse(after),
      }));

    test('a visitor registers with the code of an invite, and the account says who made it', async () => {
      const owner = await buildAdmin(shop());
      const { invite, code } = await make(owner, { uses: 2 });
      expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
      expect(invite).toMatchObject({ uses: 2, used: 0, madeBy: owner.username, expiresAt: null, state: 'open' });
      const registered = await registerWith(shop(), await enterWith(shop(), ` ${code.toUpperCase()}`));
      expect(registered.status).toBe(200);
      const { id, username } = registered.body.user;
      const { users } = (await owner.call(listUsers, { query: { q: username } })).body;
      expect(users[0]?.invite).toEqual({ id: invite.id, label: 'For the harbor', madeBy: owner.username });
      const { events } = (await owner.call(listUserEvents, { params: { id } })).body;
      expect(events).toMatchObject([{ what: 'Registered with the invite "For the harbor"', by: username }]);
      const listed = (await owner.call(listInvites)).body.invites.find((each) => each.id === invite.id);
      expect(listed).toMatchObject({ used: 1, state: 'open' });
      expect(await audit(invite.id)).toMatchObject([
        { kind: 'invite', actor_id: owner.id, after: { state: 'open', uses: 2, expiresAt: null } },
        { kind: 'invite', actor_id: id, after: { state: 'used', used: 1 } },
      ]);
    });

    test('somebody who registers with the access code has no invite', async () => {
      const owner = await buildAdmin(shop());
      const { user } = (await registerWith(shop(), await passGate(shop()))).body;
      const { users } = (await owner.call(listUsers, { query: { q: user.username } })).body;
      expect(users[0]?.invite).toBeNull();
    });

    test('the code is stored as a keyed hash only', async () => {
      const { invite, code } = await make(await buildAdmin(shop()));
      const row = await shop().database.read.selectFrom('invites').selectAll().where('id', '=', invite.id).execute();
      expect(JSON.stringify(row)).not.toContain(code);
      expect(row[0]!.code_hash).toMatch(/^[\w-]{43}$/);
    });

    test('of 20 registrations at once, an invite for 3 lets 3 through', async () => {
      const owner = await buildAdmin(shop());
      const { invite, code } = await make(owner, { uses: 3 });
      const cookies = await enterWith(shop(), code);
      const responses = await Promise.all(Array.from({ length: 20 }, () => registerWith(shop(), cookies)));
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(17).fill(403)]);
      for (const { status, body } of responses) if (status === 403) expect(body.code).toBe('gate_needed');
      const { invites } = (await owner.call(listInvites)).body;
      expect(invites.find(({ id }) => id === invite.id)).toMatchObject({ used: 3, state: 'used' });
      const made = await shop()
        .database.read.selectFrom('users')
        .select('id')
        .where('invite_id', '=', invite.id)
        .execute();
      expect(made).toHaveLength(3);
    });

    test('a registration that fails uses nothing', async () => {
      const owner = await buildAdmin(shop());
      const { code } = await make(owner);
      const cookies = await enterWith(shop(), code);
      const { username } = await buildMember(shop());
      expect((await registerWith(shop(), cookies, undefined, username)).status).toBe(409);
      const email = (await buildMember(shop())).email;
      const body = { username: newName(), email, password: 'long enough 77' };
      expect((await shop().call(register, { body, cookies })).status).toBe(409);
      expect((await registerWith(shop(), cookies)).status).toBe(200);
    });

    test('a used-up invite opens nothing for others, while the member who registered goes on in the same browser', async () => {
      const { code } = await make(await buildAdmin(shop()));
      const [first, second] = [await enterWith(shop(), code), await enterWith(shop(), code)];
      const registered = await registerWith(shop(), first);
      expect(await enter(shop(), code)).toMatchObject(WRONG);
      expect(await shop().call(getInventoryData, { cookies: second })).toMatchObject(NEEDED);
      expect(await registerWith(shop(), second)).toMatchObject(NEEDED);
      const cookies = cookiesIn(registered);
      expect((await shop().call(getInventoryData, { cookies })).status).toBe(200);
      expect(await registerWith(shop(), cookies), 'the browser of a member is no second use').toMatchObject(NEEDED);
    });

    test('a member comes back with the code of the invite that was used up, on any device that is signed in', async () => {
      const { code } = await make(await buildAdmin(shop()));
      const { token } = (await registerWith(shop(), await enterWith(shop(), code))).body;
      const back = await shop().call(authenticate, { body: { password: code }, token });
      expect(back.status).toBe(200);
      expect((await shop().call(getInventoryData, { cookies: cookiesIn(back) })).status).toBe(200);
      expect(await registerWith(shop(), cookiesIn(back))).toMatchObject(NEEDED);
      const other = await buildMember(shop());
      expect(await shop().call(authenticate, { body: { password: code }, token: other.token })).toMatchObject(WRONG);
    });

    test('a registration whose response was lost is repeated, although it used the invite up', async () => {
      const owner = await buildAdmin(shop());
      const { invite, code } = await make(owner);
      const cookies = await enterWith(shop(), code);
      const username = newName();
      const first = await registerWith(shop(), cookies, 'my-key', username);
      const again = await registerWith(shop(), cookies, 'my-key', username);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body.user.id).toBe(first.body.user.id);
      expect((await shop().as(again.body.token)(getUser)).status).toBe(200);
      expect(await registerWith(shop(), cookies, 'another-key')).toMatchObject(NEEDED);
      const { invites } = (await owner.call(listInvites)).body;
      expect(invites.find(({ id }) => id === invite.id)).toMatchObject({ used: 1 });
    });

    test('revoking an invite ends its code and the cookies of people who have not registered', async () => {
      const owner = await buildAdmin(shop());
      const { invite, code } = await make(owner, { uses: 5 });
      const cookies = await enterWith(shop(), code);
      expect((await shop().call(getInventoryData, { cookies })).status).toBe(200);
      const member = cookiesIn(await registerWith(shop(), cookies));
      const params = { id: invite.id };
      expect((await owner.call(revokeInvite, { params })).status).toBe(200);
      expect(await enter(shop(), code)).toMatchObject(WRONG);
      expect(await registerWith(shop(), cookies)).toMatchObject(NEEDED);
      expect(await registerWith(shop(), cookies, 'a-key')).toMatchObject(NEEDED);
      expect(await shop().call(getInventoryData, { cookies })).toMatchObject(NEEDED);
      expect((await shop().call(getInventoryData, { cookies: member })).status).toBe(200);
      expect((await owner.call(revokeInvite, { params })).status).toBe(200);
      expect((await audit(invite.id)).map(({ after }) => after)).toEqual([
        expect.anything(),
        expect.anything(),
        'revoked',
      ]);
      expect(await owner.call(revokeInvite, { params: { id: 'nothing-here' } })).toMatchObject({ status: 404 });
    });

    test('an invite ends at its time, and a time in the past is refused', async () => {
      const owner = await buildAdmin(shop());
      const at = (milliseconds: number) => new Date(shop().clock() + milliseconds).toISOString();
      const { invite, code } = await make(owner, { expiresAt: at(HOUR) });
      const cookies = await enterWith(shop(), code);
      shop().advance(HOUR);
      expect(await enter(shop(), code)).toMatchObject(WRONG);
      expect(await shop().call(getInventoryData, { cookies })).toMatchObject(NEEDED);
      expect(await registerWith(shop(), cookies)).toMatchObject(NEEDED);
      const again = await buildAdmin(shop());
      const { invites } = (await again.call(listInvites)).body;
      expect(invites.find(({ id }) => id === invite.id)?.state).toBe('expired');
      expect(await again.call(createInvite, { body: { label: 'Late', uses: 1, expiresAt: at(-1) } })).toMatchObject({
        status: 400,
        body: { message: 'The end must be in the future' },
      });
    });

    test('a forged cookie opens nothing, whatever it says', async () => {
      const { invite, code } = await make(await buildAdmin(shop()), { uses: 5 });
      const cookies = await enterWith(shop(), code);
      const [end, id, signature] = cookies.greenroom_gate!.split('.');
      expect(id).toBe(invite.id);
      const forged = [
        `${end}.${signature}`,
        `${end}.${id}~registered.${signature}`,
        `${Number(end) + 1}.${id}.${signature}`,
        `${end}.${id}.${signature}.${signature}`,
        `${end}.\u0000.${signature}`,
        `${end}..${signature}`,
        '.',
        '',
      ];
      for (const greenroom_gate of forged) {
        expect(await shop().call(getInventoryData, { cookies: { greenroom_gate } }), greenroom_gate).toMatchObject(
          NEEDED,
        );
        expect(await registerWith(shop(), { greenroom_gate }), greenroom_gate).toMatchObject(NEEDED);
      }
    });

    test('repeating the call that makes an invite gives the same invite another code, which replaces the first', async () => {
      const owner = await buildAdmin(shop());
      const call = () =>
        owner.call(createInvite, { body: { label: 'Once', uses: 1 }, headers: { 'idempotency-key': 'the-key' } });
      const [first, second] = [await call(), await call()];
      expect(second.status).toBe(201);
      expect(second.body.invite.id).toBe(first.body.invite.id);
      expect(second.body.code).not.toBe(first.body.code);
      expect(await enter(shop(), first.body.code)).toMatchObject(WRONG);
      expect((await enter(shop(), second.body.code)).status).toBe(200);
      const { invites } = (await owner.call(listInvites)).body;
      expect(invites.filter(({ label }) => label === 'Once')).toHaveLength(1);
    });

    test('only owners see and make invites', async () => {
      for (const role of ['orders', 'inventory'] as const) {
        const { call } = await buildAdmin(shop(), role);
        expect(await call(listInvites)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
        expect((await call(createInvite, { body: { label: 'Mine', uses: 1 } })).status).toBe(403);
      }
    });

    test('an invite whose maker deleted the account still works, without the name', async () => {
      const maker = await buildAdmin(shop());
      const { invite, code } = await make(maker);
      expect((await maker.call(deleteAccount, { body: { password: 'member-password' } })).status).toBe(200);
      expect((await enter(shop(), code)).status).toBe(200);
      const { invites } = (await (await buildAdmin(shop())).call(listInvites)).body;
      expect(invites.find(({ id }) => id === invite.id)?.madeBy).toMatch(/^deleted-/);
    });

    test('a changed access code ends the cookies of invites too', async () => {
      const { code } = await make(await buildAdmin(shop()), { uses: 5 });
      const cookies = await enterWith(shop(), code);
      await setAccessCode(shop(), 'another access code');
      expect(await shop().call(getInventoryData, { cookies })).toMatchObject(NEEDED);
      expect((await enter(shop(), code)).status).toBe(200);
    });

    test('with the access code off on the command line, only invites open the gate', async () => {
      const { code } = await make(await buildAdmin(shop()), { uses: 5 });
      expect(await setAccessCode(shop(), 'off')).toContain('invites');
      for (const wrong of ['off', 'another access code']) expect(await enter(shop(), wrong)).toMatchObject(WRONG);
      expect((await enter(shop(), code)).status).toBe(200);
    });
  },
  { settings: { CATALOGUE_NEEDS_GATE: 'on' } },
);

test('with SHOP_ACCESS_CODE=off the first start makes one invite for 10 registrations, and prints its code', async () => {
  const shop = await startTestShop({ settings: { SHOP_ACCESS_CODE: 'off' } });
  const { inviteCode, accessCode } = shop.prepared.generated;
  expect(accessCode).toBeUndefined();
  expect(await enter(shop, 'off')).toMatchObject(WRONG);
  expect((await registerWith(shop, await enterWith(shop, inviteCode!))).status).toBe(200);
  const { invites } = (await (await buildAdmin(shop)).call(listInvites)).body;
  expect(invites).toMatchObject([{ madeBy: 'system', uses: 10, used: 1, expiresAt: null }]);
  await shop.close();
});
