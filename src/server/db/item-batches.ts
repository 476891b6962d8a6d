import { type SelectQueryBuilder, sql } from 'kysely';
import { isSqlite, manyRows } from './json.ts';
import type { LongReader } from './open.ts';
import { writesConstants } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Db } from './types.ts';

/** How batches are read. `pause` lets other work run between two of them. */
export interface Batches<Row> {
  batchSize: number;
  onBatch: (rows: Row[]) => void;
  pause: () => Promise<unknown>;
}

/** A query of items without values of a call. */
type FindItems<Row> = (db: Db) => SelectQueryBuilder<Schema, 'items', Row>;

/** Reads the items that a query finds, as they are at one moment, by id and in batches. */
export const readItemsInBatches = <Row extends { id: number }>(
  reader: LongReader,
  find: FindItems<Row>,
  { batchSize, onBatch, pause }: Batches<Row>,
): Promise<void> =>
  reader.atOneMoment(async (db) => {
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

/** Until PostgreSQL has statistics of a new inventory, it would sort all items anew for each batch. */
const openCursor = async <Row>(db: Db, find: FindItems<Row>, batchSize: number) => {
  const { sql: query } = find(db.withPlugin(writesConstants)).orderBy('items.id').compile();
  await sql.raw(`declare found cursor for ${query}`).execute(db);
  const fetch = sql.raw<Row>(`fetch ${batchSize} from found`);
  return async (): Promise<Row[]> => (await fetch.execute(db)).rows;
};
