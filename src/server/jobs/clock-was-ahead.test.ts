import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { syncNow } from '#contract/feed.ts';
import { createBackup } from '#contract/tasks.ts';
import { isLeaseHeld } from '../db/leases.ts';
import { findState } from '../db/shop-state.ts';
import { Alarms } from '../features/alarms/alarms.ts';
import { checkDaily, type StoredCheck } from '../features/audit/daily-check.ts';
import { changeBackupTimes, findBackupTimes, storeBackupTime } from '../features/backup/backup-times.ts';
import { backUpIfDue } from '../features/backup/scheduled-backups.ts';
import { startAutoSync } from '../features/feed/auto-sync.ts';
import { shopsWithFeed, THREE_PRODUCTS } from '../features/feed/testing/shops-with-feed.ts';
import { deliverNotices } from '../features/notices/delivery.ts';
import { updateRates } from '../features/rates/fetch-rates.ts';
import { findRates } from '../features/rates/rates.queries.ts';
import { buildAdmin } from '../testing/factories.ts';
import { passTime, takeForAnother } from '../testing/leases.ts';
import { sendText, startLocalServer } from '../testing/local-server.ts';
import { insertRow } from '../testing/rows.ts';

/*
 * A machine starts with its clock two days ahead, or in another year, and somebody sets it right. Nothing may wait for
 * the time that the clock had.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AHEAD_MS = 2 * DAY_MS;
const LEASE = { milliseconds: 15_000 };

shopsWithFeed(
  ({ shop, admin, feed, serve, readStatus }) => {
    const setAhead = () => shop().advance(AHEAD_MS);
    const setBack = () => shop().advance(-AHEAD_MS);
    /** Runs the auto sync until the feed was asked so many times. */
    const syncUntil = async (requests: number) => {
      const job = startAutoSync(shop());
      await expect.poll(() => feed().requests.length).toBe(requests);
      await job.stop();
    };

    test('a lease that ends later than any of its name can is free, also that of a server whose clock was ahead', async () => {
      const held = () => isLeaseHeld(shop().database.read, { name: 'any', now: shop().clock(), ...LEASE });
      expect(await takeForAnother(shop(), 'any', LEASE)).toBe(true);
      expect([await held(), await takeForAnother(shop(), 'any', LEASE)]).toEqual([true, false]);
      await passTime(shop(), -AHEAD_MS);
      expect([await held(), await takeForAnother(shop(), 'any', LEASE)]).toEqual([false, true]);
      // A process with longer leases holds one.
      await passTime(shop(), -AHEAD_MS);
      const longer = { ...LEASE, longest: 3 * DAY_MS };
      expect(await isLeaseHeld(shop().database.read, { name: 'any', now: shop().clock(), ...longer })).toBe(true);
    });

    test('auto sync goes on', async () => {
      serve(THREE_PRODUCTS);
      setAhead();
      await syncUntil(1);
      setBack();
      // The rest of an interval of a right clock.
      await passTime(shop(), HOUR_MS);
      await syncUntil(2);
    });

    test('a sync and a backup of a process that was killed meanwhile are no longer in the way', async () => {
      serve(THREE_PRODUCTS);
      setAhead();
      await takeForAnother(shop(), 'sync', { milliseconds: 60_000 });
      await takeForAnother(shop(), 'task backup', LEASE);
      setBack();
      await passTime(shop(), 60_000);
      expect((await readStatus()).isRunning).toBe(false);
      expect((await admin().call(syncNow, { body: {} })).status).toBe(200);
      expect((await admin().call(createBackup)).status).toBe(201);
    });

    test('alarms go on, and their reminders', async () => {
      const alarms = new Alarms(shop());
      const unsound = () =>
        shop().database.write((tx) => storeBackupTime(tx, { now: shop().clock(), verified: false }));
      setAhead();
      await unsound();
      await alarms.check();
      expect(shop().alarms.lasting.has('backup_unverified')).toBe(true);
      await shop().database.write((tx) => storeBackupTime(tx, { now: shop().clock(), verified: true }));
      setBack();
      await passTime(shop(), 60_000);
      await alarms.check();
      expect(shop().alarms.lasting.has('backup_unverified')).toBe(false);
    });

    test('the evidence is checked every day', async () => {
      setAhead();
      await checkDaily(shop());
      setBack();
      await passTime(shop(), DAY_MS);
      await checkDaily(shop());
      const stored = JSON.parse((await findState(shop().database.read, 'audit_check'))!) as StoredCheck;
      expect(stored.at).toBe(shop().clock());
    });

    test('backups are made, kept before those that seem newer, and missed if they fail', async () => {
      const names = () => readdirSync(join(shop().dataDir, 'backups')).sort();
      setAhead();
      await backUpIfDue(shop(), DAY_MS);
      await passTime(shop(), DAY_MS);
      await backUpIfDue(shop(), DAY_MS);
      const ahead = names();
      expect(ahead).toHaveLength(2);
      shop().advance(-DAY_MS);
      setBack();
      await passTime(shop(), HOUR_MS);
      await backUpIfDue(shop(), DAY_MS);
      // BACKUP_KEEP is 2: the oldest goes, which is the first of the two.
      expect(names()).toHaveLength(2);
      expect(names()).not.toContain(ahead[0]);
      expect(names()).toContain(ahead[1]);

      const { since } = await findBackupTimes(shop().database.read);
      expect(since).toBeLessThanOrEqual(shop().clock());
      // No backup succeeds any more, and the last one has the time of the wrong clock.
      await shop().database.write((tx) =>
        changeBackupTimes(tx, (times) => ({ ...times, verified: shop().clock() + 30 * DAY_MS })),
      );
      const alarms = new Alarms(shop());
      await passTime(shop(), 3 * DAY_MS);
      await alarms.check();
      expect(shop().alarms.lasting.has('no_backup')).toBe(true);
    });

    test('notices that failed meanwhile are delivered', async () => {
      const webhook = await startLocalServer((_request, response) => response.writeHead(204).end());
      const notified = { ...shop(), settings: { ...shop().settings, ORDER_WEBHOOK_URL: webhook.url } };
      setAhead();
      await insertRow(shop(), 'notices', { attempts: 1, next_attempt_at: shop().clock() + 60_000 });
      setBack();
      expect(await deliverNotices(notified)).toBe(1);
      await webhook.close();
    });

    test('rates that were read meanwhile are not used', async () => {
      const settings = { RATE_URL: feed().url };
      const used = () => findRates(shop().database.read, { settings, now: shop().clock() });
      feed().respondWith(sendText('{"BTC":"65000","LTC":"80"}'));
      setAhead();
      await updateRates(shop(), feed().url);
      expect(await used()).toMatchObject({ BTC: '65000' });
      setBack();
      expect(await used()).toMatchObject({ BTC: null, LTC: null });
    });

    test('nobody counts as having just proved who they are', async () => {
      setAhead();
      const { token } = await buildAdmin(shop());
      setBack();
      const confirm = await shop().call(createBackup, { token });
      expect(confirm).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
    });
  },
  { PRICE_JUMP: '0', SYNC_INTERVAL_SECONDS: '3600', BACKUP_EVERY: '1d', BACKUP_KEEP: '2' },
);
