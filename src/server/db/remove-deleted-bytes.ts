import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import type { OpenDatabase } from './open.ts';

/**
 * Removes what a migration deleted also from the bytes of the database, if that is still due. SQLite writes the whole file
 * anew and empties its log. On PostgreSQL the table gets a new file; the server's own log, its archives and its standbys
 * are out of reach. If somebody else uses the database right now, the next start tries again.
 */
export const removeDeletedBytes = async ({ kind, long, sqlite }: OpenDatabase): Promise<void> => {
  const { rows } = await sql`select 1 from shop_state where key = 'deleted_bytes'`.execute(long);
  if (rows.length === 0) return;
  try {
    if (kind === 'postgres') await sql`vacuum full shop_state`.execute(long);
    else if (!rewriteFile(sqlite!)) return;
  } catch (error) {
    if (isNotNow(error)) return;
    throw error;
  }
  await sql`delete from shop_state where key = 'deleted_bytes'`.execute(long);
};

/** Returns whether nothing of the old file is left. */
const rewriteFile = (sqlite: SqliteDatabase.Database): boolean => {
  sqlite.exec('vacuum');
  const [log] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return log?.busy === 0;
};

/** PostgreSQL's codes for a lock or a statement that took too long, and for a role that does not own the table. */
const NOT_NOW = ['55P03', '57014', '42501'];

const isNotNow = (error: unknown): boolean =>
  error instanceof SqliteDatabase.SqliteError
    ? /^SQLITE_(BUSY|LOCKED|FULL)/.test(error.code)
    : NOT_NOW.includes((error as { code?: string }).code ?? '');
