import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import Papa from 'papaparse';
import { isGuarded, UTF8_MARK, withFormulaGuard } from '#domain/text.ts';
import type { Db } from '../db/types.ts';
import { actorOf } from '../features/audit/audit.queries.ts';
import { recordExport } from '../features/audit/record-export.ts';
import type { SignedIn } from '../features/users/sessions.ts';
import { Semaphore } from '../lib/concurrency.ts';
import type { Shop } from '../shop.ts';

type CsvCell = string | number | Digits | null;
export type CsvRow = readonly CsvCell[];

/** A number with all its digits, such as "-7.50". As a text, one below 0 would get a guard as a formula does. */
export class Digits {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }
}

/** The columns of a table by their names, and the cell of each in a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** The cells of rows, in the order of the columns. */
export const csvRows = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): CsvRow[] => {
  const cells = Object.values(columns);
  return rows.map((row) => cells.map((cell) => cell(row)));
};

/** A table to export. */
export interface CsvTable {
  /** The name of the file, without its ending. */
  name: string;
  by: SignedIn;
  /** The filters of the table, for the evidence. */
  filters?: Readonly<Record<string, string | undefined>>;
  header: readonly string[];
  /** Reads the rows page by page, all from the database as it is at one moment. */
  pages(db: Db): AsyncIterable<readonly CsvRow[]>;
}

/** A table whose rows can be counted, so that an export says how far it is. */
export interface CountedTable extends CsvTable {
  count(db: Db): Promise<number>;
}

/** Rows as CSV. A text that a spreadsheet would run as a formula gets a leading quote (behavior 2.8). Numbers stay numbers. */
export const csvText = (rows: readonly CsvRow[]): string =>
  Papa.unparse(
    rows.map((row) => row.map(withFormulaGuard)),
    { quotes: isGuarded, newline: '\r\n' },
  );

/** An export holds a connection to the database, and other calls need some too. */
const exporting = new Semaphore(2);

/** Reads the database as it is at one moment, for an export. Few run at the same time, the others wait. */
export const readForExport = <Result>(
  { database }: Pick<Shop, 'database'>,
  read: (db: Db) => Promise<Result>,
): Promise<Result> => exporting.run(() => database.atOneMoment(read));

/**
 * Sends a table as a CSV file, complete or not at all (behavior 2.8). All of it is read before the response begins, so
 * that a failure half-way is an error and not the first half of a table. The evidence names who gets it.
 */
export const sendCsv = async (shop: Shop, reply: FastifyReply, table: CsvTable): Promise<undefined> => {
  const isWanted = () => !reply.raw.destroyed;
  const content = await readForExport(shop, (db) => collect(shop.settings.DATA_DIR, csvLines(table, db, { isWanted })));
  await recordExport(shop, actorOf(table.by), table);
  reply.headers(csvHeaders(table.name)).header('Content-Length', content.bytes).send(content.data);
};

/** The headers of a CSV file that no cache may keep. */
export const csvHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
  'Cache-Control': 'no-store',
});

interface Reading {
  /** False once nobody waits for the rest. */
  isWanted?: () => boolean;
  /** Receives the number of rows of each page. */
  onRows?: (rows: number) => void;
}

/** The text of a table, page by page. */
export const csvLines = async function* (
  { header, pages }: CsvTable,
  db: Db,
  { isWanted = () => true, onRows = () => {} }: Reading,
): AsyncGenerator<string> {
  yield `${UTF8_MARK}${csvText([header])}\r\n`;
  for await (const rows of pages(db)) {
    if (!isWanted()) return;
    if (rows.length > 0) yield `${csvText(rows)}\r\n`;
    onRows(rows.length);
    // Lets other requests in between: SQLite reads without waiting.
    await setImmediate();
  }
};

/** More than this is held in a file instead of the memory. */
const MOST_BYTES_IN_MEMORY = 1024 * 1024;

/** Collects a text: in memory, or if it is long in a file that is gone once it has been read. */
const collect = async (
  folder: string,
  texts: AsyncIterable<string>,
): Promise<{ bytes: number; data: Buffer | Readable }> => {
  let file: FileHandle | undefined;
  let chunks: Buffer[] = [];
  let inMemory = 0;
  let inFile = 0;
  const moveToFile = async () => {
    file ??= await openNameless(folder);
    await file.appendFile(Buffer.concat(chunks));
    inFile += inMemory;
    inMemory = 0;
    chunks = [];
  };
  try {
    for await (const text of texts) {
      const chunk = Buffer.from(text);
      chunks.push(chunk);
      inMemory += chunk.length;
      if (inMemory > MOST_BYTES_IN_MEMORY) await moveToFile();
    }
    if (!file) return { bytes: inMemory, data: Buffer.concat(chunks) };
    await moveToFile();
    return { bytes: inFile, data: file.createReadStream({ start: 0 }) };
  } catch (error) {
    await file?.close();
    throw error;
  }
};

/** Opens a file that has no name any more, so that nothing is left of it, however the process ends. */
const openNameless = async (folder: string): Promise<FileHandle> => {
  const path = join(folder, `export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
};
