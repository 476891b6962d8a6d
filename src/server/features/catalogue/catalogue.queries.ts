import { sql } from 'kysely';
import type { EngineKind } from '../../db/engine-kind.ts';
import type { Db } from '../../db/shop-database.ts';

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
  'last_synced_at',
] as const;

/** What members are shown: items in the lists that are active; those at 0 stay (decisions §4). */
const shown = (db: Db) =>
  db.selectFrom('items').select(COLUMNS).where('listed', '=', 1).where('is_active', '=', 1).orderBy('id');

/** The shown ones of some items. */
export const findShown = (db: Db, { ids }: { ids: readonly number[] }) => shown(db).where('id', 'in', ids).execute();

export type ShownRow = Awaited<ReturnType<typeof findShown>>[number];

/** One moment of the database for as long as the transaction lasts, without a write lock. */
const BEGIN_READING: Record<EngineKind, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
};

/**
 * All shown items as they were at one moment, a portion of `atOnce` at a time: `each` gets it, `pause` lets other work
 * through. `db` must not be a single connection that others wait for.
 */
export const readAllShown = (
  db: Db,
  kind: EngineKind,
  { atOnce, each, pause }: { atOnce: number; each: (rows: ShownRow[]) => void; pause: () => Promise<unknown> },
): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql.raw(BEGIN_READING[kind]).execute(connection);
    try {
      for (let last = 0; ; await pause()) {
        const rows = await shown(connection).where('id', '>', last).limit(atOnce).execute();
        each(rows);
        if (rows.length < atOnce) return;
        last = rows.at(-1)!.id;
      }
    } finally {
      await sql`commit`.execute(connection);
    }
  });
