import { isToCome } from '#domain/stored-times.ts';
import { counted } from '#domain/text.ts';
import type { Db } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { type BackupTimes, findBackupTimes } from '../backup/backup-times.ts';
import { isAutoSyncOn } from '../feed/sync-status.ts';
import type { Finding } from './alarm-status.ts';
import { countStuckNotices, findFailingSince } from './alarms.queries.ts';

type Watched = Pick<Shop, 'database' | 'settings' | 'currentSettings' | 'feed'>;

const DAY_MS = 86_400_000;
const NO_BACKUP_MS = 2 * DAY_MS;
const FEED_FAILING_MS = 15 * 60_000;

interface Look {
  /** Epoch milliseconds. */
  now: number;
  /** The process has just started: a backup that is due is being made. */
  isStart: boolean;
}

/** Returns the problems of the shop as a whole, whichever process looks (behavior 1.20). */
export const findShopProblems = async (shop: Watched, { now, isStart }: Look): Promise<Finding[]> => {
  const { read } = shop.database;
  const [times, feed, notices] = await Promise.all([
    findBackupTimes(read),
    feedProblem(shop, now),
    shop.settings.ORDER_WEBHOOK_URL ? noticesProblem(read, now) : null,
  ]);
  return [
    ...(isStart
      ? []
      : [{ kind: 'no_backup', problem: backupProblem(times, shop.settings.BACKUP_EVERY, now) } as const]),
    {
      kind: 'backup_unverified',
      problem:
        times.unverified === undefined
          ? null
          : `The backup of ${iso(times.unverified)} could not be restored for a check. Keep older ones.`,
    },
    { kind: 'feed_failing', problem: feed },
    { kind: 'notices_stuck', problem: notices },
    { kind: 'wallet_unexplained', problem: walletProblem(shop.currentSettings.unexplained) },
  ];
};

const walletProblem = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `${names.join(' and ')}: no entry of the evidence explains the value. Somebody changed it in the database.`;

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** No verified backup for two days, or for one day more than a longer interval. */
const backupProblem = ({ verified, since }: BackupTimes, every: number | null, now: number): string | null => {
  if (every === null || since === undefined) return null;
  // The time of a clock that was ahead would keep the alarm quiet until then.
  const last = Math.max(...[verified ?? 0, since].filter((at) => !isToCome(at, now)), 0);
  if (now - last < Math.max(NO_BACKUP_MS, every + DAY_MS)) return null;
  return verified === undefined
    ? `No verified backup was ever made, though BACKUP_EVERY has been on since ${iso(since)}.`
    : `The last verified backup is that of ${iso(verified)}.`;
};

/** Syncs have failed for a quarter of an hour, and more than once. */
const feedProblem = async ({ database: { read }, settings, feed }: Watched, now: number): Promise<string | null> => {
  if (!(await isAutoSyncOn(read, { settings, feed }))) return null;
  const patience = Math.max(FEED_FAILING_MS, 1.5 * settings.SYNC_INTERVAL_SECONDS * 1000);
  const failing = await findFailingSince(read);
  return failing === null || now - failing < patience ? null : `Syncs from the feed have failed since ${iso(failing)}.`;
};

/** Notices that were not delivered, as long as nothing shows that the webhook is back. */
const noticesProblem = async (db: Db, now: number): Promise<string | null> => {
  const { count, oldest } = await countStuckNotices(db, { now });
  if (count === 0 || oldest === null) return null;
  return `${counted(count, 'notice')} could not be delivered to ORDER_WEBHOOK_URL, the oldest since ${iso(oldest)}.`;
};
