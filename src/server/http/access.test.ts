import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { isPanelAccess, needsToken } from '#contract/endpoint.ts';
import { type getAdminEvents, STREAMS } from '#contract/events.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { createResetLink, endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, endSession, listSessions, login, logout, resetPassword, updateUser } from '#contract/users.ts';
import { type Capability, may, ROLES, type Role } from '#domain/permissions.ts';
import { mayCall, nameOf } from '../testing/calls.ts';
import { openEvents } from '../testing/event-reader.ts';
import type { EveryCall, ValidCall } from '../testing/every-call/every-call.ts';
import { everyCallOnBothDatabases } from '../testing/every-call/on-both-databases.ts';
import { buildMember, MEMBER_PASSWORD, type TestUser } from '../testing/factories.ts';
import { followChangedTables } from '../testing/stored-data.ts';

/** Calls whose input needs a permission besides. The export that is tried is one of orders. */
const ALSO_NEEDS: Readonly<Record<string, Capability>> = { 'POST /api/admin/exports': 'orders.read' };

/** Calls of the panel about what belongs to the caller. */
const ABOUT_OWN = ['DELETE /api/admin/views/:name', 'GET /api/admin/exports/:id'];

/** Calls that ask for a fresh proof of identity for some of what they change. */
const SOMETIMES_ASKS = ['PATCH /api/user', 'PATCH /api/admin/users/:id'];

/** Makes a user's sign-in an hour old, or their proof of identity fresh. */
const setProof = async ({ shop }: EveryCall, { id }: TestUser, proof: 'old' | 'fresh'): Promise<void> => {
  const values = proof === 'old' ? { created_at: shop.clock() - 3_600_000 } : { reauthenticated_at: shop.clock() };
  await shop.database.write((tx) =>
    tx
      .updateTable('sessions')
      .set(values as object)
      .where('user_id', '=', id)
      .execute(),
  );
};

const LONG_AGO = 'an owner who signed in an hour ago';

const expire = async ({ shop }: EveryCall, { id }: TestUser): Promise<void> => {
  const values = { expires_at: shop.clock() };
  await shop.database.write((tx) => tx.updateTable('sessions').set(values).where('user_id', '=', id).execute());
};

/** Every way in which a token stops to be one. Each is of an owner, who could make every call before. */
const ENDINGS: Record<string, (calls: EveryCall, user: TestUser) => Promise<unknown>> = {
  suspended: ({ admin }, { id }) => admin.call(updateAnyUser, { params: { id }, body: { status: 'suspended' } }),
  deleted: (_calls, { call }) => call(deleteAccount, { body: { password: MEMBER_PASSWORD } }),
  'whose session expired': expire,
  'who signed out': (_calls, { call }) => call(logout),
  'who ended the session': async (_calls, { call }) => {
    const { sessions } = (await call(listSessions)).body;
    return call(endSession, { params: { id: sessions[0]!.id } });
  },
  'who was signed out everywhere': ({ admin }, { id }) => admin.call(endUserSessions, { params: { id } }),
  'who became a member': ({ admin }, { id }) => admin.call(updateAnyUser, { params: { id }, body: { isAdmin: false } }),
  'who got another role': ({ admin }, { id }) =>
    admin.call(updateAnyUser, { params: { id }, body: { role: 'orders' } }),
  'who changed the password elsewhere': async ({ shop }, { username }) => {
    const { token } = (await shop.call(login, { body: { username, password: MEMBER_PASSWORD } })).body;
    return shop.as(token)(updateUser, {
      body: { currentPassword: MEMBER_PASSWORD, newPassword: 'quite another word' },
    });
  },
  'whose password was reset': async ({ shop, admin }, { id }) => {
    const { url } = (await admin.call(createResetLink, { params: { id }, body: {} })).body;
    return shop.call(resetPassword, { body: { token: url.split('/').at(-1)!, password: 'quite another word' } });
  },
};

everyCallOnBothDatabases(
  (calls, kind) => {
    let changedTables: () => Promise<string[]>;
    /** Tokens that are none, by whose they were. */
    const ended = new Map<string, string | undefined>([
      ['nobody', undefined],
      ['somebody with an invented token', randomBytes(32).toString('base64url')],
    ]);
    beforeAll(async () => {
      for (const [who, end] of Object.entries(ENDINGS)) {
        const user = await buildMember(calls().shop, { role: 'owner' });
        expect((await user.call(listSessions)).status).toBe(200);
        expect(await end(calls(), user), who).toSatisfy(
          (response) => response === undefined || response.status === 200,
        );
        ended.set(`an owner ${who}`, user.token);
      }
      if (kind === 'sqlite') changedTables = await followChangedTables(calls().shop);
    });
    const buildUser = async (role: Role, proof: 'old' | 'fresh'): Promise<TestUser> => {
      const user = await buildMember(calls().shop, { role });
      await setProof(calls(), user, proof);
      return user;
    };

    /** Makes a call, and the same as HEAD if it is a GET. Returns status and code, or both if HEAD differs. */
    const outcomeOf = async (call: ValidCall): Promise<string> => {
      const { status, text } = await calls().send(call);
      const outcome = `${status} ${status >= 400 ? JSON.parse(text).code : 'is not refused'}`;
      if (call.method !== 'GET') return outcome;
      const head = await calls().send({ ...call, method: 'HEAD' });
      return head.status === status && head.text === '' ? outcome : `${outcome}, but HEAD ${head.status}`;
    };

    describe.each(ENDPOINTS.filter(needsToken).map((each) => [nameOf(each), each] as const))('%s', (name, endpoint) => {
      const also = ALSO_NEEDS[name];
      const isAllowed = (role: Role) => mayCall(role, endpoint) && (!also || may(role, also));

      const expectRefusals = async () => {
        const call = await calls().prepare(endpoint);
        const tokens = new Map(ended);
        const expected: Record<string, string> = {};
        for (const who of ended.keys()) expected[who] = '401 not_signed_in';
        for (const role of ROLES.filter((each) => !isAllowed(each))) {
          tokens.set(role, (await buildUser(role, 'fresh')).token);
          expected[role] = role === 'member' ? '403 not_admin' : '403 not_allowed';
        }
        if (endpoint.reauthentication) {
          tokens.set(LONG_AGO, (await buildUser('owner', 'old')).token);
          expected[LONG_AGO] = '403 reauthentication_needed';
        }
        // Exports that the test before has started go on without it.
        await calls().shop.tasks.finished(30_000);
        await changedTables();
        const outcomes: Record<string, string> = {};
        for (const [who, token] of tokens) outcomes[who] = await outcomeOf({ ...call, token });
        expect(outcomes).toEqual(expected);
        expect(await changedTables()).toEqual([]);
      };
      // One statement finds every session, so PostgreSQL would say the same (attack/lost-rights.test.ts has its part).
      if (kind === 'sqlite') {
        test('is refused to everybody without a valid token, and to the roles that may not make it', expectRefusals);
      }

      test('is open to the roles that may make it', async () => {
        const users = new Map<string, TestUser>();
        for (const role of ROLES.filter(isAllowed)) users.set(role, await buildUser(role, 'fresh'));
        const asks = endpoint.reauthentication || SOMETIMES_ASKS.includes(name);
        if (!asks) users.set(LONG_AGO, await buildUser('owner', 'old'));
        for (const [who, user] of users) {
          if (STREAMS.includes(endpoint)) {
            const stream = await openEvents(calls().shop, endpoint as typeof getAdminEvents, user);
            expect(stream.response.statusCode, who).toBe(200);
            stream.leave();
            continue;
          }
          const call = await calls().prepare(endpoint);
          const { status, text } = await calls().send({ ...call, token: user.token });
          // The subject of the call may belong to another user, and is not found then.
          if (isPanelAccess(endpoint.access) && !ABOUT_OWN.includes(name))
            expect(status, `${who}: ${text}`).toBeLessThan(300);
          else expect(text, who).not.toMatch(/not_signed_in|not_admin|not_allowed|reauthentication_needed/);
        }
      });
    });

    test.each(
      ENDPOINTS.filter(({ access }) => access === 'gate' || access === 'catalogue').map(
        (each) => [nameOf(each), each] as const,
      ),
    )('%s needs a browser that passed the gate, and no token stands in for that', async (_name, endpoint) => {
      const call = await calls().prepare(endpoint);
      const { token } = calls().admin;
      const [name, value] = Object.entries(calls().cookies)[0]!;
      const forged = [
        {},
        { [name]: '' },
        { [name]: 'x.y' },
        { [name]: `${value}x` },
        { [name]: value.slice(0, -1) },
        { [name]: value.split('.')[0]! },
      ];
      for (const cookies of forged) {
        for (const sender of [{}, { token }]) {
          expect(await outcomeOf({ ...call, ...sender, cookies })).toBe('403 gate_needed');
        }
      }
    });
  },
  { settings: { CATALOGUE_NEEDS_GATE: 'on' } },
);
