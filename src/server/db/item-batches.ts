import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Ids } from '#domain/changed-ids.ts';
import { within } from '../lib/concurrency.ts';
import { isOneOf, isSqlite, manyRows } from './json.ts';
import { writesConstants } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { ShopDatabase } from './shop-database.ts';
import type { Db } from './types.ts';

/** Working on this many rows takes a few milliseconds. Then other work gets its turn. */
const BATCH_SIZE = 250;

/** How batches are read. `pause` lets other work run between two of them. */
interface Batches<Row> {
  batchSize: number;
  onBatch: (rows: Row[]) => void;
  pause: () => Promise<unknown>;
}

/** A query of items without values of a call. */
type FindItems<Row> = (db: Db) => SelectQueryBuilder<Schema, 'items', Row>;

/**
 * Reads the items that a query finds, by id: those of `ids`, or all as they are at one moment if that is null. Returns the
 * ids that were found.
 * @throws TooSlowError if the database does not send the next batch of all
 */
export const readItems = async <Row extends { id: number }>(
  database: ShopDatabase,
  find: FindItems<Row>,
  { ids, onRow }: { ids: Ids; onRow: (row: Row) => void },
): Promise<Set<number>> => {
  const found = new Set<number>();
  const onBatch = (rows: readonly Row[]) => {
    for (const row of rows) {
      found.add(row.id);
      onRow(row);
    }
  };
  const { read } = database;
  if (ids === null) {
    await within(database.timeLimits.batch, (reportProgress) =>
      readItemsInBatches(database, find, {
        batchSize: BATCH_SIZE,
        onBatch: (rows) => {
          reportProgress();
          onBatch(rows);
        },
        pause: () => setImmediate(),
      }),
    );
  } else if (ids.length > 0) {
    const some = find(read)
      .where(isOneOf(read, 'items.id', ids))
      .orderBy('items.id');
    onBatch(await some.execute());
  }
  return found;
};

/** Reads the items that a query finds, as they are at one moment, by id and in batches. */
export const readItemsInBatches = <Row extends { id: number }>(
  database: ShopDatabase,
  find: FindItems<Row>,
  { batchSize, onBatch, pause }: Batches<Row>,
): Promise<void> =>
  database.atOneMoment(async (db) => {
    const nextBatch = isSqlite(db) ? afterLast(db, find, batchSize) : await openCursor(db, find, batchSize);
    for (; ; await pause()) {
      const rows = await nextBatch();
      onBatch(rows);
      if (rows.length < batchSize) return;
    }
  });

const afterLast = <Row extends { id: number }>(db: Db, find: FindItems<Row>, batchSize: number) => {
  let last = 0;
  return async (): Promise<Row[]> => {
    const rows = await manyRows(db, find(db).where('items.id', '>', last).orderBy('items.id').limit(batchSize));
    last = rows.at(-1)?.id ?? last;
    return rows;
  };
};

/** Until PostgreSQL has statistics of a new inventory, it would sort all items again for each batch. */
const openCursor = async <Row>(db: Db, find: FindItems<Row>, batchSize: number) => {
  const { sql: query } = find(db.withPlugin(writesConstants)).orderBy('items.id').compile();
  await sql.raw(`declare found cursor for ${query}`).execute(db);
  const fetch = sql.raw<Row>(`fetch ${batchSize} from found`);
  return async (): Promise<Row[]> => (await fetch.execute(db)).rows;
};
