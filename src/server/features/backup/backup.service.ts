import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { TableName } from '../../db/schema.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { TABLE_NAMES, TABLES } from '../../db/tables.ts';
import { TOPICS, type Touch, type Tx } from '../../db/types.ts';
import { deleteAllRows, insertRows, mayBeBackedUp, readRows } from './backup.queries.ts';

/** A file cannot be restored; the message says why. */
export class BackupError extends Error {}

const FORMAT = 'greenroom-backup-1';

/** The tables of a backup, in an order in which rows can be inserted. */
const BACKED_UP = TABLE_NAMES.filter((table) => TABLES[table].inBackups);

/**
 * Writes the whole shop to one file as gzipped JSON lines (behavior 1.12). The format is the same for both engines, so a
 * shop can move from SQLite to PostgreSQL and back. All rows are from one moment, and the shop goes on serving.
 *
 * @returns the number of rows
 */
export const backUp = async (database: ShopDatabase, file: string): Promise<number> => {
  let rows = 0;
  const unfinished = `${file}.unfinished`;
  const reader = database.openLongReader();
  try {
    await reader.atOneMoment(async (db) => {
      const lines = async function* () {
        yield `${JSON.stringify({ format: FORMAT, at: new Date().toISOString() })}\n`;
        for (const table of BACKED_UP) {
          for await (const read of readRows(db, table)) {
            const batch = read.filter(mayBeBackedUp(table));
            rows += batch.length;
            yield `${JSON.stringify([table, batch])}\n`;
          }
        }
        yield `${JSON.stringify({ rows })}\n`;
      };
      await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    });
  } finally {
    await reader.close();
  }
  await rename(unfinished, file).catch(async (error) => {
    await rm(unfinished, { force: true });
    throw error;
  });
  return rows;
};

/**
 * Replaces everything the shop holds with a backup, in one transaction (behavior 1.12).
 *
 * @returns the number of rows
 * @throws BackupError if the file is not one of our backups, or incomplete
 */
export const restore = async (database: ShopDatabase, file: string): Promise<number> => {
  let rows = 0;
  const replaceAll = async (tx: Tx, touch: Touch) => {
    rows = 0;
    await deleteAllRows(tx, [...BACKED_UP].reverse());
    let expected: number | undefined;
    let isOurs = false;
    for await (const line of backupLines(file)) {
      if (!isOurs) {
        if (!('format' in line) || line.format !== FORMAT) {
          throw new BackupError(`${file} is not a backup of Greenroom.`);
        }
        isOurs = true;
      } else if (Array.isArray(line)) {
        const [table, batch] = line as [TableName, Record<string, unknown>[]];
        if (!BACKED_UP.includes(table)) {
          throw new BackupError(`${file} has a table that this version does not know: ${table}.`);
        }
        const kept = batch.filter(mayBeBackedUp(table));
        if (kept.length > 0) await insertRows(tx, table, kept);
        rows += batch.length;
      } else if ('rows' in line) expected = Number(line.rows);
    }
    if (expected !== rows) throw new BackupError(`${file} is incomplete: nothing was changed.`);
    const countingTables = BACKED_UP.filter((table) => TABLES[table].countsIds);
    await database.continueIds(tx, countingTables);
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
