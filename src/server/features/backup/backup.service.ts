import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type ChainEnd, NO_ENTRIES } from '#domain/audit-chain.ts';
import type { TableName } from '../../db/schema.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { TABLE_NAMES, TABLES } from '../../db/tables.ts';
import { type Db, TOPICS, type Touch, type Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { findLastChained, findStoredEnd, laterEnd } from '../audit/chain.queries.ts';
import { deleteAllTasks } from '../tasks/tasks.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { countRows, deleteAllRows, insertRows, mayBeBackedUp, readRows, upgradeRows } from './backup.queries.ts';

/** A file cannot be restored; the message says why. */
export class BackupError extends Error {}

const FORMAT = 'greenroom-backup-1';

/** Who makes or restores a backup, for the evidence. */
interface Order {
  actor: AuditActor;
  /** Epoch milliseconds. */
  now: number;
}

/** The tables of a backup, in an order in which rows can be inserted. */
const BACKED_UP = TABLE_NAMES.filter((table) => TABLES[table].inBackups);

/**
 * Writes the whole shop to one file as gzipped JSON lines (behavior 1.12). The format is the same for both engines, so a
 * shop can move from SQLite to PostgreSQL and back. All rows are from one moment, and the shop goes on serving. The first
 * line has the end of the evidence's chain.
 *
 * @param onRows is told the number of rows so far
 * @returns the number of rows
 */
export const backUp = async (
  database: ShopDatabase,
  file: string,
  { actor, now }: Order,
  onRows: (rows: number) => void = () => {},
): Promise<number> => {
  const reader = database.openLongReader();
  const written = await reader.atOneMoment((db) => writeBackup(db, file, { now, onRows })).finally(reader.close);
  await database.write((tx) => recordBackup(tx, file, { actor, now }, written));
  return written.rows;
};

/** What a backup holds: the number of its rows, and the end of the evidence's chain. */
export interface WrittenBackup extends ChainEnd {
  rows: number;
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
  tables?: readonly string[];
  onRows?: (rows: number) => void;
}

/** Records in the evidence that a backup was made. */
export const recordBackup = (tx: Tx, file: string, { actor, now }: Order, written: WrittenBackup): Promise<void> =>
  recordAudit(tx, { actor, kind: 'backup', subject: basename(file), after: { ...written }, now });

/** How many rows a backup has now. */
export const countBackedUp = (database: ShopDatabase): Promise<number> => countRows(database.read, BACKED_UP);

/** `backUp` as a thread job. `rows` is about how many there are. */
export const backUpToFile = async (
  database: ShopDatabase,
  { file, rows, ...order }: Order & { file: string; rows: number },
  task?: RunningTask,
): Promise<number> => backUp(database, file, order, (done) => task?.report(Math.min(done, rows), rows));

/**
 * Replaces everything the shop holds with a backup, in one transaction (behavior 1.12).
 *
 * @returns the number of rows
 * @throws BackupError if the file is not one of our backups, or incomplete
 */
export const restore = async (database: ShopDatabase, file: string, { actor, now }: Order): Promise<number> => {
  let rows = 0;
  const replaceAll = async (tx: Tx, touch: Touch) => {
    rows = 0;
    const before = laterEnd(await findLastChained(tx), await findStoredEnd(tx));
    let evidence: ChainEnd | undefined;
    await deleteAllTasks(tx);
    await deleteAllRows(tx, [...BACKED_UP].reverse());
    let expected: number | undefined;
    let isOurs = false;
    for await (const line of backupLines(file)) {
      if (!isOurs) {
        if (!('format' in line) || line.format !== FORMAT) {
          throw new BackupError(`${file} is not a backup of Greenroom.`);
        }
        // Backups of older versions have no evidence.
        evidence = line.evidence as ChainEnd | undefined;
        isOurs = true;
      } else if (Array.isArray(line)) {
        const [table, batch] = line as [TableName, Record<string, unknown>[]];
        if (!BACKED_UP.includes(table)) {
          throw new BackupError(`${file} has a table that this version does not know: ${table}.`);
        }
        const kept = batch.filter(mayBeBackedUp(table));
        await insertRows(tx, table, upgradeRows(table, kept));
        rows += batch.length;
      } else if ('rows' in line) expected = Number(line.rows);
    }
    if (expected !== rows) throw new BackupError(`${file} is incomplete: nothing was changed.`);
    const countingTables = BACKED_UP.filter((table) => TABLES[table].countsIds);
    await database.continueIds(tx, countingTables);
    const after = await findLastChained(tx);
    if (evidence && (evidence.entries !== after.entries || evidence.lastHash !== after.lastHash)) {
      throw new BackupError(`${file} was changed: its evidence does not end as its first line says.`);
    }
    await recordAudit(tx, {
      actor,
      kind: 'restore',
      subject: basename(file),
      before: { ...before },
      after: { ...after },
      now,
    });
    for (const topic of TOPICS) touch(topic);
  };
  await database.write(replaceAll, { long: true });
  return rows;
};

const backupLines = async function* (file: string): AsyncGenerator<Record<string, unknown> | unknown[]> {
  const input = createReadStream(file);
  const unzipped = input.pipe(createGunzip());
  input.on('error', (error) => unzipped.destroy(error));
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield JSON.parse(line);
    }
  } catch (error) {
    throw new BackupError(`${file} cannot be read as a backup: ${(error as Error).message}.`);
  }
};
