import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { downloadExport, startExport } from '#contract/exports.ts';
import { grantPoints, transactionsCsv } from '#contract/points.admin.ts';
import { receiptsCsv } from '#contract/receipts.admin.ts';
import { listTasks, TASKS_SHOWN, type Task } from '#contract/tasks.ts';
import { updateAnyUser, usersCsv } from '#contract/users.admin.ts';
import { deleteAccount } from '#contract/users.ts';
import type { Role } from '#domain/permissions.ts';
import { EXPORT_WITHDRAWN, type ExportList, exportKind } from '#domain/tasks.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser, updateUserRow } from '../../testing/factories.ts';
import { logIn } from '../../testing/sign-in.ts';
import { readEntries } from '../audit/testing/entries.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { insertTask } from '../tasks/tasks.queries.ts';

const DAY_MS = TASKS_SHOWN.milliseconds;
/** A process that says nothing for so long is dead. */
const DEAD_MS = 15_000;
/** Longer ago than a proof of identity lasts. */
const LONG_MS = 11 * 60_000;

bothDatabases((shop) => {
  let owner: TestUser;
  beforeEach(async () => {
    owner = await buildAdmin(shop());
  });

  const start = (user: TestUser, kind: ExportList = 'receipts', headers = {}) =>
    user.call(startExport, { body: { kind, query: {} }, headers });
  const download = (user: TestUser, id: string) => user.call(downloadExport, { params: { id } });
  const taskOf = async (user: TestUser, id: string): Promise<Task | undefined> =>
    (await user.call(listTasks)).body.tasks.find((task) => task.id === id);
  const ended = async (id: string): Promise<void> => {
    while (shop().tasks.progressOf(id).runsHere) await pause(1);
  };
  /** Exports a list to the end. Returns the id of the task. */
  const exportOf = async (user: TestUser, kind?: ExportList): Promise<string> => {
    const { status, body } = await start(user, kind);
    expect(status).toBe(202);
    await ended(body.id);
    return body.id;
  };
  const storedFiles = async () => {
    const rows = await shop().database.read.selectFrom('export_files').select('task_id').execute();
    return rows.map(({ task_id }) => task_id);
  };
  const storedTask = (id: string) =>
    shop().database.read.selectFrom('tasks').select(['state', 'message']).where('id', '=', id).executeTakeFirst();
  const setRole = (id: string, role: Role) => updateUserRow(shop(), id, { role });

  /** Holds the next export after it has read everything. Returns how to let it go on. */
  const holdNext = () => {
    const { database } = shop();
    const atOneMoment = database.atOneMoment.bind(database);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(database, 'atOneMoment').mockImplementationOnce(async (work) => {
      const result = await atOneMoment(work);
      await held;
      return result;
    });
    return release;
  };

  describe('an export as a task', () => {
    test('has the same file as the CSV call of its list, and says how many rows it has', async () => {
      const { buyer } = await buildOrder(shop());
      await owner.call(grantPoints, { body: { username: buyer.username, points: 5, reason: 'Thanks' } });
      for (const [list, endpoint, noun] of [
        ['receipts', receiptsCsv, 'receipt'],
        ['transactions', transactionsCsv, 'transaction'],
        ['users', usersCsv, 'user'],
      ] as const) {
        const id = await exportOf(owner, list);
        const { status, text, headers } = await download(owner, id);
        const direct = await owner.call(endpoint);
        expect(status).toBe(200);
        expect(text).toBe(direct.text);
        for (const name of ['content-type', 'content-disposition', 'cache-control']) {
          expect(headers[name]).toBe(direct.headers[name]);
        }
        const rows = text.trim().split('\r\n').length - 1;
        expect(await taskOf(owner, id)).toMatchObject({
          kind: exportKind(list),
          label: `Export ${list}`,
          state: 'done',
          message: `Exported ${rows} ${rows === 1 ? noun : `${noun}s`}. The file is kept for a day.`,
          changeId: null,
        });
      }
    });

    test('takes the filters of its list, and refuses what the list refuses', async () => {
      const { receipt, buyer } = await buildOrder(shop());
      await buildOrder(shop());
      const query = { user: buyer.username, sort: 'oldest' } as const;
      const { id } = (await owner.call(startExport, { body: { kind: 'receipts', query } })).body;
      await ended(id);
      const [, ...rows] = (await download(owner, id)).text.trim().split('\r\n');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatch(new RegExp(`^${receipt.number},`));
      for (const body of [
        { kind: 'receipts', query: { status: 'nowhere' } },
        { kind: 'users', query: { sort: 'password' } },
        { kind: 'sessions', query: {} },
        { kind: 'receipts' },
      ]) {
        expect(await owner.call(startExport, { body: body as never })).toMatchObject({
          status: 400,
          body: { code: 'invalid_input' },
        });
      }
    });

    test('shows how far it is, and can be downloaded again and again once it is finished', async () => {
      await buildOrder(shop());
      const release = holdNext();
      const { id } = (await start(owner)).body;
      await expect.poll(async () => (await taskOf(owner, id))?.done).toBeGreaterThan(0);
      const { state, done, total } = (await taskOf(owner, id))!;
      expect({ state, done }).toEqual({ state: 'running', done: total });
      expect(await download(owner, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      release();
      await ended(id);
      const [first, second] = [await download(owner, id), await download(owner, id)];
      expect([first.status, second.text]).toEqual([200, first.text]);
    });

    test('is in the evidence once, with its filters, and without the texts that somebody searched for', async () => {
      const before = (await readEntries(shop())).length;
      const query = { q: 'rosemary', status: 'active' } as const;
      const { id } = (await owner.call(startExport, { body: { kind: 'users', query } })).body;
      await ended(id);
      await download(owner, id);
      await download(owner, id);
      const entries = (await readEntries(shop())).slice(before);
      expect(entries).toMatchObject([{ kind: 'export', subject: 'users', actor_id: owner.id }]);
      expect(JSON.parse(entries[0]!.after!)).toEqual({ q: true, status: 'active', sort: '-createdAt' });
    });

    test('is started once by a call that is repeated, also at the same time', async () => {
      const headers = { 'idempotency-key': `press ${owner.id}` };
      const calls = await Promise.all([1, 2, 3].map(() => start(owner, 'receipts', headers)));
      expect(calls.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(calls.map(({ body }) => body.id)).size).toBe(1);
      await ended(calls[0]!.body.id);
      expect((await owner.call(listTasks)).body.tasks).toHaveLength(1);
    });

    test('runs next to those of others and of other lists', async () => {
      const other = await buildAdmin(shop(), 'orders');
      const started = await Promise.all([
        start(owner),
        start(owner, 'users'),
        start(owner, 'transactions'),
        start(other),
        start(other, 'transactions'),
      ]);
      for (const [index, { body }] of started.entries()) {
        await ended(body.id);
        expect((await download(index < 3 ? owner : other, body.id)).status).toBe(200);
      }
    });

    test('that fails says what to do, keeps no file, and is not in the evidence', async () => {
      const { id: broken } = await buildMember(shop());
      await updateUserRow(shop(), broken, { last_seen_at: Number.MAX_SAFE_INTEGER });
      const before = (await readEntries(shop())).length;
      const id = await exportOf(owner, 'users');
      await updateUserRow(shop(), broken, { last_seen_at: null });
      expect(await taskOf(owner, id)).toMatchObject({
        state: 'failed',
        message: 'No file was made. Please export again. If it fails again, the log of the shop says why.',
      });
      expect(await storedFiles()).not.toContain(id);
      expect((await readEntries(shop())).length).toBe(before);
      expect((await download(owner, id)).status).toBe(404);
    });

    test('of a killed process has failed and left no file', async () => {
      const { database, clock } = shop();
      const now = clock();
      const task = {
        id: `left-${owner.id}`,
        kind: 'export_receipts',
        userId: owner.id,
        label: 'Export receipts',
      } as const;
      await database.write((tx) => insertTask(tx, { ...task, now, aliveUntil: now + DEAD_MS }));
      shop().advance(DEAD_MS);
      expect(await taskOf(owner, task.id)).toMatchObject({
        state: 'failed',
        message: 'The shop stopped while this was running. Please export again.',
      });
      expect(await download(owner, task.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });

    test('that runs when the shop stops gets time to finish', async () => {
      const release = holdNext();
      const { id } = (await start(owner)).body;
      const settled = shop().tasks.finished(60_000);
      release();
      await settled;
      expect(await storedTask(id)).toMatchObject({ state: 'done' });
    });

    test('is deleted with its file after a day', async () => {
      const id = await exportOf(owner);
      shop().advance(DAY_MS - 1);
      await prune(shop().database, { now: shop().clock() });
      expect(await storedFiles()).toContain(id);
      shop().advance(2);
      const { token } = (await logIn(shop(), owner.username, MEMBER_PASSWORD)).body;
      expect((await shop().as(token)(downloadExport, { params: { id } })).status).toBe(404);
      await prune(shop().database, { now: shop().clock() });
      expect(await storedFiles()).not.toContain(id);
      expect(await storedTask(id)).toBeUndefined();
    });
  });

  describe('the file of an export', () => {
    test('can be made only by the roles that may make the CSV call', async () => {
      const [desk, clerk] = [await buildAdmin(shop(), 'orders'), await buildAdmin(shop(), 'inventory')];
      const member = await buildMember(shop());
      const outcomes = async (user: TestUser) =>
        Promise.all(
          (['receipts', 'transactions', 'users'] as const).map(async (kind) => {
            const { status, body } = await start(user, kind);
            if (status === 202) await ended(body.id);
            return body.code ?? status;
          }),
        );
      expect(await outcomes(owner)).toEqual([202, 202, 202]);
      expect(await outcomes(desk)).toEqual([202, 202, 'not_allowed']);
      expect(await outcomes(clerk)).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
      expect(await outcomes(member)).toEqual(['not_admin', 'not_admin', 'not_admin']);
    });

    test('of members needs a fresh proof of identity, to make it and to get it', async () => {
      const id = await exportOf(owner, 'users');
      shop().advance(LONG_MS);
      const refused = {
        status: 403,
        body: { code: 'reauthentication_needed', message: "Confirm it's you to continue." },
      };
      expect(await start(owner, 'users')).toMatchObject(refused);
      const answer = await download(owner, id);
      expect(answer).toMatchObject(refused);
      expect(answer.text).not.toContain(owner.username);
      const receipts = await exportOf(owner, 'receipts');
      expect((await download(owner, receipts)).status).toBe(200);
    });

    test('belongs to whoever started it: others do not find it, and do not see it in their list', async () => {
      const id = await exportOf(owner);
      for (const role of ['owner', 'orders', 'inventory'] as const) {
        const other = await buildAdmin(shop(), role);
        expect(await download(other, id)).toMatchObject({
          status: 404,
          body: { code: 'not_found', message: 'Not found' },
        });
        expect(await taskOf(other, id)).toBeUndefined();
      }
      expect((await shop().request('GET', `/api/admin/exports/${id}`)).status).toBe(401);
    });

    test('is found by its id alone, whatever path somebody writes in its place', async () => {
      const id = await exportOf(owner);
      const { token } = owner;
      for (const place of [
        `%2e%2e%2fexports%2f${id}`,
        `..%2f..%2fshop.db`,
        `%2fetc%2fpasswd`,
        `${id}.csv`,
        `${id}%00`,
        `${id}/../${id}x`,
        `${id.toUpperCase()}`,
        `%25`,
        `*`,
        `'%20or%20'1'%3d'1`,
        '',
      ]) {
        const { status, text } = await shop().request('GET', `/api/admin/exports/${place}`, { token });
        expect([404, 400], place).toContain(status);
        expect(text, place).not.toContain('number,status');
      }
    });

    test.each(['orders', 'inventory', 'member'] as const)(
      'of users cannot be got by somebody whose role became %s in between',
      async (role) => {
        const id = await exportOf(owner, 'users');
        await setRole(owner.id, role);
        const { status, text } = await download(owner, id);
        expect({ status, code: JSON.parse(text).code }).toEqual({
          status: 403,
          code: role === 'member' ? 'not_admin' : 'not_allowed',
        });
      },
    );

    test('is not even stored if the role is lost while the export runs', async () => {
      for (const change of [{ role: 'inventory' }, { status: 'suspended' }] as const) {
        const user = await buildAdmin(shop(), 'orders');
        const release = holdNext();
        const { id } = (await start(user)).body;
        const before = (await readEntries(shop())).length;
        await owner.call(updateAnyUser, { params: { id: user.id }, body: change });
        const acts = (await readEntries(shop())).length - before;
        release();
        await ended(id);
        expect(await storedTask(id)).toEqual({ state: 'failed', message: "You don't have access to this." });
        expect(await storedFiles()).not.toContain(id);
        expect((await readEntries(shop())).length - before).toBe(acts);
      }
    });

    test('is gone with the account of whoever started it, also if the export still runs', async () => {
      const finished = await exportOf(owner);
      const release = holdNext();
      const running = (await start(owner)).body.id;
      await buildAdmin(shop());
      expect((await owner.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      release();
      await ended(running);
      for (const id of [finished, running]) {
        expect(await storedFiles()).not.toContain(id);
        expect(await storedTask(id)).toBeUndefined();
      }
    });

    test('does not outlive the account of a person whom it may name', async () => {
      const { buyer } = await buildOrder(shop());
      const finished = await exportOf(owner);
      expect((await download(owner, finished)).text).toContain(buyer.username);
      const release = holdNext();
      const running = (await start(owner)).body.id;
      expect((await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      release();
      await ended(running);
      for (const id of [finished, running]) {
        expect(await taskOf(owner, id)).toMatchObject({ state: 'failed', message: EXPORT_WITHDRAWN });
        expect((await download(owner, id)).status).toBe(404);
      }
      expect(await storedFiles()).toEqual([]);
      const again = await exportOf(owner);
      expect((await download(owner, again)).text).not.toContain(buyer.username);
    });

    test('never outlives an account that is deleted at the same moment as it is stored', async () => {
      for (let round = 0; round < 5; round++) {
        const { buyer } = await buildOrder(shop());
        const release = holdNext();
        const { id } = (await start(owner)).body;
        await expect.poll(async () => (await taskOf(owner, id))?.done).toBeGreaterThan(0);
        const deleting = buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
        await pause(round * 5);
        release();
        await Promise.all([deleting, ended(id)]);
        expect(await taskOf(owner, id)).toMatchObject({ state: 'failed', message: EXPORT_WITHDRAWN });
        expect(await storedFiles()).toEqual([]);
      }
      const { lines } = await checkData(shop().database);
      expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    });
  });
});
