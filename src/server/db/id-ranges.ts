import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AbandonedError, Semaphore } from '../lib/concurrency.ts';
import { isSqlite } from './json.ts';
import type { TableName } from './schema.ts';
import type { Db } from './types.ts';

/** The ids above `above`, up to `upTo`. */
export interface IdRange {
  above: number;
  upTo: number;
}

/** The condition that a column has an id of a range. */
export const isInRange = (column: string, { above, upTo }: IdRange): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} > ${above} and ${sql.ref(column)} <= ${upTo})`;

/** The ids of one range. SQLite needs a few milliseconds for so many, and is read in the thread of all calls. */
const SQLITE_IDS = 1500;
const POSTGRES_IDS = 100_000;

/** Of several long reads of a process one works at a time, so that two at once block no longer than one. */
const turns = new Semaphore(1);

interface Wanted {
  /** A table that counts its ids. */
  table: TableName;
  /** Its ids, if another column than `id` has them. */
  column?: 'number';
  /** Aborts when nobody waits for the result any more. */
  left?: AbortSignal | undefined;
  /** The ids of one range, if a test is about that. */
  idsAtOnce?: number | undefined;
}

/**
 * Looks through a table in ranges of ids, newest first. Other calls run between two ranges. The table only grows, so all
 * ranges together are the table as it was at the beginning.
 * @throws AbandonedError once nobody waits any more
 */
export const throughIds = async (
  db: Db,
  { table, column, left, idsAtOnce = isSqlite(db) ? SQLITE_IDS : POSTGRES_IDS }: Wanted,
  look: (range: IdRange) => Promise<void>,
): Promise<void> => {
  let next: number | null = Number.MAX_SAFE_INTEGER;
  while (next !== null) {
    const below: number = next;
    next = await turns.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (left?.aborted) throw new AbandonedError();
      // Ids may have gaps of any size.
      const upTo = await findNewest(db, { table, column }, below);
      if (upTo === null) return null;
      const above = upTo - idsAtOnce;
      await look({ above, upTo });
      return above;
    });
  }
};

/** The highest id up to this one. */
const findNewest = async (
  db: Db,
  { table, column = 'id' as 'number' }: Pick<Wanted, 'table' | 'column'>,
  upTo: number,
): Promise<number | null> => {
  const rows = db.selectFrom(table as 'receipts').select(({ fn }) => fn.max<number | null>(column).as('id'));
  return (await rows.where(column, '<=', upTo).executeTakeFirstOrThrow()).id;
};
