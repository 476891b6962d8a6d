import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createBackup, listTasks } from '#contract/tasks.ts';
import { deleteState } from '../../db/shop-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { passTime, takeForAnother } from '../../testing/leases.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { readEntries } from '../audit/testing/entries.ts';
import { findBackupTimes } from './backup-times.ts';
import { backUpIfDue, startScheduledBackups } from './scheduled-backups.ts';

const HOUR_MS = 3_600_000;
const EVERY = 6 * HOUR_MS;

bothDatabases(
  (shop) => {
    const folder = () => join(shop().dataDir, 'backups');
    const names = () => (existsSync(folder()) ? readdirSync(folder()) : []).sort();
    const check = () => backUpIfDue(shop(), EVERY);
    beforeEach(async () => {
      rmSync(folder(), { recursive: true, force: true });
      await shop().database.write((tx) => deleteState(tx, 'backup_times'));
      // No lease of a test before is in the way.
      await passTime(shop(), 24 * HOUR_MS);
    });

    test('the first backup is made at once, the next ones at the interval, in the name of the shop itself', async () => {
      await check();
      expect(names()).toEqual([expect.stringMatching(/^greenroom-scheduled-[\d-]+-[0-9a-f]{4}\.gz$/)]);
      const [name] = names();
      const entry = (await readEntries(shop())).findLast(({ kind }) => kind === 'backup')!;
      expect(entry).toMatchObject({ actor_id: 'system', subject: name });
      expect(JSON.parse(entry.after!)).toMatchObject({ verified: true });
      shop().advance(EVERY - 1000);
      await check();
      expect(names()).toEqual([name]);
      shop().advance(1000);
      await check();
      expect(names()).toHaveLength(2);
    });

    test('a missed backup is made soon, and does not shift the rhythm', async () => {
      const start = shop().clock();
      await check();
      shop().advance(EVERY + 2 * HOUR_MS);
      await check();
      expect((await findBackupTimes(shop().database.read)).scheduled).toBe(start + EVERY);
      shop().advance(4 * HOUR_MS);
      await check();
      expect((await findBackupTimes(shop().database.read)).scheduled).toBe(start + 2 * EVERY);
    });

    test('of several processes that look at the same time, one makes the backup', async () => {
      await Promise.all([check(), check(), check()]);
      expect(names()).toHaveLength(1);
    });

    test('while an owner makes a backup the schedule waits, and the other way round', async () => {
      const owner = await buildAdmin(shop());
      const [made] = await Promise.all([owner.call(createBackup), check()]);
      // The first one wins: never both at once, and never an error.
      expect([201, 409]).toContain(made.status);
      const before = names().length;
      shop().advance(EVERY);
      expect(await takeForAnother(shop(), 'task backup', { milliseconds: 15_000 })).toBe(true);
      await check();
      expect(names()).toHaveLength(before);
      await passTime(shop(), 15_000);
      await check();
      expect(names()).toHaveLength(before + 1);
      expect((await owner.call(listTasks)).body.tasks.filter(({ by }) => by === 'system')).toEqual([]);
    });

    test('backups that the schedule made are removed by number, those made by hand never', async () => {
      mkdirSync(folder(), { recursive: true });
      const others = ['before-0.1.0-2020-01-01-120000.gz', 'greenroom-2020-01-01-120000-1f3a.gz', 'notes.txt'];
      for (const name of others) writeFileSync(join(folder(), name), '');
      for (let index = 0; index < 4; index++) {
        await check();
        shop().advance(EVERY);
      }
      expect(names().filter((name) => !others.includes(name))).toHaveLength(2);
      expect(names()).toEqual(expect.arrayContaining(others));
    });

    test('a backup that fails is made again after an hour, not at every look', async () => {
      // A file is where the folder should be.
      writeFileSync(folder(), '');
      await expect(check()).rejects.toThrow(/EEXIST|ENOTDIR/);
      rmSync(folder());
      await passTime(shop(), HOUR_MS / 2);
      await check();
      expect(names()).toEqual([]);
      await passTime(shop(), HOUR_MS / 2);
      await check();
      expect(names()).toHaveLength(1);
    });
  },
  { settings: { BACKUP_KEEP: '2' } },
);

test('a shop without BACKUP_EVERY makes none, and one with it begins when it starts', async () => {
  const quiet = await startTestShop();
  await startScheduledBackups(quiet).stop();
  expect(existsSync(join(quiet.dataDir, 'backups'))).toBe(false);
  await quiet.close();
  const shop = await startTestShop({ settings: { BACKUP_EVERY: '1d' } });
  const job = startScheduledBackups(shop);
  const made = () => (existsSync(join(shop.dataDir, 'backups')) ? readdirSync(join(shop.dataDir, 'backups')) : []);
  await expect.poll(made).toEqual([expect.stringMatching(/^greenroom-scheduled-.*[0-9a-f]{4}\.gz$/)]);
  await job.stop();
  await shop.close();
});
