import { sql } from 'kysely';
import type { OpenDatabase } from './open.ts';
import { type SqliteDatabase, SqliteError } from './sqlite-driver.ts';

/**
 * Removes what a migration deleted also from the bytes of the database, if that is still due. SQLite writes the whole file
 * anew and empties its log. On PostgreSQL the table gets a new file; the server's own log, its archives and its standbys
 * are out of reach. If somebody else uses the database right now, or may still read what was deleted, the next start
 * tries again.
 */
export const removeDeletedBytes = async ({ kind, long, sqlite }: OpenDatabase): Promise<void> => {
  const { rows } = await sql`select 1 from shop_state where key = 'deleted_bytes'`.execute(long);
  if (rows.length === 0) return;
  try {
    if (!(kind === 'postgres' ? await rewriteTable(long) : rewriteFile(sqlite!))) return;
  } catch (error) {
    if (isNotNow(error)) return;
    throw error;
  }
  await sql`delete from shop_state where key = 'deleted_bytes'`.execute(long);
};

/**
 * Returns whether nothing of the deleted rows is left. PostgreSQL writes rows to the new file too that a transaction may
 * still see, and tells nobody. But afterwards it has frozen all rows that are older than any such transaction, and the
 * row `deleted_bytes` is of the transaction that deleted the others.
 */
const rewriteTable = async (long: OpenDatabase['long']): Promise<boolean> => {
  await sql`vacuum full shop_state`.execute(long);
  const { rows } = await sql<{ gone: boolean }>`
    select age(shop_state.xmin) > age(pg_class.relfrozenxid) as gone from shop_state, pg_class
    where key = 'deleted_bytes' and pg_class.oid = 'shop_state'::regclass`.execute(long);
  // No row: another process that started at the same time has finished.
  return rows[0]?.gone ?? false;
};

/** Returns whether nothing of the old file is left. */
const rewriteFile = (sqlite: SqliteDatabase): boolean => {
  sqlite.exec('vacuum');
  const [log] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return log?.busy === 0;
};

/** PostgreSQL's codes for a lock or a statement that took too long, and for a role that does not own the table. */
const NOT_NOW = ['55P03', '57014', '42501'];

const isNotNow = (error: unknown): boolean =>
  error instanceof SqliteError
    ? /^SQLITE_(BUSY|LOCKED|FULL)/.test(error.code)
    : NOT_NOW.includes((error as { code?: string }).code ?? '');
