import { markMoved } from '../db/moved.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { checkEvidence } from '../features/audit/chain-check.ts';
import { backUp } from '../features/backup/backup.service.ts';
import { restore } from '../features/backup/restore.service.ts';
import type { Shop } from '../shop.ts';
import { CommandError } from './with-shop.ts';

/**
 * Writes a backup, encrypted if BACKUP_RECIPIENT is set. Returns the text to print.
 * @throws CommandError if the backup could not be restored for a check
 */
export const runBackup = async ({ database, clock, settings }: Shop, path: string): Promise<string> => {
  const { BACKUP_RECIPIENT: recipient } = settings;
  await chainEntries(database);
  const order = { actor: COMMAND_LINE, now: clock() };
  // The end that shows that a file is encrypted is there once.
  const made = await backUp(database, recipient ? path.replace(/\.age$/, '') : path, order, { recipient });
  const { file, rows, problem } = made;
  if (problem !== null) throw new CommandError(`The backup could not be restored: ${problem} It is in ${file}.`);
  return `${rows} rows written to ${file} and verified`;
};

interface RestoreOptions {
  file: string;
  /** The file of the secret keys that open an encrypted backup. */
  identity?: string | undefined;
}

/** Replaces the shop with a backup. Returns the text to print, with what is wrong in the evidence that came with it. */
export const runRestore = async (
  { database, clock, settings }: Shop,
  { file, identity }: RestoreOptions,
): Promise<string> => {
  const rows = await restore(database, file, { actor: COMMAND_LINE, now: clock(), identityFile: identity });
  await chainEntries(database);
  const { lines, well } = await checkEvidence(database, { now: clock() });
  const { DATABASE_URL, DATA_DIR } = settings;
  // The shop is on a server now, so the database that is left here is of the past.
  const isMoved = DATABASE_URL !== undefined && (await markMoved(DATA_DIR, clock()));
  return [
    `${rows} rows restored from ${file}`,
    ...(isMoved
      ? [`The embedded database in ${DATA_DIR} is marked as moved: a start without DATABASE_URL refuses it.`]
      : []),
    ...(well ? [] : lines),
  ].join('\n');
};
