import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { metrics } from '#contract/health.ts';
import { deleteState } from '../../db/shop-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { passTime } from '../../testing/leases.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { keptLog } from '../../testing/logged-app.ts';
import { changeBackupTimes, storeBackupTime } from '../backup/backup-times.ts';
import { NO_COUNTS, storeRun } from '../feed/sync-runs.queries.ts';
import { type AlarmKind, AlarmStatus } from './alarm-status.ts';
import { Alarms } from './alarms.ts';
import { diskProblem, findFreeDisk } from './machine-problems.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Message {
  kind: AlarmKind;
  message: string;
  at: string;
  since: string;
  shop: string;
  resolved: boolean;
}

/** The operator's webhook. */
const received: Message[] = [];
let status = 204;
const webhook = await startLocalServer(async (request, response) => {
  received.push(JSON.parse(await text(request)));
  response.writeHead(status).end();
});
afterAll(() => webhook.close());

bothDatabases(
  (shop, kind) => {
    beforeEach(async () => {
      await shop().database.write(async (tx) => {
        for (const key of ['alarms', 'backup_times'] as const) await deleteState(tx, key);
        for (const table of ['sync_runs', 'notices', 'leases'] as const) await tx.deleteFrom(table).execute();
      });
      received.length = 0;
      status = 204;
    });
    const of = (wanted: AlarmKind) => received.filter((message) => message.kind === wanted);
    let alarms: Alarms;
    beforeAll(() => {
      alarms = new Alarms(shop());
    });
    const pass = async (milliseconds: number) => {
      await passTime(shop(), milliseconds);
      await alarms.check();
    };
    const backUpAt = (now: number, verified = true) =>
      shop().database.write((tx) => storeBackupTime(tx, { now, verified }));
    const scheduleSince = (since: number) => shop().database.write((tx) => changeBackupTimes(tx, () => ({ since })));
    const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

    test('no backup for two days is told once, once a day while it lasts, and when it has ended', async () => {
      await pass(HOUR_MS);
      const last = shop().clock();
      await scheduleSince(last);
      await backUpAt(last);
      await pass(2 * DAY_MS - MINUTE_MS);
      expect(of('no_backup')).toEqual([]);
      await pass(MINUTE_MS);
      const since = iso(shop().clock());
      expect(of('no_backup')).toEqual([
        {
          kind: 'no_backup',
          message: `The last verified backup is that of ${iso(last)}.`,
          at: since,
          since,
          shop: 'The Green Door',
          resolved: false,
        },
      ]);
      await pass(HOUR_MS);
      expect(of('no_backup')).toHaveLength(1);
      await pass(DAY_MS - HOUR_MS);
      expect(of('no_backup').map(({ resolved }) => resolved)).toEqual([false, false]);
      await backUpAt(shop().clock());
      await pass(MINUTE_MS);
      expect(of('no_backup').at(-1)).toMatchObject({ resolved: true, since });
      await pass(DAY_MS);
      expect(of('no_backup')).toHaveLength(3);
    });

    test('a backup that could not be restored is told until a later one could', async () => {
      await backUpAt(shop().clock(), false);
      await pass(MINUTE_MS);
      expect(of('backup_unverified')).toMatchObject([{ resolved: false }]);
      await backUpAt(shop().clock());
      await pass(MINUTE_MS);
      expect(of('backup_unverified').map(({ resolved }) => resolved)).toEqual([false, true]);
    });

    test('a webhook that fails gets the message later, once, and nothing is lost', async () => {
      status = 500;
      await backUpAt(shop().clock(), false);
      await pass(MINUTE_MS);
      await pass(MINUTE_MS);
      expect(of('backup_unverified')).toHaveLength(2);
      status = 204;
      await pass(MINUTE_MS);
      await pass(MINUTE_MS);
      expect(of('backup_unverified')).toHaveLength(3);
      // One that was never reported ends in silence.
      status = 500;
      await backUpAt(shop().clock());
      await pass(MINUTE_MS);
      status = 204;
      await pass(2 * MINUTE_MS);
      expect(of('backup_unverified').at(-1)).toMatchObject({ resolved: true });
    });

    test('of several processes one tells, and all of them show it in the metrics', async () => {
      await backUpAt(shop().clock(), false);
      await passTime(shop(), MINUTE_MS);
      const statuses = [new AlarmStatus(), new AlarmStatus()];
      const others = statuses.map((status) => new Alarms({ ...shop(), alarms: status }));
      await Promise.all([alarms, ...others].map((each) => each.check()));
      expect(of('backup_unverified')).toHaveLength(1);
      await pass(MINUTE_MS);
      for (const other of others) await other.check();
      expect(of('backup_unverified')).toHaveLength(1);
      for (const { lasting } of [shop().alarms, ...statuses]) expect(lasting.has('backup_unverified')).toBe(true);
    });

    test('a feed is told of when syncs have failed for a quarter of an hour, not after one failure', async () => {
      await shop().database.write((tx) =>
        tx
          .insertInto('shop_state')
          .values({ key: 'auto_sync', value: 'on' })
          .onConflict((c) => c.column('key').doUpdateSet({ value: 'on' }))
          .execute(),
      );
      const run = (outcome: 'failed' | 'unchanged', error: string | null) =>
        shop().database.write((tx) => {
          const now = shop().clock();
          const times = { startedAt: now, finishedAt: now };
          return storeRun(tx, {
            ...times,
            actor: 'system',
            outcome,
            error,
            counts: NO_COUNTS,
            warnings: [],
            changeId: null,
          });
        });
      await run('unchanged', null);
      shop().advance(MINUTE_MS);
      const since = iso(shop().clock());
      await run('failed', 'Out of reach');
      await pass(14 * MINUTE_MS);
      expect(of('feed_failing')).toEqual([]);
      await run('failed', 'Too slow');
      await pass(MINUTE_MS);
      expect(of('feed_failing')).toMatchObject([{ message: `Syncs from the feed have failed since ${since}.` }]);
      await run('unchanged', null);
      await pass(MINUTE_MS);
      expect(of('feed_failing').map(({ resolved }) => resolved)).toEqual([false, true]);
    });

    test('stuck notices are told of from the third failure on, until the webhook takes one again', async () => {
      const add = (notice: { attempts: number; next: number | null; delivered?: number }) =>
        shop().database.write((tx) =>
          tx
            .insertInto('notices')
            .values({
              event: 'receipt.paid',
              receipt_id: null,
              payload: '{}',
              attempts: notice.attempts,
              next_attempt_at: notice.next,
              delivered_at: notice.delivered ?? null,
              last_error: notice.delivered ? null : 'HTTP 500',
              created_at: shop().clock(),
            })
            .execute(),
        );
      await add({ attempts: 2, next: shop().clock() });
      await pass(MINUTE_MS);
      expect(of('notices_stuck')).toEqual([]);
      // No longer tried.
      await add({ attempts: 24, next: null });
      await pass(MINUTE_MS);
      expect(of('notices_stuck')).toMatchObject([
        { message: expect.stringMatching(/^1 notice could not be delivered/) },
      ]);
      await add({ attempts: 1, next: null, delivered: shop().clock() });
      await pass(MINUTE_MS);
      expect(of('notices_stuck').map(({ resolved }) => resolved)).toEqual([false, true]);
    });

    test('an alarm is a warning in the log, and neither message nor log has the address of the webhook', async () => {
      status = 500;
      const { log, lines } = keptLog('warn');
      const logged = new Alarms({ ...shop(), log });
      await backUpAt(shop().clock(), false);
      await logged.check();
      expect(lines()).toMatch(/"alarm":"backup_unverified","resolved":false,.*could not be restored/);
      expect(lines()).toContain('HTTP 500');
      await backUpAt(shop().clock());
      status = 204;
      await passTime(shop(), MINUTE_MS);
      await logged.check();
      await passTime(shop(), MINUTE_MS);
      await logged.check();
      expect(lines() + JSON.stringify(received)).not.toMatch(/127\.0\.0\.1|hook|token/);
    });

    test('a clock that differs from that of the database server by more than two minutes is told of', async () => {
      shop().setClock(DAY_MS);
      await pass(MINUTE_MS);
      shop().setClock(-DAY_MS);
      const told = of('clock_wrong').map(({ message }) => message);
      const expected = kind === 'sqlite' ? [] : [expect.stringMatching(/ is \d+ seconds ahead of the database's\.$/)];
      expect(told).toEqual(expected);
    });

    test('a lasting alarm, the last backup and the free disk are in the metrics', async () => {
      const textOf = async () => (await shop().call(metrics)).text;
      await pass(MINUTE_MS);
      expect(await textOf()).not.toMatch(/^greenroom_last_backup_timestamp_seconds /m);
      expect(await textOf()).toMatch(/^greenroom_alert\{kind="backup_unverified"\} 0$/m);
      const now = shop().clock();
      await backUpAt(now);
      await backUpAt(now + 1000, false);
      await pass(MINUTE_MS);
      const text = await textOf();
      expect(text).toMatch(/^greenroom_alert\{kind="backup_unverified"\} 1$/m);
      expect(text).toMatch(/^greenroom_alert\{kind="no_backup"\} 0$/m);
      expect(text).toContain(`greenroom_last_backup_timestamp_seconds ${now / 1000}\n`);
      expect(Number(/^greenroom_disk_free_ratio (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    });
  },
  {
    settings: {
      ALARM_WEBHOOK_URL: `${webhook.url}/hook?token=between-us`,
      SHOP_NAME: 'The Green Door',
      BACKUP_EVERY: '1d',
      ORDER_WEBHOOK_URL: 'http://127.0.0.1:9/orders',
      INVENTORY_FEED_URL: 'http://127.0.0.1:9/feed',
    },
  },
);

test('a disk is low below 10 % and well again from 11 % on, of its space as of its inodes', () => {
  const problem = (space: number, wasLow: boolean, inodes = 1) =>
    diskProblem({ space, inodes }, { name: 'shop-1', wasLow });
  expect(problem(0.1, false)).toBeNull();
  expect(problem(0.099, false)).toBe('Only 9 % of the disk of DATA_DIR on shop-1 is free.');
  expect(problem(0.105, true)).toMatch(/^Only 10 %/);
  expect(problem(0.11, true)).toBeNull();
  expect(problem(1, false, 0.1)).toBeNull();
  expect(problem(1, false, 0)).toBe('Only 0 % of the inodes of the disk of DATA_DIR on shop-1 are free.');
  expect(problem(1, true, 0.105)).toMatch(/^Only 10 % of the inodes/);
  expect(problem(1, true, 0.11)).toBeNull();
  expect(problem(0, false, 0)).toBe('Only 0 % of the disk of DATA_DIR on shop-1 is free.');
});

test('what is free of a disk is a part of it', async () => {
  const { space, inodes } = await findFreeDisk(import.meta.dirname);
  for (const share of [space, inodes]) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
  }
});
