import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ChainEnd, NO_ENTRIES } from '#domain/audit-chain.ts';
import type { TableName } from '../../db/schema.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db, Tx } from '../../db/types.ts';
import { moveToFree, NEW_FILE, withUnfinished } from '../../lib/whole-file.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { findLastChained } from '../audit/chain.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { countEach, mayBeBackedUp, readRows } from './backup.queries.ts';
import { BACKED_UP, type BackupOrder, FORMAT, namesFrom, timeInName, unverifiedName } from './backup-format.ts';
import { storeBackupTime } from './backup-times.ts';
import { encryptFile } from './encryption.ts';
import { verifyBackup } from './verify-backup.ts';

/** A backup that was made. */
export interface MadeBackup {
  /** Its path, with ".age" if it is encrypted, and ".unverified" before the end if it could not be restored. */
  file: string;
  rows: number;
  bytes: number;
  /** Why it could not be restored; null if it could. */
  problem: string | null;
}

interface BackUpOptions {
  /** The age public key that the file is encrypted to (behavior 1.18). */
  recipient?: string | undefined;
  /** Receives the number of rows so far. */
  onRows?: (rows: number) => void;
}

/** A file that somebody named, which is replaced; or how the shop names its own backups, of which none is replaced. */
type BackupPlace = string | ((time: string) => string);

/**
 * Writes the whole shop to one file as gzipped JSON lines (behavior 1.12). The format is the same for both engines, so a
 * shop can move from SQLite to PostgreSQL and back. All rows are from one moment, and the shop goes on serving. The first
 * line has the end of the evidence's chain. Before the file gets its name it is restored into tables of its own. Its clear
 * bytes are gone afterwards if it is to be encrypted.
 */
export const backUp = async (
  database: ShopDatabase,
  place: BackupPlace,
  { actor, now }: BackupOrder,
  { recipient, onRows = () => {} }: BackUpOptions = {},
): Promise<MadeBackup> => {
  const first = typeof place === 'string' ? place : place(timeInName(now));
  return withUnfinished(first, async (clear) => {
    const written = await database.atOneMoment((db) => writeBackup(db, clear, { now, onRows }));
    const problem = await verifyBackup(database, clear, written);
    const verified = problem === null;
    const endOf = (file: string) => `${verified ? file : unverifiedName(file)}${recipient ? '.age' : ''}`;
    const move = async (from: string): Promise<string> => {
      if (typeof place === 'string') {
        await rename(from, endOf(place));
        return endOf(place);
      }
      const names = namesFrom(now, (time) => endOf(place(time)));
      return moveToFree(from, names);
    };
    const encrypt = (to: string) =>
      withUnfinished(first, async (encrypted) => {
        await encryptFile(clear, encrypted, to);
        return move(encrypted);
      });
    const file = await (recipient ? encrypt(recipient) : move(clear));
    await database.write(async (tx) => {
      await recordBackup(tx, file, { actor, now }, { ...written, verified });
      await storeBackupTime(tx, { now, verified });
    });
    return { file, rows: written.rows, bytes: (await stat(file)).size, problem };
  });
};

/** The size of a backup: the number of its rows, and the end of the evidence's chain. */
export interface WrittenBackup extends ChainEnd {
  rows: number;
  /** True if it could be restored; absent if nobody tried. */
  verified?: boolean;
}

/**
 * Writes the backup of what `db` sees, which must be one moment, into a new file.
 *
 * @param options.tables the tables that exist, if an older version made the database
 */
export const writeBackup = async (
  db: Db | Tx,
  file: string,
  { now, tables = BACKED_UP, onRows = () => {} }: BackupOptions,
): Promise<WrittenBackup> => {
  const evidence = tables.includes('audit') ? await findLastChained(db) : NO_ENTRIES;
  let rows = 0;
  const lines = async function* () {
    yield `${JSON.stringify({ format: FORMAT, at: new Date(now).toISOString(), evidence })}\n`;
    for (const table of BACKED_UP.filter((one) => tables.includes(one))) {
      for await (const read of readRows(db, table)) {
        const batch = read.filter(mayBeBackedUp(table));
        rows += batch.length;
        yield `${JSON.stringify([table, batch])}\n`;
        onRows(rows);
      }
    }
    yield `${JSON.stringify({ rows })}\n`;
  };
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, NEW_FILE));
  return { rows, ...evidence };
};

interface BackupOptions {
  /** Epoch milliseconds. */
  now: number;
  tables?: readonly TableName[];
  onRows?: (rows: number) => void;
}

/** Records in the evidence that a backup was made. */
export const recordBackup = (
  tx: Tx,
  file: string,
  { actor, now }: BackupOrder,
  written: WrittenBackup,
): Promise<void> => recordAudit(tx, { actor, kind: 'backup', subject: basename(file), after: { ...written }, now });

/** How many rows a backup has now. */
export const countBackedUp = async (database: ShopDatabase): Promise<number> =>
  Object.values(await countEach(database.read, BACKED_UP)).reduce((sum, count) => sum + count, 0);

interface FolderOrder extends BackupOrder {
  folder: string;
  /** Its name is "PREFIX-TIME-MARK.gz". The mark keeps backups of several machines apart in a shared folder. */
  prefix: string;
  mark: string;
  /** About how many rows there are. */
  rows: number;
  recipient: string | undefined;
}

/** `backUp` as a thread job, under a name of the shop's own. */
export const backUpToFolder = async (
  database: ShopDatabase,
  { folder, prefix, mark, rows, recipient, ...order }: FolderOrder,
  task?: RunningTask,
): Promise<MadeBackup> =>
  backUp(database, (time) => join(folder, `${prefix}-${time}-${mark}.gz`), order, {
    recipient,
    onRows: (done) => task?.report(Math.min(done, rows), rows),
  });
