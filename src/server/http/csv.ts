import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import Papa from 'papaparse';
import { FORMULA } from '#domain/text.ts';
import type { Db } from '../db/types.ts';
import { actorOf } from '../features/audit/audit.queries.ts';
import { recordExport } from '../features/audit/record-export.ts';
import type { SignedIn } from '../features/users/sessions.ts';
import { Semaphore } from '../lib/concurrency.ts';
import type { Shop } from '../shop.ts';

export type CsvRow = readonly (string | number | null)[];

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

/** Rows as CSV. A text that a spreadsheet would run as a formula gets a leading quote (behavior 2.8). Numbers stay numbers. */
export const csvText = (rows: readonly CsvRow[]): string =>
  Papa.unparse(rows as unknown[][], { escapeFormulae: FORMULA, newline: '\r\n' });

/** An export holds a connection to the database, and other calls need some too. */
const exporting = new Semaphore(2);

/**
 * Sends a table as a CSV file, complete or not at all (behavior 2.8). All of it is read before the response begins, so
 * that a failure half-way is an error and not the first half of a table. The evidence names who gets it.
 */
export const sendCsv = async (shop: Shop, reply: FastifyReply, table: CsvTable): Promise<undefined> => {
  const { database, settings } = shop;
  const content = await exporting.run(async () => {
    const reader = database.openLongReader();
    try {
      return await reader.atOneMoment((db) => collect(settings.DATA_DIR, csvLines(reply, table, db)));
    } finally {
      await reader.close();
    }
  });
  await recordExport(shop, actorOf(table.by), table);
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${table.name}.csv"`)
    .header('Content-Length', content.bytes)
    .header('Cache-Control', 'no-store')
    .send(content.data);
};

const csvLines = async function* (reply: FastifyReply, { header, pages }: CsvTable, db: Db): AsyncGenerator<string> {
  yield `${csvText([header])}\r\n`;
  for await (const rows of pages(db)) {
    // Nobody waits for the rest.
    if (reply.raw.destroyed) return;
    if (rows.length > 0) yield `${csvText(rows)}\r\n`;
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
