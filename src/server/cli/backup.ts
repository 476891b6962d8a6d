import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Db, ShopDatabase, Tx } from '../db/shop-database.ts';
import { CommandError } from './command-error.ts';

/** Every table, those referred to before those that refer. Leases belong to running processes and are left out. */
const BACKED_UP = [
  'shop_state',
  'versions',
  'counters',
  'users',
  'sessions',
  'reset_links',
  'user_events',
  'items',
  'change_sets',
  'change_rows',
  'sync_runs',
  'carts',
  'cart_items',
  'receipts',
  'receipt_lines',
  'receipt_events',
  'points_entries',
  'notices',
] as const satisfies readonly (keyof Schema)[];

const FORMAT = 'greenroom-backup-1';
const ROWS_AT_ONCE = 500;

/**
 * Writes the whole shop to one file: gzipped JSON lines, the same for both engines, so that a shop can move from SQLite
 * to PostgreSQL and back. All rows come from one moment; a server may go on beside it. Answers how many rows.
 */
export const backUp = async (database: ShopDatabase, file: string): Promise<number> => {
  let rows = 0;
  const unfinished = `${file}.unfinished`;
  await fromOneMoment(database, async (db) => {
    const lines = async function* () {
      yield `${JSON.stringify({ format: FORMAT, at: new Date().toISOString() })}\n`;
      for (const table of BACKED_UP) {
        for await (const batch of batches(db, table)) {
          rows += batch.length;
          yield `${JSON.stringify([table, batch])}\n`;
        }
      }
      yield `${JSON.stringify({ rows })}\n`;
    };
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
  });
  await rename(unfinished, file).catch(async (error) => {
    await rm(unfinished, { force: true });
    throw error;
  });
  return rows;
};

/** Reads that all see the same moment and lock nobody out: on SQLite any transaction of the reader is such a moment. */
const fromOneMoment = (database: ShopDatabase, work: (db: Db) => Promise<void>): Promise<void> =>
  database.read.transaction().setIsolationLevel('repeatable read').execute(work);

const batches = async function* (db: Db, table: (typeof BACKED_UP)[number]) {
  const order = sql.raw(PRIMARY_KEYS[table]);
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} order by ${order} limit ${ROWS_AT_ONCE} offset ${offset}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
};

const PRIMARY_KEYS: Record<(typeof BACKED_UP)[number], string> = {
  shop_state: 'key',
  versions: 'topic',
  counters: 'name',
  users: 'id',
  sessions: 'id',
  reset_links: 'token_hash',
  user_events: 'id',
  items: 'id',
  change_sets: 'id',
  change_rows: 'id',
  sync_runs: 'id',
  carts: 'user_id',
  cart_items: 'id',
  receipts: 'id',
  receipt_lines: 'id',
  receipt_events: 'id',
  points_entries: 'id',
  notices: 'id',
};

/**
 * Puts a backup in place of what the shop holds, in one transaction: wholly or not at all.
 * @throws CommandError when the file is none of ours or not whole
 */
export const restore = async (database: ShopDatabase, file: string): Promise<number> => {
  let rows = 0;
  await database.write(async (tx, touch) => {
    for (const table of [...BACKED_UP].reverse()) await tx.deleteFrom(table).execute();
    let expected: number | undefined;
    let known = false;
    for await (const line of backupLines(file)) {
      if (!known) {
        if (!('format' in line) || line.format !== FORMAT)
          throw new CommandError(`${file} is not a backup of Greenroom.`);
        known = true;
      } else if (Array.isArray(line)) {
        const [table, batch] = line as [(typeof BACKED_UP)[number], Record<string, unknown>[]];
        if (!BACKED_UP.includes(table))
          throw new CommandError(`${file} holds a table this version does not know: ${table}.`);
        await tx
          .insertInto(table)
          .values(batch as never)
          .execute();
        rows += batch.length;
      } else if ('rows' in line) expected = Number(line.rows);
    }
    if (expected !== rows) throw new CommandError(`${file} is not whole: nothing was changed.`);
    if (database.kind === 'postgres') await continueCounting(tx);
    for (const topic of ['catalogue', 'inventory', 'receipts', 'users', 'points', 'sync'] as const) touch(topic);
  });
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
    throw new CommandError(`${file} cannot be read as a backup: ${(error as Error).message}.`);
  }
};

/** The tables whose ids the database counts up. */
const NUMBERED = [
  'user_events',
  'items',
  'change_sets',
  'change_rows',
  'sync_runs',
  'cart_items',
  'receipt_lines',
  'receipt_events',
  'points_entries',
  'notices',
] as const satisfies readonly (typeof BACKED_UP)[number][];

/** PostgreSQL counts ids apart from the rows: it must go on after the highest restored one. */
const continueCounting = async (tx: Tx): Promise<void> => {
  for (const table of NUMBERED) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(table)}`.execute(tx);
  }
};
