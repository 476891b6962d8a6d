import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { OpenDatabase } from './open.ts';
import type { Schema } from './schema.ts';
import { setState } from './shop-state.ts';
import { chunks } from './sql.ts';
import { type SqliteDatabase, SqliteError } from './sqlite-driver.ts';
import type { Tx } from './types.ts';

/*
 * SQLite writes zeros over deleted data (open.ts). But a page that was divided may keep a copy of a row that has moved,
 * and so may the log. PostgreSQL keeps deleted rows in the table's file. So the rest has to be written again.
 */

/** The tables whose deleted rows also leave the bytes of the database. They are small: most orders have ended. */
const ERASED_TABLES = ['addresses', 'deliveries'] as const;

/** Marks that something was deleted in one of them. The mark belongs to the transaction that deletes. */
export const noteErasure = (tx: Tx): Promise<void> => setState(tx, 'erased_bytes', randomUUID());

/**
 * Removes what was deleted in tables of addresses also from the bytes of the database, if that is still due. Nobody has
 * to wait for long: only these tables are written again. If somebody may still read what was deleted, a later call
 * tries again.
 */
export const removeErasedBytes = (open: OpenDatabase): Promise<void> =>
  removeDue(open, 'erased_bytes', () =>
    open.kind === 'postgres' ? rewriteTables(open.long, 'erased_bytes', ERASED_TABLES) : rewriteRows(open.long),
  );

/**
 * Removes what a migration deleted also from the bytes of the database, if that is still due. SQLite writes the whole
 * file again and empties its log. On PostgreSQL the table gets a new file; the server's own log, its archives and its
 * standbys are out of reach. If somebody else uses the database right now, or may still read what was deleted, the next
 * start tries again.
 */
export const removeDeletedBytes = (open: OpenDatabase): Promise<void> =>
  removeDue(open, 'deleted_bytes', async () =>
    open.kind === 'postgres' ? rewriteTables(open.long, 'deleted_bytes', ['shop_state']) : rewriteFile(open.sqlite!),
  );

type Mark = 'erased_bytes' | 'deleted_bytes';

/**
 * `remove` returns true if nothing of the deleted rows is left. The mark stays if something was deleted during the
 * work.
 */
const removeDue = async ({ long }: OpenDatabase, key: Mark, remove: () => Promise<boolean>): Promise<void> => {
  const { rows } = await sql<{ value: string }>`select value from shop_state where key = ${key}`.execute(long);
  const [mark] = rows;
  if (!mark) return;
  try {
    if (!(await remove())) return;
  } catch (error) {
    if (isNotNow(error)) return;
    throw error;
  }
  await sql`delete from shop_state where key = ${key} and value = ${mark.value}`.execute(long);
};

/**
 * PostgreSQL writes rows to the new file too that a transaction may still see, and tells nobody. But afterwards it has
 * frozen all rows that are older than any such transaction, and the row of the mark is of the transaction that deleted the
 * others last.
 */
const rewriteTables = async (
  long: OpenDatabase['long'],
  key: Mark,
  tables: readonly (keyof Schema)[],
): Promise<boolean> => {
  let isGone = true;
  for (const table of tables) {
    await sql`vacuum full ${sql.table(table)}`.execute(long);
    const { rows } = await sql<{ gone: boolean }>`
      select age(shop_state.xmin) > age(pg_class.relfrozenxid) as gone from shop_state, pg_class
      where key = ${key} and pg_class.oid = cast(cast(${table} as text) as regclass)`.execute(long);
    // No row: another process that started at the same time has finished.
    isGone &&= rows[0]?.gone ?? false;
  }
  return isGone;
};

/** Returns whether nothing of the old file is left. */
const rewriteFile = (sqlite: SqliteDatabase): boolean => {
  sqlite.exec('vacuum');
  const [log] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return log?.busy === 0;
};

/** Writes all rows of the tables to other pages; SQLite clears those that it leaves. Returns whether the log is empty. */
const rewriteRows = async (long: OpenDatabase['long']): Promise<boolean> => {
  await long.transaction().execute(async (tx) => {
    for (const table of ERASED_TABLES) await rewriteTable(tx, table);
  });
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(long);
  return rows[0]?.busy === 0;
};

const rewriteTable = async <Table extends (typeof ERASED_TABLES)[number]>(tx: Kysely<Schema>, table: Table) => {
  const { rows } = await sql<never>`select * from ${sql.table(table)}`.execute(tx);
  await sql`delete from ${sql.table(table)}`.execute(tx);
  for (const some of chunks(rows)) await tx.insertInto(table).values(some).execute();
};

/** PostgreSQL's codes for a lock or a statement that took too long, and for a role that does not own the table. */
const NOT_NOW = ['55P03', '57014', '42501'];

const isNotNow = (error: unknown): boolean =>
  error instanceof SqliteError
    ? /^SQLITE_(BUSY|LOCKED|FULL)/.test(error.code)
    : NOT_NOW.includes((error as { code?: string }).code ?? '');
