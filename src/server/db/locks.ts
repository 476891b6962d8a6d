import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isOneOf, isSqlite } from './json.ts';
import type { Schema } from './schema.ts';
import type { Db, Tx } from './types.ts';

/** A SQLite transaction that writes is the only one that does, so it needs no locks. */
const isOnlyWriter = (tx: Tx): boolean => isSqlite(tx);

/** The end of a query that locks the rows it finds, in its order, until the transaction ends. */
export const forUpdate = (db: Db): RawBuilder<unknown> => (isSqlite(db) ? sql`` : sql`for update`);

/** The same, but rows of other tables may still refer to the found ones, such as a user's new cart line to the user. */
export const forNoKeyUpdate = (db: Db): RawBuilder<unknown> => (isSqlite(db) ? sql`` : sql`for no key update`);

/** The advisory locks of users, beside those that others may take in the same database. */
const USERS = 1_983_202_611;

/**
 * Makes a query keep the sessions it finds from ending until the transaction ends (caller.ts). It waits behind whoever
 * ends them, or waits to. Row locks alone are not fair: a user who keeps calling would hold the end off, because each
 * call shares them before the last one is over. Advisory locks queue.
 *
 * @param options.toEnd The statement itself ends sessions of the user.
 */
export const holdSessions = <Query extends SessionQuery>(db: Db, query: Query, { toEnd = false } = {}): Query => {
  if (isSqlite(db)) return query;
  const lock = sql.raw(toEnd ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  const queue = sql<boolean>`${lock}(${sql.lit(USERS)}, hashtext(sessions.user_id)) is not null`;
  return (query as SessionQuery).where(queue).modifyEnd(sql`for key share of sessions`) as Query;
};

type SessionQuery = SelectQueryBuilder<Schema, 'sessions', unknown>;

/**
 * Locks a user's sessions, which are about to end. It comes before any other lock of the user: calls of the user hold
 * their session first, so nobody deadlocks.
 */
export const lockSessions = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  if (isOnlyWriter(tx)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(USERS)}, hashtext(${userId}))`.execute(tx);
  await sql`select id from sessions where user_id = ${userId} order by id for update`.execute(tx);
};

/** Makes this transaction the only one with the lock of this name, over all processes, until it ends. */
const lockByName = async (tx: Tx, name: 'inventory' | 'owners' | 'settings'): Promise<void> => {
  if (isOnlyWriter(tx)) return;
  await sql`insert into counters (name, value) values (${name}, 1)
    on conflict (name) do update set value = counters.value + 1`.execute(tx);
};

/** Makes this transaction the only one that applies plans until it ends. */
export const lockInventory = (tx: Tx): Promise<void> => lockByName(tx, 'inventory');

/**
 * Makes this transaction the only one that takes access from users until it ends, so that owners who remove each other
 * cannot all succeed. The lock is taken before anything of a user is locked, also the session of the caller (`first` of
 * `ShopDatabase.write`). Locking the rows of all owners is not enough. The list of owners can change during the wait,
 * and then two transactions lock rows in different orders.
 */
export const lockAccess = (tx: Tx): Promise<void> => lockByName(tx, 'owners');

/** Makes this transaction the only one that changes settings until it ends. */
export const lockSettings = (tx: Tx): Promise<void> => lockByName(tx, 'settings');

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
