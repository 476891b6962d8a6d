import { once } from 'node:events';
import { request } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import type { Endpoint, GivenInputOf } from '#contract/endpoint.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { createResetLink, listUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { endSession, getUser, listSessions, logout, updateUser } from '#contract/users.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { addressOf } from '../../testing/calls.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser, updateUserRow } from '../../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../../testing/inventory.ts';
import { buildPasskey, signInWith } from '../../testing/passkeys.ts';
import { logIn } from '../../testing/sign-in.ts';
import { readStoredData } from '../../testing/stored-data.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { logIn as logInWith } from './log-in.service.ts';
import { signIn } from './own-account.queries.ts';

const HOUR_MS = 3_600_000;

/**
 * Starts a call and waits until the shop has looked at its head. Returns a function that sends the body, and returns the
 * status of the response.
 */
const sendHead = async (
  shop: TestShop,
  { token, call }: TestUser,
  endpoint: Endpoint,
  { type = 'application/json', query = {} }: { type?: string; query?: Record<string, string> } = {},
) => {
  const url = `${await listen(shop)}${addressOf(endpoint, { query })}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const arrived = once(shop.app.server, 'request');
  const pending = request(url, { method: endpoint.method, headers, agent: false });
  const responded = once(pending, 'response');
  pending.flushHeaders();
  await arrived;
  expect((await call(getUser)).status).toBe(200);
  return async (body: string | Buffer): Promise<number> => {
    pending.end(body);
    const [response] = await responded;
    response.resume();
    return response.statusCode;
  };
};

bothDatabases(
  (shop, kind) => {
    const change = async (id: string, body: GivenInputOf<typeof updateAnyUser>) => {
      const admin = await buildAdmin(shop());
      expect((await admin.call(updateAnyUser, { params: { id }, body })).status).toBe(200);
    };

    test('a member who is suspended while the body is still arriving cannot act any more', async () => {
      const member = await buildMember(shop());
      const body = JSON.stringify({ notes: 'Ring twice' });
      const sendAllowed = await sendHead(shop(), member, setCartNotes);
      expect(await sendAllowed(body)).toBe(200);
      const send = await sendHead(shop(), member, setCartNotes);
      await change(member.id, { status: 'suspended' });
      expect(await send(body)).toBe(401);
    });

    test('an admin who loses the right while the file is still arriving replaces nothing', async () => {
      const admin = await buildAdmin(shop());
      const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
      const sendAllowed = await sendHead(shop(), admin, replaceInventory, { type, query: { dryRun: 'true' } });
      expect(await sendAllowed(form)).toBe(200);
      const send = await sendHead(shop(), admin, replaceInventory, { type });
      await change(admin.id, { isAdmin: false });
      expect(await send(form)).toBe(401);
    });

    test('a member sees where they are signed in, and ends one session or this one', async () => {
      const member = await buildMember(shop());
      const other = (await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token;
      const { sessions } = (await member.call(listSessions)).body;
      expect(sessions).toHaveLength(2);
      const current = sessions.find((session) => session.current)!;
      expect(current.userAgent).toBe('test');
      const another = sessions.find((session) => !session.current)!;
      const stranger = await buildMember(shop());
      expect((await stranger.call(endSession, { params: { id: another.id } })).status).toBe(404);
      expect((await shop().as(other)(getUser)).status).toBe(200);
      expect((await member.call(endSession, { params: { id: another.id } })).status).toBe(200);
      expect((await shop().as(other)(getUser)).status).toBe(401);
      expect((await member.call(endSession, { params: { id: current.id } })).status).toBe(200);
      for (const endpoint of [getUser, logout, listSessions]) {
        expect(await member.call(endpoint as Endpoint), endpoint.path).toMatchObject({ status: 401 });
      }
      expect((await member.call(endSession, { params: { id: current.id } })).status).toBe(401);
    });

    test('a session says how it was opened, and one that is older than that says by password', async () => {
      const member = await buildMember(shop());
      const { device } = await buildPasskey(shop(), member);
      await logIn(shop(), member.username, MEMBER_PASSWORD);
      const { token } = (await signInWith(shop(), device)).body;
      const older = { id: 'older', token_hash: 'older', user_id: member.id, user_agent: 'older' };
      const now = shop().clock();
      const times = { created_at: now - HOUR_MS, last_used_at: now - HOUR_MS, expires_at: now + HOUR_MS };
      await shop().database.write((tx) =>
        tx
          .insertInto('sessions')
          .values({ ...older, ...times })
          .execute(),
      );
      const methods = (sessions: readonly { method: string }[]) => sessions.map(({ method }) => method).sort();
      const all = ['passkey', 'passkey', 'password', 'password'];
      const own = (await shop().as(token)(listSessions)).body.sessions;
      expect(methods(own)).toEqual(all);
      expect(own.find(({ userAgent }) => userAgent === 'older')).toMatchObject({ method: 'password' });
      const admin = await buildAdmin(shop());
      const seen = (await admin.call(listUserSessions, { params: { id: member.id } })).body.sessions;
      expect(methods(seen)).toEqual(all);
    });

    /** Logs in. `change` happens between the check of the password and the session. */
    const logInDuring = async ({ username }: TestUser, change: () => Promise<unknown>) => {
      const database = new Proxy(shop().database, {
        get: (target, name) => {
          const member = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return async (...given: unknown[]) => {
            if (given[0] === signIn) await change();
            return member.apply(target, given);
          };
        },
      });
      const request = { headers: {}, cookies: {}, raw: { socket: {} } } as unknown as FastifyRequest;
      const reply = { request, setCookie: () => reply } as unknown as FastifyReply;
      return logInWith({ ...shop(), database }, { username, password: MEMBER_PASSWORD }, request, reply);
    };
    const sessionsOf = ({ id }: TestUser) =>
      shop().database.read.selectFrom('sessions').select('id').where('user_id', '=', id).execute();

    test('a login that is in progress while the password, the status or the right changes gets no session', async () => {
      const changed = await buildMember(shop());
      const setPassword = () =>
        changed.call(updateUser, { body: { newPassword: 'a new password', currentPassword: MEMBER_PASSWORD } });
      await expect(logInDuring(changed, setPassword)).rejects.toMatchObject({ code: 'wrong_credentials' });
      expect(await sessionsOf(changed)).toHaveLength(1);

      const suspended = await buildMember(shop());
      await expect(
        logInDuring(suspended, () => updateUserRow(shop(), suspended.id, { status: 'suspended' })),
      ).rejects.toMatchObject({ code: 'suspended' });
      expect(await sessionsOf(suspended)).toHaveLength(1);

      const deleted = await buildMember(shop());
      await expect(
        logInDuring(deleted, () => updateUserRow(shop(), deleted.id, { deleted_at: shop().clock() })),
      ).rejects.toMatchObject({ code: 'wrong_credentials' });
      expect(await sessionsOf(deleted)).toHaveLength(1);

      const demoted = await buildAdmin(shop());
      await expect(
        logInDuring(demoted, () => updateUserRow(shop(), demoted.id, { role: 'member' })),
      ).rejects.toMatchObject({ code: 'wrong_credentials' });
      expect(await sessionsOf(demoted)).toHaveLength(1);

      const unchanged = await buildMember(shop());
      await logInDuring(unchanged, async () => {});
      expect(await sessionsOf(unchanged)).toHaveLength(2);
    });

    /** The days after signing in on which a session that is used at these hours is still open. */
    const openAfter = async (user: TestUser, hours: readonly number[]) => {
      const open: number[] = [];
      let passed = 0;
      for (const hour of hours) {
        shop().advance((hour - passed) * HOUR_MS);
        passed = hour;
        if ((await user.call(getUser)).status === 200) open.push(hour);
      }
      return open;
    };

    test('a session of the panel ends 12 hours after its last use, and 7 days after signing in', async () => {
      expect(await openAfter(await buildAdmin(shop()), [11.9, 23.8, 35.9])).toEqual([11.9, 23.8]);
      const everyTenHours = Array.from({ length: 17 }, (_, index) => 10 * index);
      const clerk = await buildAdmin(shop(), 'inventory');
      expect(await openAfter(clerk, [...everyTenHours, 167.9, 168.1])).toEqual([...everyTenHours, 167.9]);
    });

    test('a session of a member ends 90 days after signing in, however often it is used', async () => {
      const days = [0, 29, 58, 87, 89.9, 90.1];
      const hours = days.map((day) => day * 24);
      expect(await openAfter(await buildMember(shop()), hours)).toEqual(hours.slice(0, -1));
    });

    test('each sign-in makes a token of its own, which nobody can read in the database', async () => {
      const member = await buildMember(shop());
      const signIns = [1, 2, 3].map(() => logIn(shop(), member.username, MEMBER_PASSWORD));
      const tokens = (await Promise.all(signIns)).map(({ body }) => body.token);
      expect(new Set(tokens).size).toBe(3);
      const stored = JSON.stringify(await readStoredData(shop()));
      for (const token of tokens) {
        // 256 bits, as base64.
        expect(token).toMatch(/^[\w-]{43}$/);
        expect(stored).not.toContain(token);
      }
    });

    test('ended sessions and reset links are deleted, however many, and open ones stay', async () => {
      const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
      await owner.call(createResetLink, { params: { id: member.id }, body: {} });
      const { database } = shop();
      const now = shop().clock();
      const ended = Array.from({ length: 2100 }, (_, index) => ({
        ...{ id: `ended-${index}`, token_hash: `hash-${index}`, user_id: member.id, user_agent: 'test' },
        ...{ created_at: now - 10, last_used_at: now - 10, expires_at: now },
      }));
      await database.write(async (tx) => {
        for (let at = 0; at < ended.length; at += 500) {
          await tx
            .insertInto('sessions')
            .values(ended.slice(at, at + 500))
            .execute();
        }
      });
      const linksOf = () =>
        database.read.selectFrom('reset_links').select('user_id').where('user_id', '=', member.id).execute();
      await prune(database, { now });
      expect(await sessionsOf(member)).toHaveLength(1);
      expect(await linksOf()).toHaveLength(1);
      await prune(database, { now: now + 25 * HOUR_MS });
      expect(await sessionsOf(member)).toHaveLength(1);
      expect(await linksOf()).toEqual([]);
    });

    if (kind === 'postgres') {
      test('a login waits for a change of the password that is not committed yet', async () => {
        const member = await buildMember(shop());
        const { database } = shop();
        const isWaiting = async () => {
          const { rows } = await sql`
            select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            database.read,
          );
          return rows.length > 0;
        };
        const login = await database.write(async (tx) => {
          await tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', member.id).execute();
          const pending = logIn(shop(), member.username, MEMBER_PASSWORD);
          await expect.poll(isWaiting).toBe(true);
          return { pending };
        });
        expect(await login.pending).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
        expect(await sessionsOf(member)).toHaveLength(1);
      });
    }
  },
  { settings: { RATE_LIMITS: 'on' } },
);
