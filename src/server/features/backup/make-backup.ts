import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { chainEntries } from '../audit/chain.service.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { countBackedUp } from './backup.service.ts';
import { BACKUPS, timeInName } from './backup-format.ts';

/** Older unfinished files are those of a process that was killed. */
const LEFT_AFTER_MS = 3_600_000;

interface Order {
  actor: AuditActor;
  /** The beginning of its name. */
  prefix: string;
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
  // Two of the same second are two files.
  const file = join(folder, `${prefix}-${timeInName(now)}-${randomUUID().slice(0, 4)}.gz`);
  const rows = await countBackedUp(database);
  const request = { file, rows, actor, now, recipient: settings.BACKUP_RECIPIENT };
  const made = await backupJobs.run('backUpToFile', request, { items: rows, task });
  const name = basename(made.file);
  if (made.problem !== null) log.error({ file: name, problem: made.problem }, 'a backup could not be restored');
  return { name, bytes: made.bytes, verified: made.problem === null };
};

export const backupFolder = ({ DATA_DIR }: Pick<Shop['settings'], 'DATA_DIR'>): string => join(DATA_DIR, BACKUPS);

const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.unfinished')) continue;
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
};
