import { sql } from 'kysely';
import { isOneOf, isSqlite, manyRows } from '../../db/json.ts';
import type { LongReader } from '../../db/open.ts';
import { writesConstants } from '../../db/prepared-query.ts';
import type { Db } from '../../db/types.ts';

const COLUMNS = [
  'id',
  'external_id',
  'name',
  'description',
  'brand',
  'category',
  'tags',
  'images',
  'size',
  'quantity',
  'reserved',
  'price_cents',
  'markup_cents',
  'weight_label',
  'tiers',
  'batch',
  'lab',
  'last_synced_at',
  'listed_at',
  'back_at',
] as const;

/** The items that members see: listed and active. Those that are sold out stay (behavior 4.1). */
const visible = (db: Db) =>
  db.selectFrom('items').select(COLUMNS).where('listed', '=', 1).where('is_active', '=', 1).orderBy('id');

/**
 * When the shop listed its first item: long ago if it has items from before it kept that time, and null if it has none.
 */
export const findOpening = async (db: Db): Promise<number | null> => {
  const { opened } = await db
    .selectFrom('items')
    .select(sql<number | null>`min(coalesce(listed_at, 0))`.as('opened'))
    .executeTakeFirstOrThrow();
  return opened;
};

/** Those of some items that members see. */
export const findVisible = (db: Db, { ids }: { ids: readonly number[] }) =>
  visible(db)
    .where(isOneOf(db, 'id', ids))
    .execute();

export type VisibleRow = Awaited<ReturnType<typeof findVisible>>[number];

/**
 * Reads all visible items as they are at one moment, in batches. `onBatch` gets each batch, and `pause` lets other work
 * run between two of them.
 */
export const readAllVisible = (
  reader: LongReader,
  {
    batchSize,
    onBatch,
    pause,
  }: { batchSize: number; onBatch: (rows: VisibleRow[]) => void; pause: () => Promise<unknown> },
): Promise<void> =>
  reader.atOneMoment(async (db) => {
    const nextBatch = isSqlite(db) ? afterLast(db, batchSize) : await openCursor(db, batchSize);
    for (; ; await pause()) {
      const rows = await nextBatch();
      onBatch(rows);
      if (rows.length < batchSize) return;
    }
  });

const afterLast = (db: Db, batchSize: number) => {
  let last = 0;
  return async (): Promise<VisibleRow[]> => {
    const rows = await manyRows(db, visible(db).where('id', '>', last).limit(batchSize));
    last = rows.at(-1)?.id ?? last;
    return rows;
  };
};

/** Until PostgreSQL has statistics of a new inventory, it would sort all items anew for each batch. */
const openCursor = async (db: Db, batchSize: number) => {
  const { sql: query } = visible(db.withPlugin(writesConstants)).compile();
  await sql.raw(`declare visible cursor for ${query}`).execute(db);
  const fetch = sql.raw<VisibleRow>(`fetch ${batchSize} from visible`);
  return async (): Promise<VisibleRow[]> => (await fetch.execute(db)).rows;
};
