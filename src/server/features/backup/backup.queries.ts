import { sql } from 'kysely';
import { feedValuesOf, type OlderItem } from '../../db/migrations/0026-edited-items.ts';
import type { TableName } from '../../db/schema.ts';
import { LEFT_OUT_STATE_KEYS } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { TABLES } from '../../tables.ts';

/** Reads all rows of a table in batches, by primary key. Each batch begins where the one before ended. */
export const readRows = async function* (db: Db | Tx, table: TableName): AsyncGenerator<Record<string, unknown>[]> {
  const { primaryKey, batch } = TABLES[table];
  const key = sql.ref(primaryKey);
  let last: unknown;
  for (;;) {
    const rest = last === undefined ? sql`` : sql`where ${key} > ${last}`;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${rest} order by ${key} limit ${batch}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)![primaryKey];
  }
};

/** How many rows each of these tables has. */
export const countEach = async (db: Db | Tx, tables: readonly TableName[]): Promise<Record<string, number>> => {
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0]!;
};

/**
 * True if a row belongs into a backup: all but rows of this database only, and secrets that older versions stored
 * badly.
 */
export const mayBeBackedUp =
  (table: TableName) =>
  (row: Record<string, unknown>): boolean =>
    table !== 'shop_state' || !LEFT_OUT_STATE_KEYS.includes(String(row.key));

/** Inserts rows as readRows returned them. */
export const insertRows = async (tx: Tx, table: TableName, rows: readonly Record<string, unknown>[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto(table)
    .values(rows as never)
    .execute();
};

/** Empties these tables, in this order. */
export const deleteAllRows = async (tx: Tx, tables: readonly TableName[]): Promise<void> => {
  for (const table of tables) await tx.deleteFrom(table).execute();
};

/**
 * Rows of a backup as this version stores them. Version 0.1 knew administrators instead of roles. Until version 1.0 an
 * item had a column for each value of the feed that the shop could replace.
 */
export const upgradeRows = (table: TableName, rows: readonly Record<string, unknown>[]): Record<string, unknown>[] => {
  if (table === 'items') return rows.map((row) => ('feed_description' in row ? upgradeItem(row) : row));
  if (table !== 'users') return [...rows];
  return rows.map(({ is_admin: isAdmin, ...row }) =>
    isAdmin === undefined ? row : { ...row, role: isAdmin ? 'owner' : 'member' },
  );
};

const upgradeItem = (row: Record<string, unknown>): Record<string, unknown> => {
  const { feed_description: _, feed_weight_label: __, feed_tiers: ___, feed_images: ____, ...item } = row;
  return { ...item, feed_values: feedValuesOf(row as unknown as OlderItem) };
};
