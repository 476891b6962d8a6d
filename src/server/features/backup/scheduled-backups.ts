import { happenedWithin, isToCome } from '#domain/stored-times.ts';
import { isLeaseHeld, releaseLease, takeLease } from '../../db/leases.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { changeBackupTimes, findBackupTimes } from './backup-times.ts';
import { SCHEDULED } from './kept-backups.ts';
import { makeBackup, removeSuperfluous } from './make-backup.ts';

const CHECK_MS = 30_000;
/** A failed backup is made again after this time. */
const RETRY_MS = 3_600_000;
/** One attempt is a lease: the process that takes it makes the backup. */
const LEASE = 'scheduled-backup';

/** Makes a backup at every interval of BACKUP_EVERY (behavior 1.19). All processes look often, and one makes it. */
export const startScheduledBackups = (shop: Shop): BackgroundJob => {
  const { BACKUP_EVERY: every } = shop.settings;
  if (every === null) return { stop: () => {} };
  return repeat({ name: 'backups', every: Math.min(CHECK_MS, every / 4), log: shop.log }, () =>
    backUpIfDue(shop, every),
  );
};

/** Makes a backup if one is due: `every` milliseconds after the last one, whichever process made it. */
export const backUpIfDue = async (shop: Shop, every: number): Promise<void> => {
  const { database, clock, tasks } = shop;
  const now = clock();
  const { scheduled, since } = await findBackupTimes(database.read);
  if (since === undefined || isToCome(since, now)) {
    await database.write((tx) => changeBackupTimes(tx, (times) => ({ ...times, since: now })));
  }
  if (scheduled !== undefined && happenedWithin(scheduled, { now, most: every })) return;
  const attempt = { name: LEASE, now, milliseconds: Math.min(RETRY_MS, every) };
  if (await isLeaseHeld(database.read, attempt)) return;
  // One backup at a time, also next to those of the panel.
  await tasks.runAlone('backup', async (holder) => {
    if (!(await database.write((tx) => takeLease(tx, { ...attempt, holder })))) return;
    const { verified } = await makeBackup(shop, { actor: SYSTEM, prefix: SCHEDULED });
    if (verified) {
      await database.write(async (tx) => {
        await changeBackupTimes(tx, (times) => ({ ...times, scheduled: placeInRhythm(now, scheduled, every) }));
        await releaseLease(tx, { name: LEASE, holder });
      });
    }
    await removeSuperfluous(shop, SCHEDULED);
  });
};

/** The latest time of the rhythm: a backup that was late, or missed while the shop was down, does not shift the others. */
const placeInRhythm = (now: number, last: number | undefined, every: number): number =>
  last === undefined || last > now ? now : now - ((now - last) % every);
