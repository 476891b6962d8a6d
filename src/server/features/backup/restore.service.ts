import { basename } from 'node:path';
import { isRefusedRow } from '../../db/failures.ts';
import { noteErasure } from '../../db/remove-deleted-bytes.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { TOPICS, type Touch, type Tx } from '../../db/types.ts';
import type { AccountKey } from '../../lib/account-key.ts';
import { TABLES } from '../../tables.ts';
import { type DeletedAccount, findDeletedAccounts, forgetPerson, recordAudit } from '../audit/audit.queries.ts';
import { findLastChained, findStoredEnd, laterEnd } from '../audit/chain.queries.ts';
import { BackupIndexes } from '../order-addresses/backup-indexes.ts';
import { continueIndexes, findReplaced, type NextIndexes } from '../order-addresses/continue-indexes.service.ts';
import { eraseAccount } from '../personal-data/erase-account.ts';
import { findUserById } from '../users/users.queries.ts';
import { deleteAllRows, insertRows } from './backup.queries.ts';
import { BACKED_UP, BackupError, type BackupOrder } from './backup-format.ts';
import { completeOlderRows } from './older-rows.queries.ts';
import { type BackupSource, readBackup } from './read-backup.ts';

interface RestoreOrder extends BackupOrder {
  /** The file of the secret keys that open an encrypted backup. */
  identityFile?: string | undefined;
  /** Runs once the file is known to be good, before anything is replaced. Returns the next index of keys, if somebody knows. */
  beforeReplacing?: (indexes: BackupIndexes) => Promise<NextIndexes>;
  /** The account keys of the environment. */
  keys?: readonly AccountKey[];
}

/**
 * Replaces everything the shop holds with a backup, in one transaction (behavior 1.12). The whole file is checked first,
 * so that one that is broken or foreign touches nothing. Sessions and reset links end, and accounts that were deleted
 * since stay deleted.
 *
 * @returns the number of rows
 * @throws BackupError if the file is not one of our backups, incomplete, changed, or of a newer version
 */
export const restore = async (
  database: ShopDatabase,
  file: string,
  { actor, now, identityFile, beforeReplacing, keys = [] }: RestoreOrder,
): Promise<number> => {
  const source = { file, identityFile };
  const indexes = await checkBackup(source);
  const next = (await beforeReplacing?.(indexes)) ?? {};
  let rows = 0;
  const replaceAll = async (tx: Tx, touch: Touch) => {
    const before = laterEnd(await findLastChained(tx), await findStoredEnd(tx));
    const deletions = await findDeletedAccounts(tx);
    const replaced = await findReplaced(tx);
    // A restore ends whatever somebody could act with, and what waits to come into force.
    await deleteAllRows(tx, [
      ...(['waiting_settings', 'challenges', 'reset_links', 'sessions'] as const),
      ...BACKED_UP.toReversed(),
    ]);
    rows = await loadBackup(tx, source);
    await completeOlderRows(tx);
    const countingTables = BACKED_UP.filter((table) => TABLES[table].countsIds);
    await database.continueIds(tx, countingTables);
    await continueIndexes(tx, { indexes, replaced, given: keys, next, now });
    await deleteAgain(tx, touch, deletions);
    // The addresses that it replaced.
    await noteErasure(tx);
    const after = await findLastChained(tx);
    const subject = basename(file);
    await recordAudit(tx, { actor, kind: 'restore', subject, before: { ...before }, after: { ...after }, now });
    for (const topic of TOPICS) touch(topic);
  };
  await database.write(replaceAll, { long: true });
  return rows;
};

/**
 * Deletes accounts again that were deleted after the backup was made. The restored evidence has these deletions too, so
 * that the next restore knows of them.
 */
const deleteAgain = async (tx: Tx, touch: Touch, deletions: readonly DeletedAccount[]): Promise<void> => {
  const known = new Set((await findDeletedAccounts(tx)).map(({ userId }) => userId));
  for (const { userId, role, at } of deletions) {
    if (known.has(userId)) continue;
    const user = await findUserById(tx, userId);
    await (user ? eraseAccount(tx, touch, user, at) : forgetPerson(tx, { userId, role, now: at }));
  }
};

/**
 * Reads a backup to its end. Returns how far the indexes of its account keys are.
 * @throws BackupError if it cannot be restored by this version
 */
const checkBackup = async (source: BackupSource): Promise<BackupIndexes> => {
  const indexes = new BackupIndexes();
  for await (const { table, rows } of readBackup(source)) {
    indexes.add(table, rows);
    for (const row of rows) {
      const unknown = Object.keys(row).find((column) => !Object.hasOwn(TABLES[table].columns, column));
      if (unknown === undefined) continue;
      throw new BackupError(
        `${source.file} has ${table}.${unknown}, which this version does not know. ` +
          'Restore it with the newer version that made it: nothing was changed.',
      );
    }
  }
  return indexes;
};

/**
 * Inserts the rows of a backup into empty tables. Returns how many rows the backup has.
 * @throws BackupError if a row breaks a rule of its table
 */
export const loadBackup = async (
  tx: Tx,
  source: BackupSource,
  onBatch: (table: string, count: number) => void = () => {},
): Promise<number> => {
  let total = 0;
  for await (const { table, rows, count } of readBackup(source)) {
    try {
      await insertRows(tx, table, rows);
    } catch (error) {
      if (!isRefusedRow(error)) throw error;
      throw new BackupError(
        `${source.file} has a row that the table ${table} refuses (${(error as Error).message}). Nothing was restored.`,
      );
    }
    total += count;
    onBatch(table, rows.length);
  }
  return total;
};
