import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { removeLeftovers } from '../../lib/whole-file.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { chainEntries } from '../audit/chain.service.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { countBackedUp } from './backup.service.ts';
import { BACKUPS } from './backup-format.ts';
import { type Series, superfluousBackups } from './kept-backups.ts';

interface Order {
  actor: AuditActor;
  /** The beginning of its name. */
  prefix: Series;
  task?: RunningTask;
}

/** A backup in DATA_DIR/backups. */
export interface StoredBackup {
  name: string;
  bytes: number;
  verified: boolean;
}

/**
 * Makes a backup in DATA_DIR/backups, encrypted if BACKUP_RECIPIENT is set (behavior 1.18). One that cannot be restored
 * is an error in the log, and an alarm (behavior 1.20).
 */
export const makeBackup = async (
  { settings, database, clock, log, backupJobs }: Shop,
  { actor, prefix, task }: Order,
): Promise<StoredBackup> => {
  const folder = backupFolder(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  // The end of the evidence is in the first line.
  await chainEntries(database);
  const now = clock();
  const mark = randomUUID().slice(0, 4);
  const rows = await countBackedUp(database);
  const request = { folder, prefix, mark, rows, actor, now, recipient: settings.BACKUP_RECIPIENT };
  const made = await backupJobs.run('backUpToFolder', request, { items: rows, task });
  const name = basename(made.file);
  if (made.problem !== null) log.error({ file: name, problem: made.problem }, 'a backup could not be restored');
  return { name, bytes: made.bytes, verified: made.problem === null };
};

/** Removes the backups of a series that are no longer kept (behavior 1.19). */
export const removeSuperfluous = async ({ settings, clock }: Shop, series: Series): Promise<void> => {
  const folder = backupFolder(settings);
  const { BACKUP_KEEP: keep, BACKUP_KEEP_DAYS: keepDays } = settings;
  for (const name of superfluousBackups(await readdir(folder), { series, keep, keepDays, now: clock() })) {
    await rm(join(folder, name), { force: true });
  }
};

export const backupFolder = ({ DATA_DIR }: Pick<Shop['settings'], 'DATA_DIR'>): string => join(DATA_DIR, BACKUPS);
