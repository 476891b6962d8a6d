import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserSort } from '#contract/users.admin.ts';
import type { Db } from '../../db/types.ts';
import { decodeCursor, encodeCursor } from '../../http/paging.ts';

/*
 * The orders of the panel's users (behavior 3.7). The id breaks ties, so that a cursor never skips or repeats a row. Points,
 * receipts and the last visit have no index: each order, sale and visit would have to change it, and of 100,000 users
 * sorting all takes a tenth of a second.
 */

type Value = string | number;

/** Users who were never seen come last, in both directions. */
const NEVER = { asc: Number.MAX_SAFE_INTEGER, desc: -1 };

const COLUMNS: Readonly<
  Record<
    Exclude<UserSort, `-${string}`>,
    (direction: 'asc' | 'desc') => { by: RawBuilder<Value>; is: 'text' | 'number' }
  >
> = {
  username: () => ({ by: sql`lower(users.username)`, is: 'text' }),
  email: () => ({ by: sql`lower(users.email)`, is: 'text' }),
  memberType: () => ({ by: sql`lower(users.member_type)`, is: 'text' }),
  points: () => ({ by: sql`users.points_balance`, is: 'number' }),
  receipts: () => ({ by: sql`(select count(*) from receipts where receipts.user_id = users.id)`, is: 'number' }),
  lastSeenAt: (direction) => ({
    by: sql`coalesce(users.last_seen_at, ${sql.lit(NEVER[direction])})`,
    is: 'number',
  }),
  createdAt: () => ({ by: sql`users.created_at`, is: 'number' }),
};

const USUAL: UserSort = '-createdAt';

/** What a list is sorted by, and the condition of the rows after its cursor; null without one of this order. */
export const orderOf = (sort: UserSort, cursor: string | undefined) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sort.replace('-', '') as keyof typeof COLUMNS;
  const { by, is } = COLUMNS[column](direction);
  const after = positionIn(sort, is, cursor);
  const than = sql.raw(direction === 'desc' ? '<' : '>');
  const ofAll = column === 'receipts' ? COUNTED : by;
  return {
    /** For users whose number is small. */
    by,
    /** For all users, joined with `receiptCounts` if `needsCounts`. */
    ofAll,
    needsCounts: ofAll === COUNTED,
    direction,
    after: after === null ? null : sql<SqlBool>`(${ofAll}, users.id) ${than} (${after[0]}, ${after[1]})`,
  } as const;
};

/** Counting all receipts at once takes a fraction of the time of counting those of each user. */
const COUNTED = sql<Value>`coalesce(counts.receipts, 0)`;

export const receiptCounts = (db: Db) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => ['receipts.user_id', fn.countAll<number>().as('receipts')])
    .groupBy('receipts.user_id')
    .as('counts');

/** The position in a cursor; null if there is none, or if it belongs to another order (behavior 2.6). */
const positionIn = (sort: UserSort, is: 'text' | 'number', cursor: string | undefined): readonly Value[] | null => {
  if (sort === USUAL) return decodeCursor(cursor, [is, 'text']);
  const values: readonly Value[] | null = decodeCursor(cursor, ['text', is, 'text']);
  return values?.[0] === sort ? values.slice(1) : null;
};

/** The cursor of a row. That of an order other than the usual one names it, so that it means nothing to another order. */
export const userCursor = (sort: UserSort, row: { sort_value: Value; id: string }): string =>
  encodeCursor(sort === USUAL ? [row.sort_value, row.id] : [sort, row.sort_value, row.id]);
