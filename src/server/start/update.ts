import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConnectionLostError, OutcomeUnknownError } from '../db/failures.ts';
import { type BeforeMigrations, MigrationError, NewerDatabaseError } from '../db/migrate.ts';
import { findState, setState } from '../db/shop-state.ts';
import { SYSTEM } from '../features/audit/audit.queries.ts';
import { recordBackup, type WrittenBackup, writeBackup } from '../features/backup/backup.service.ts';
import { BACKUPS, namesFrom, timeInName } from '../features/backup/backup-format.ts';
import { packageVersion, shopCommand } from '../lib/program.ts';
import { moveToFree, withUnfinished } from '../lib/whole-file.ts';
import type { Shop } from '../shop.ts';
import { TABLE_NAMES } from '../tables.ts';

/** How many backups of this kind are kept. */
const KEPT = 5;

/** "before-1.0.0-2026-07-01-120000.gz", in UTC. Files left by a killed start end in ".unfinished". */
const PATTERN = /^before-(?!restore-).+-(\d{4}-\d{2}-\d{2}-\d{6})\.gz((?:\..+)?\.unfinished)?$/;

/** The database of an older version could not be updated. The message says why, and how to go back. */
export class UpdateError extends Error {}

/** The steps of an update are there. */
const SEE = 'docs/operations.md, "Updates", has the steps.';

/**
 * Brings the database up to date (behavior 1.17). Before an existing one changes, all of it is written to
 * DATA_DIR/backups, in a form that its own version can restore too. Without that backup nothing is changed. Of several
 * processes that start together, one makes backup and update while the others wait.
 *
 * @throws UpdateError if the backup or the update fails
 * @throws NewerDatabaseError if a newer version made the database
 */
export const updateDatabase = async (shop: Shop): Promise<void> => {
  const { database, settings, clock } = shop;
  const folder = join(settings.DATA_DIR, BACKUPS);
  const now = clock();
  const nameAt = (time: string) => join(folder, `before-${packageVersion}-${time}.gz`);
  let file = nameAt(timeInName(now));
  let written: WrittenBackup | undefined;
  const backUpFirst: BeforeMigrations = async (tx, tables) => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      written = await withUnfinished(file, async (unfinished) => {
        // Version 1.0 refuses a backup that has tasks.
        const known = tables.filter((table) => table !== 'tasks');
        const rows = await writeBackup(tx, unfinished, { now, tables: known });
        file = await moveToFree(unfinished, namesFrom(now, nameAt));
        return rows;
      });
      await removeOld(folder);
    } catch (error) {
      throw error instanceof ConnectionLostError ? error : failedBackup(error, file);
    }
  };
  try {
    await database.migrate(TABLE_NAMES, backUpFirst);
  } catch (error) {
    if (error instanceof MigrationError) throw failedUpdate(error.cause, file);
    if (error instanceof NewerDatabaseError) throw await withWayBack(error, folder);
    throw error;
  }
  if (!written && (await findState(database.read, 'version')) === packageVersion) return;
  await database.write(async (tx) => {
    await setState(tx, 'version', packageVersion);
    if (written) await recordBackup(tx, file, { actor: SYSTEM, now }, written);
  });
};

/** Removes all but the newest backups of this kind, and what killed starts left behind. */
const removeOld = async (folder: string): Promise<void> => {
  const found = (await readdir(folder)).map((name) => PATTERN.exec(name)).filter((match) => match !== null);
  const complete = found.filter(([, , unfinished]) => !unfinished).sort(byTime);
  const removed = [...complete.slice(0, -KEPT), ...found.filter(([, , unfinished]) => unfinished)];
  for (const [name] of removed) await rm(join(folder, name), { force: true });
};

const byTime = ([, one = '']: RegExpExecArray, [, other = '']: RegExpExecArray): number => (one < other ? -1 : 1);

const failedBackup = (cause: unknown, file: string): UpdateError => {
  const ofFile = cause instanceof Error && 'syscall' in cause;
  const advice = ofFile
    ? `Make room for ${file} and make its folder writable, then start again.`
    : 'Start again, or start the version that you had before.';
  return new UpdateError(
    `The backup before the update failed, so the database was not changed: ${reasonOf(cause)} ${advice}`,
    { cause },
  );
};

const failedUpdate = (cause: unknown, file: string): UpdateError => {
  const state = cause instanceof OutcomeUnknownError ? 'It is either complete or undone' : 'All of it was undone';
  return new UpdateError(
    `The update of the database failed: ${reasonOf(cause)} ${state}. To go back, start the version that you had ` +
      `before. Should it need the backup from before the update, put it into an empty database with that version: ` +
      `${shopCommand(`restore ${file}`)}. ${SEE}`,
    { cause },
  );
};

/** The refusal of a newer database, with the backup that leads back to this version. */
const withWayBack = async (error: NewerDatabaseError, folder: string): Promise<UpdateError> => {
  const names = await readdir(folder).catch(() => []);
  const newest = names.map((name) => PATTERN.exec(name)).filter((match) => match !== null && !match[2]);
  const last = (newest as RegExpExecArray[]).sort(byTime).at(-1)?.[0];
  const file = last ? join(folder, last) : 'FILE';
  const start = error.version === null ? 'Start the newer version' : `Start version ${error.version} or a later one`;
  return new UpdateError(
    `${error.message} ${start}. To go back to version ${packageVersion}, put the backup from before the update into an ` +
      `empty database: ${shopCommand(`restore ${file}`)}. What was sold since is not in it. ${SEE}`,
    { cause: error },
  );
};

/** The message of an error as one sentence. */
const reasonOf = (error: unknown): string => {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.replace(/\.?$/, '.');
};
