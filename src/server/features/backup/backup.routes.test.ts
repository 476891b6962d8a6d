import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createBackup, listBackups, listTasks } from '#contract/tasks.ts';
import { takeLease } from '../../db/leases.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, upload } from '../../testing/inventory.ts';
import { passTime } from '../../testing/leases.ts';
import { readEntries } from '../audit/testing/entries.ts';
import { insertTask } from '../tasks/tasks.queries.ts';

bothDatabases((shop) => {
  let owner: TestUser;
  let folder: string;
  beforeEach(async () => {
    // Later than the backups of other tests.
    shop().advance(1000);
    owner = await buildAdmin(shop());
    folder = join(shop().dataDir, 'backups');
  });
  const tasksOf = async (user: TestUser) =>
    (await user.call(listTasks)).body.tasks.filter(({ kind }) => kind === 'backup');
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.gz')) : []);

  test('an owner makes a backup, which stays on the server and is in the evidence', async () => {
    const { status, body } = await owner.call(createBackup);
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['bytes', 'message', 'name', 'verified']);
    expect(body.verified).toBe(true);
    expect(body.message).toBe(`Backup made: ${body.name}`);
    const file = join(folder, body.name);
    expect(statSync(file).size).toBe(body.bytes);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [first] = gunzipSync(readFileSync(file)).toString().split('\n');
    expect(JSON.parse(first!)).toMatchObject({ format: 'greenroom-backup-1' });
    const entry = (await readEntries(shop())).findLast(({ kind }) => kind === 'backup')!;
    expect(entry).toMatchObject({ actor_id: owner.id, subject: body.name });
    expect(JSON.parse(entry.after!)).toMatchObject({ verified: true });
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    expect(await tasksOf(owner)).toMatchObject([
      { kind: 'backup', label: 'Back up the shop', state: 'done', message: body.message, by: owner.username },
    ]);
  });

  test('other roles make none, and do not see those of owners', async () => {
    await owner.call(createBackup);
    for (const role of ['orders', 'inventory'] as const) {
      const user = await buildAdmin(shop(), role);
      expect(await user.call(createBackup)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
      expect(await tasksOf(user)).toEqual([]);
    }
  });

  test('an owner sees which backups this machine has, newest first, and how each was made', async () => {
    const { body: made } = await owner.call(createBackup);
    const put = {
      'greenroom-scheduled-2026-01-02-030405-0a1b.unverified.gz': 3,
      'greenroom-scheduled-2026-01-02-030406-0a1b.gz.age': 4,
      'before-restore-2025-12-31-000000.gz': 5,
      'before-1.0.0-2025-12-30-000000.gz': 6,
      'copied.gz': 7,
      'greenroom-2026-01-02-030407-0a1b.gz.12ab.unfinished': 8,
      'notes.txt': 9,
    };
    for (const [name, bytes] of Object.entries(put)) writeFileSync(join(folder, name), 'x'.repeat(bytes));
    mkdirSync(join(folder, 'folder.gz'), { recursive: true });
    utimesSync(join(folder, 'copied.gz'), 1_700_000_000, 1_700_000_000);
    const { status, body } = await owner.call(listBackups);
    expect(status).toBe(200);
    const at = body.backups[0]?.at;
    expect(Math.abs(Date.parse(at!) - shop().clock())).toBeLessThan(60_000);
    expect(body.backups[0]).toEqual({ name: made.name, at, bytes: made.bytes, verified: true, encrypted: false });
    const rows = body.backups.map((backup) => [
      backup.name,
      backup.at,
      backup.bytes,
      backup.verified,
      backup.encrypted,
    ]);
    expect(rows.filter(([name]) => String(name) in put)).toEqual([
      ['greenroom-scheduled-2026-01-02-030406-0a1b.gz.age', '2026-01-02T03:04:06.000Z', 4, true, true],
      ['greenroom-scheduled-2026-01-02-030405-0a1b.unverified.gz', '2026-01-02T03:04:05.000Z', 3, false, false],
      ['before-restore-2025-12-31-000000.gz', '2025-12-31T00:00:00.000Z', 5, true, false],
      ['before-1.0.0-2025-12-30-000000.gz', '2025-12-30T00:00:00.000Z', 6, false, false],
      ['copied.gz', '2023-11-14T22:13:20.000Z', 7, false, false],
    ]);
    expect(rows.map(([, time]) => time)).toEqual(
      rows
        .map(([, time]) => time)
        .toSorted()
        .toReversed(),
    );
    expect(rows.map(([name]) => name)).not.toContain('folder.gz');
    rmSync(folder, { recursive: true });
    expect((await owner.call(listBackups)).body).toEqual({ backups: [] });
    for (const role of ['orders', 'inventory'] as const) {
      const user = await buildAdmin(shop(), role);
      expect(await user.call(listBackups)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    }
  });

  test('an owner who signed in long ago confirms it first', async () => {
    shop().advance(11 * 60_000);
    expect(await owner.call(createBackup)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_needed', message: "Confirm it's you to continue." },
    });
  });

  test('of two owners at once, one makes a backup and the other is told', async () => {
    const other = await buildAdmin(shop());
    const before = files().length;
    const made = await Promise.all([owner, other].map((user) => user.call(createBackup)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(made.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'backup_running',
      message: 'A backup is already being made.',
    });
    expect(files()).toHaveLength(before + 1);
    // The second one is no task, and afterwards the way is free.
    expect(
      (await tasksOf(owner)).filter(({ by }) => [owner, other].some(({ username }) => username === by)),
    ).toHaveLength(1);
    expect((await other.call(createBackup)).status).toBe(201);
  });

  test('a call that is repeated with its key makes no other backup, and returns the first', async () => {
    const before = files().length;
    const headers = { 'idempotency-key': 'lost response' };
    const first = await owner.call(createBackup, { headers });
    expect(await owner.call(createBackup, { headers })).toMatchObject({ status: 201, body: first.body });
    expect(files()).toHaveLength(before + 1);
    expect((await owner.call(createBackup)).body.name).not.toBe(first.body.name);
  });

  test('a backup of a killed process is in the way for seconds only', async () => {
    const { database, clock } = shop();
    const now = clock();
    const left = {
      id: 'left',
      kind: 'backup',
      userId: owner.id,
      label: 'Back up the shop',
      now,
      aliveUntil: now + 15_000,
    };
    await database.write(async (tx) => {
      await takeLease(tx, { name: 'task backup', holder: left.id, now, milliseconds: 15_000 });
      await insertTask(tx, left as never);
    });
    expect((await owner.call(createBackup)).status).toBe(409);
    await passTime(shop(), 15_000);
    expect((await owner.call(createBackup)).status).toBe(201);
    expect((await tasksOf(owner)).find(({ id }) => id === 'left')).toMatchObject({
      state: 'failed',
      message: 'The shop stopped while this was running. Please make the backup again.',
    });
  });

  test('the file of a killed process is removed by a later backup, one that is being written is not', async () => {
    await owner.call(createBackup);
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, `${name}.gz.unfinished`)) as [string, string];
    for (const file of [old, fresh]) writeFileSync(file, '');
    const long = Date.now() / 1000 - 2 * 3600;
    utimesSync(old, long, long);
    await owner.call(createBackup);
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });

  test('a large shop is backed up in a thread of its own, shows how far it is, and goes on without the caller', async () => {
    const products = Array.from({ length: 2500 }, () => buildFileProduct());
    await upload(owner, inventoryFile(products));
    const before = files().length;
    const leaving = new AbortController();
    const calling = fetch(`${await listen(shop())}${createBackup.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    });
    calling.catch(() => {});
    const running = async () => (await tasksOf(owner)).find(({ state }) => state === 'running');
    await expect.poll(running).toBeDefined();
    leaving.abort();
    await expect.poll(async () => (await running())?.total ?? 0, { interval: 1 }).toBeGreaterThan(5000);
    await expect.poll(async () => (await tasksOf(owner))[0]?.state).toBe('done');
    expect(files()).toHaveLength(before + 1);
  }, 60_000);
});

bothDatabases(
  (shop) => {
    test('an owner makes ten backups an hour, of which the newest stay, and no other file goes', async () => {
      const { call } = await buildAdmin(shop());
      const folder = join(shop().dataDir, 'backups');
      const headers = { 'idempotency-key': 'the first' };
      const first = await call(createBackup, { headers });
      const others = [
        'greenroom-scheduled-2020-01-01-120000-1f3a.gz',
        'greenroom-2020-01-01-120000-1f3a.gz',
        'before-the-sale.gz',
      ];
      for (const name of others) writeFileSync(join(folder, name), '');
      const names: string[] = [];
      for (let made = 1; made < 10; made++) {
        shop().advance(1000);
        names.push((await call(createBackup)).body.name);
      }
      expect(readdirSync(folder).sort()).toEqual([...names.slice(-3), ...others].sort());
      expect(await call(createBackup)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      // A repeated call makes nothing.
      expect(await call(createBackup, { headers })).toMatchObject({ status: 201, body: first.body });
      const other = await buildAdmin(shop());
      expect((await other.call(createBackup)).status).toBe(201);
    });
  },
  { settings: { BACKUP_KEEP: '3', RATE_LIMITS: 'on' } },
);
