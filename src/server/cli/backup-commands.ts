import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { markMoved } from '../db/moved.ts';
import { findState } from '../db/shop-state.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { checkEvidence } from '../features/audit/chain-check.ts';
import { backUp } from '../features/backup/backup.service.ts';
import { BACKUPS } from '../features/backup/backup-format.ts';
import { restore } from '../features/backup/restore.service.ts';
import { isServed } from '../features/backup/serving.ts';
import { summarizeShop, summaryLines } from '../features/backup/shop-summary.queries.ts';
import type { Shop } from '../shop.ts';
import { decideIndexes, indexLines, keysOfEnvironment, readNextIndex } from './next-index.ts';
import { CommandError, confirm } from './with-shop.ts';

/**
 * Writes a backup, encrypted if BACKUP_RECIPIENT is set. Returns the text to print.
 * @throws CommandError if the backup could not be restored for a check
 */
export const runBackup = async ({ database, clock, settings }: Shop, path: string): Promise<string> => {
  const { BACKUP_RECIPIENT: recipient } = settings;
  await chainEntries(database);
  const order = { actor: COMMAND_LINE, now: clock() };
  // The end that shows that a file is encrypted is there once.
  const clear = recipient ? path.replace(/\.age$/, '') : path;
  const replaces = existsSync(recipient ? `${clear}.age` : clear);
  const { file, rows, problem } = await backUp(database, clear, order, { recipient });
  if (problem !== null) throw new CommandError(`The backup could not be restored: ${problem} It is in ${file}.`);
  return `${rows} rows written to ${file} and verified${replaces ? ', in place of the file that was there' : ''}`;
};

interface RestoreOptions {
  file: string;
  /** The file of the secret keys that open an encrypted backup. */
  identity?: string | undefined;
  /** Does not ask. */
  yes: boolean;
  /** Writes a backup of what is replaced first. */
  backup: boolean;
  /** The next index of each account key, such as "BTC=120,LTC=15". */
  nextIndex?: string | undefined;
}

/**
 * Replaces the shop with a backup, after a backup of what it replaces and a question (behavior 1.12). Returns the text to
 * print, with what is wrong in the evidence that came with it.
 * @throws CommandError if a process serves this database, or what it holds cannot be backed up
 */
export const runRestore = async (shop: Shop, options: RestoreOptions): Promise<string> => {
  const { file, identity, yes, backup } = options;
  const { database, clock, settings } = shop;
  const keys = keysOfEnvironment(shop);
  const said = readNextIndex(options.nextIndex);
  if (await isServed(database.read, { now: clock() })) {
    throw new CommandError(
      'The shop on this database is running. Stop all its processes first. One that was killed counts for 30 seconds.',
    );
  }
  const before = await summarizeShop(database.read);
  const replaced = summaryLines('Replaced', before);
  if (!yes) await confirm(`${replaced.join('\n')}\nReplace all of this with ${file}?`);
  let kept: string | null = null;
  const rows = await restore(database, file, {
    actor: COMMAND_LINE,
    now: clock(),
    identityFile: identity,
    keys,
    beforeReplacing: async (indexes) => {
      const next = await decideIndexes(indexes, {
        said,
        keys,
        asks: !yes,
        shopId: await findState(database.read, 'shop_id'),
      });
      if (before && backup) kept = await backUpReplaced(shop);
      return next;
    },
  });
  await chainEntries(database);
  const { lines, well } = await checkEvidence(database, { now: clock() });
  await shop.currentSettings.load(database);
  const { DATABASE_URL, DATA_DIR } = settings;
  // The shop is on a server now, so the database that is left here is of the past.
  const isMoved = DATABASE_URL !== undefined && (await markMoved(DATA_DIR, clock()));
  return [
    `${rows} rows restored from ${file}`,
    ...(kept === null ? [] : [`What they replace is in ${kept}`]),
    ...replaced,
    ...summaryLines('Restored', await summarizeShop(database.read)),
    ...(await indexLines(shop, shop.accountKeys.inForce)),
    ...(isMoved
      ? [`The embedded database in ${DATA_DIR} is marked as moved: a start without DATABASE_URL refuses it.`]
      : []),
    ...(well ? [] : lines),
  ].join('\n');
};

/** Writes a backup of what a restore replaces. Returns its path. @throws CommandError if that cannot be read */
const backUpReplaced = async ({ database, clock, settings }: Shop): Promise<string> => {
  const folder = join(settings.DATA_DIR, BACKUPS);
  const refusal = (reason: string) =>
    new CommandError(
      `What the shop holds now cannot be backed up first: ${reason} Nothing was changed. To replace it without a backup: --no-backup`,
    );
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const order = { actor: COMMAND_LINE, now: clock() };
    const { BACKUP_RECIPIENT: recipient } = settings;
    const made = await backUp(database, (time) => join(folder, `before-restore-${time}.gz`), order, { recipient });
    if (made.problem !== null) throw refusal(made.problem);
    return made.file;
  } catch (error) {
    throw error instanceof CommandError ? error : refusal(`${(error as Error).message}.`);
  }
};
