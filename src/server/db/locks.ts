import { type SelectQueryBuilder, sql } from 'kysely';
import { isOneOf, isSqlite } from './json.ts';
import type { Db, Tx } from './types.ts';

/** A SQLite transaction that writes is the only one that does, so it needs no locks. */
const isOnlyWriter = (tx: Tx): boolean => isSqlite(tx);

/** Locks the rows that a query finds, in its order, until the transaction ends. */
export const lockingRows = <Schema, Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> => (isSqlite(db) ? query : query.forUpdate());

/** The same, but rows of other tables may still refer to the found ones, such as a user's new cart line to the user. */
export const lockingReferencedRows = <Schema, Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> => (isSqlite(db) ? query : query.forNoKeyUpdate());

/** Makes this transaction the only one that applies plans, over all processes, until it ends. */
export const lockInventory = async (tx: Tx): Promise<void> => {
  if (isOnlyWriter(tx)) return;
  await sql`insert into counters (name, value) values ('inventory', 1)
    on conflict (name) do update set value = counters.value + 1`.execute(tx);
};

/**
 * Keeps orders from changing the stock of these items, or of all items, until the transaction ends. Items are locked by
 * id, which is the order in which orders lock them, so that nobody deadlocks.
 */
export const lockItems = async (tx: Tx, ids?: readonly number[]): Promise<void> => {
  if (isOnlyWriter(tx)) return;
  if (ids === undefined) {
    await sql`select id from items order by id for update`.execute(tx);
    return;
  }
  if (ids.length === 0) return;
  await tx
    .selectFrom('items')
    .select('id')
    .where(isOneOf(tx, 'id', ids))
    .orderBy('id')
    .forUpdate()
    .execute();
};

/**
 * Keeps the active owners from losing their role or account until the transaction ends. They are locked by id, and before
 * any other user, so that nobody deadlocks. Rows of other tables may still refer to them.
 */
export const lockOwners = async (tx: Tx): Promise<void> => {
  if (isOnlyWriter(tx)) return;
  await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};
