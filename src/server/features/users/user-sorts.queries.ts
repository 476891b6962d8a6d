import { type RawBuilder, sql } from 'kysely';
import { USER_SORTS, type UserSort } from '#contract/users.admin.ts';
import type { ListOrder, SortKey } from '../../db/list-order.ts';
import type { Db } from '../../db/types.ts';
import { sortedCursors } from '../../http/paging.ts';

/*
 * The orders of the panel's users (behavior 3.7). Points, receipts and the last visit have no index: each order, sale and
 * visit would have to change it, and of 100,000 users sorting all takes a tenth of a second.
 */

/** The values of a row that cursors hold. */
interface SortedRow {
  id: string;
  sort_value: string | number;
}

type Key = Pick<SortKey<SortedRow>, 'is'> & { by: RawBuilder<SortedRow['sort_value']> };

/** Users who were never seen come last, in both directions. */
const NEVER = { asc: Number.MAX_SAFE_INTEGER, desc: -1 };

const COLUMNS: Readonly<Record<Exclude<UserSort, `-${string}`>, (direction: 'asc' | 'desc') => Key>> = {
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

const ID: SortKey<SortedRow> = { by: sql.ref('users.id'), is: 'text', of: ({ id }) => id };

/** Counting all receipts at once takes a fraction of the time of counting those of each user. */
const COUNTED = sql`coalesce(counts.receipts, 0)`;

export const receiptCounts = (db: Db) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => ['receipts.user_id', fn.countAll<number>().as('receipts')])
    .groupBy('receipts.user_id')
    .as('counts');

export const orderOf = (sort: UserSort) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sort.replace('-', '') as keyof typeof COLUMNS;
  const { by, is } = COLUMNS[column](direction);
  const needsCounts = column === 'receipts';
  const first: SortKey<SortedRow> = { by: needsCounts ? COUNTED : by, is, of: (row) => row.sort_value };
  const ofAll: ListOrder<SortedRow> = [
    [first, direction],
    [ID, direction],
  ];
  return {
    /** For users whose number is small. */
    by,
    direction,
    /** For all users, joined with `receiptCounts` if `needsCounts`. */
    ofAll,
    needsCounts,
  } as const;
};

const ORDERS = Object.fromEntries(USER_SORTS.map((sort) => [sort, orderOf(sort).ofAll])) as Record<
  UserSort,
  ListOrder<SortedRow>
>;

export const { cursorOf, positionIn } = sortedCursors('-createdAt', ORDERS);
