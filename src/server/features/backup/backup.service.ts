import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ChainEnd, NO_ENTRIES } from '#domain/audit-chain.ts';
import type { TableName } from '../../db/schema.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db, Tx } from '../../db/types.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { findLastChained } from '../audit/chain.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { countRows, mayBeBackedUp, readRows } from './backup.queries.ts';
import { BACKED_UP, type BackupOrder, FORMAT, unverifiedName } from './backup-format.ts';
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
  /** Is told the number of rows so far. */
  onRows?: (rows: number) => void;
}

/**
 * Writes the whole shop to one file as gzipped JSON lines (behavior 1.12). The format is the same for both engines, so a
 * shop can move from SQLite to PostgreSQL and back. All rows are from one moment, and the shop goes on serving. The first
 * line has the end of the evidence's chain. Before the file gets its name it is restored into tables of its own. Its clear
 * bytes are gone afterwards if it is to be encrypted.
 */
export const backUp = async (
  database: ShopDatabase,
  file: string,
  { actor, now }: BackupOrder,
  { recipient, onRows = () => {} }: BackUpOptions = {},
): Promise<MadeBackup> => {
  const clear = `${file}.clear.unfinished`;
  try {
    const reader = database.openLongReader();
    const written = await reader.atOneMoment((db) => writeBackup(db, clear, { now, onRows })).finally(reader.close);
    const problem = await verifyBackup(database, clear, written);
    const named = `${problem === null ? file : unverifiedName(file)}${recipient ? '.age' : ''}`;
    if (recipient) await encryptFile(clear, named, recipient);
    else await rename(clear, named);
    const verified = problem === null;
    await database.write(async (tx) => {
      await recordBackup(tx, named, { actor, now }, { ...written, verified });
      await storeBackupTime(tx, { now, verified });
    });
    return { file: named, rows: written.rows, bytes: (await stat(named)).size, problem };
  } finally {
    await rm(clear, { force: true });
  }
};

/** What a backup holds: the number of its rows, and the end of the evidence's chain. */
export interface WrittenBackup extends ChainEnd {
  rows: number;
  /** Whether it could be restored; absent if nobody tried. */
  verified?: boolean;
}

/**
 * Writes the backup of what `db` sees, which must be one moment.
 *
 * @param options.tables the tables that exist, if an older version made the database
 */
export const writeBackup = async (
  db: Db | Tx,
  file: string,
  { now, tables = BACKED_UP, onRows = () => {} }: BackupOptions,
): Promise<WrittenBackup> => {
  const evidence = tables.includes('audit') ? await findLastChained(db) : NO_ENTRIES;
  const unfinished = `${file}.unfinished`;
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
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
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
export const countBackedUp = (database: ShopDatabase): Promise<number> => countRows(database.read, BACKED_UP);

/** `backUp` as a thread job. `rows` is about how many there are. */
export const backUpToFile = async (
  database: ShopDatabase,
  { file, rows, recipient, ...order }: BackupOrder & { file: string; rows: number; recipient: string | undefined },
  task?: RunningTask,
): Promise<MadeBackup> =>
  backUp(database, file, order, { recipient, onRows: (done) => task?.report(Math.min(done, rows), rows) });
