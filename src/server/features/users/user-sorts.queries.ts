import { type RawBuilder, sql } from 'kysely';
import { USER_SORTS, type UserSort } from '#contract/users.admin.ts';
import { SOLD_STATUSES } from '#domain/receipt-state.ts';
import type { ListOrder, SortKey } from '../../db/list-order.ts';
import type { Db } from '../../db/types.ts';
import { sortedCursors } from '../../http/paging.ts';

/*
 * The orders of the panel's users (behavior 3.7). Points, receipts and the last visit have no index: each order, sale
 * and visit would have to change it, and of 100,000 users sorting all takes a tenth of a second. The amount spent has
 * one, which an order changes only when it is paid.
 */

/** The values of a row that cursors hold. */
interface SortedRow {
  id: string;
  sort_value: string | number;
}

type Key = Pick<SortKey<SortedRow>, 'is'> & { by: RawBuilder<SortedRow['sort_value']> };

/** Users who were never seen, or never ordered, come last in both directions. */
const NEVER = { asc: Number.MAX_SAFE_INTEGER, desc: -1 };

const isSold = sql`receipts.status in (${sql.join(SOLD_STATUSES.map((status) => sql.lit(status)))})`;

/** The sums about a user from all their receipts, or from those that `of` selects. */
const OF_RECEIPTS = {
  receipts: { value: sql<number | null>`count(*)`, of: sql`true` },
  spent: {
    value: sql<number | null>`cast(sum(receipts.total_cents - receipts.shipping_cents) as bigint)`,
    of: isSold,
  },
  lastOrderAt: { value: sql<number | null>`max(receipts.created_at)`, of: sql`true` },
};
type SortedByReceipts = keyof typeof OF_RECEIPTS;

/** It for the user of a row. */
export const ofReceipts = (name: SortedByReceipts) => {
  const { value, of } = OF_RECEIPTS[name];
  return sql<number | null>`(select ${value} from receipts where receipts.user_id = users.id and ${of})`;
};

/** The same for all users at once, which takes a fraction of the time. */
export const receiptsPerUser = (db: Db, name: SortedByReceipts) => {
  const { value, of } = OF_RECEIPTS[name];
  return db
    .selectFrom('receipts')
    .select(['receipts.user_id', value.as('value')])
    .where(sql<boolean>`${of}`)
    .groupBy('receipts.user_id')
    .as('per_user');
};

/** The value for users without receipts. */
const withoutReceipts = (name: SortedByReceipts, direction: 'asc' | 'desc') =>
  sql.lit(name === 'lastOrderAt' ? NEVER[direction] : 0);

const isOfReceipts = (column: string): column is SortedByReceipts => column in OF_RECEIPTS;

const byReceipts =
  (name: SortedByReceipts) =>
  (direction: 'asc' | 'desc'): Key => ({
    by: sql`coalesce(${ofReceipts(name)}, ${withoutReceipts(name, direction)})`,
    is: 'number',
  });

const COLUMNS: Readonly<Record<Exclude<UserSort, `-${string}`>, (direction: 'asc' | 'desc') => Key>> = {
  username: () => ({ by: sql`lower(users.username)`, is: 'text' }),
  email: () => ({ by: sql`lower(users.email)`, is: 'text' }),
  memberType: () => ({ by: sql`lower(users.member_type)`, is: 'text' }),
  points: () => ({ by: sql`users.points_balance`, is: 'number' }),
  receipts: byReceipts('receipts'),
  spent: byReceipts('spent'),
  lastOrderAt: byReceipts('lastOrderAt'),
  lastSeenAt: (direction) => ({
    by: sql`coalesce(users.last_seen_at, ${sql.lit(NEVER[direction])})`,
    is: 'number',
  }),
  createdAt: () => ({ by: sql`users.created_at`, is: 'number' }),
};

const ID: SortKey<SortedRow> = { by: sql.ref('users.id'), is: 'text', of: ({ id }) => id };

export const orderOf = (sort: UserSort) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sort.replace('-', '') as keyof typeof COLUMNS;
  const { by, is } = COLUMNS[column](direction);
  const joined = isOfReceipts(column) ? column : null;
  const first: SortKey<SortedRow> = {
    by: joined ? sql`coalesce(per_user.value, ${withoutReceipts(joined, direction)})` : by,
    is,
    of: (row) => row.sort_value,
  };
  const ofAll: ListOrder<SortedRow> = [
    [first, direction],
    [ID, direction],
  ];
  return {
    /** For users whose number is small. */
    by,
    direction,
    /** For all users, joined with `receiptsPerUser` of `joined`. */
    ofAll,
    joined,
  } as const;
};

const ORDERS = Object.fromEntries(USER_SORTS.map((sort) => [sort, orderOf(sort).ofAll])) as Record<
  UserSort,
  ListOrder<SortedRow>
>;

export const { cursorOf, positionIn } = sortedCursors('-createdAt', ORDERS);
