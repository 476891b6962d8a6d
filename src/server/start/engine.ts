import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMoved } from '../db/moved.ts';
import { findBackupTimes } from '../features/backup/backup-times.ts';
import { shopCommand } from '../lib/program.ts';
import type { Settings } from '../settings.ts';
import type { Shop } from '../shop.ts';
import { DataDirError } from './data-dir.ts';

/**
 * Refuses an embedded database that was moved to PostgreSQL: without DATABASE_URL a start would serve what the shop was
 * then (behavior 1.4).
 * @throws DataDirError
 */
export const refuseMoved = async ({ DATABASE_URL, DATA_DIR }: Settings): Promise<void> => {
  if (DATABASE_URL !== undefined) return;
  const at = await findMoved(DATA_DIR);
  if (at === null) return;
  throw new DataDirError(
    `The database in ${DATA_DIR} was moved to PostgreSQL on ${at.slice(0, 10)}. Set DATABASE_URL. ` +
      `To go back to what it was then: ${shopCommand('moved --back')}`,
  );
};

/** Notes if the last start in this folder used another engine. A lost setting must not go unnoticed. */
export const noteEngine = async ({ settings, database }: Shop): Promise<string[]> => {
  const file = join(settings.DATA_DIR, 'engine');
  const last = (await readFile(file, 'utf8').catch(() => '')).trim();
  const { engineName } = database;
  if (last === engineName) return [];
  // A folder whose disk is full keeps no shop on a server from starting.
  await writeFile(file, `${engineName}\n`).catch(() => {});
  return last === '' ? [] : [`The last start in this folder used ${last}. This one uses ${engineName}.`];
};

/** Says that backups are made, and where, when they are on for the first time. */
export const noteBackups = async ({ settings, database }: Shop): Promise<string[]> => {
  const { BACKUP_EVERY: every, DATA_DIR } = settings;
  if (every === null || (await findBackupTimes(database.read)).since !== undefined) return [];
  const hours = every / 3_600_000;
  const often = hours === 24 ? 'every day' : `every ${hours} hours`;
  return [
    `A backup is made ${often} in ${DATA_DIR}/backups. Copy them to another machine. BACKUP_EVERY=off ends that.`,
  ];
};
