import type { ExpressionBuilder } from 'kysely';
import type { UserSort } from '#contract/users.admin.ts';
import { containsText } from '../../db/contains-text.ts';
import { inOrder } from '../../db/list-order.ts';
import type { Schema } from '../../db/schema.ts';
import { countRows } from '../../db/sql.ts';
import type { Db } from '../../db/types.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import { cursorOf, ofReceipts, orderOf, positionIn, receiptsPerUser } from './user-sorts.queries.ts';

export interface UserFilter {
  q?: string | undefined;
  status?: 'active' | 'suspended' | 'unverified' | 'expiring' | 'admin' | undefined;
  /** Only active members who are not verified, or no longer. */
  verify?: boolean | undefined;
  /** The date in the shop's time zone, ISO. */
  today: string;
}

/** How many days before its end a verification counts as expiring (behavior 3.8). */
const EXPIRING_DAYS = 30;

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

const matching = (db: Db, { q, status, verify, today }: UserFilter) =>
  db
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .$if(status === 'active' || status === 'suspended', (query) =>
      query.where('users.status', '=', status as 'active' | 'suspended'),
    )
    .$if(status === 'unverified', (query) => query.where('users.verified_at', 'is', null))
    .$if(status === 'expiring', (query) =>
      query
        .where('users.verified_at', 'is not', null)
        .where('users.verified_until', '>=', today)
        .where('users.verified_until', '<=', daysAfter(today, EXPIRING_DAYS)),
    )
    .$if(verify === true, (query) =>
      query
        .where('users.role', '=', 'member')
        .where('users.status', '=', 'active')
        .where((where) =>
          where.or([where('users.verified_at', 'is', null), where('users.verified_until', '<', today)]),
        ),
    )
    .$if(status === 'admin', (query) => query.where('users.role', '!=', 'member'))
    .$if(q !== undefined && q.trim() !== '', (query) =>
      query.where((where) => where.or(SEARCHED.map((column) => containsText(db, column, q!.trim())))),
    );

/** The columns that a search covers. */
const SEARCHED = ['users.username', 'users.email', 'users.signal_username', 'users.member_type'];

/** The invite that a user registered with, until it is deleted. */
const inviteOf = (select: ExpressionBuilder<Schema, 'users'>) =>
  select.selectFrom('invites').whereRef('invites.id', '=', 'users.invite_id');

const withColumns = (query: ReturnType<typeof matching>, now: number) =>
  query.select((select) => [
    'users.id',
    'users.username',
    'users.email',
    'users.signal_username',
    'users.role',
    'users.member_type',
    'users.status',
    'users.verified_at',
    'users.verified_until',
    'users.invite_id',
    'users.age_confirmed_at',
    'users.created_at',
    'users.last_seen_at',
    'users.points_balance',
    ofReceipts('receipts').as('receipts'),
    ofReceipts('spent').as('spent_cents'),
    ofReceipts('lastOrderAt').as('last_order_at'),
    select
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('sessions.user_id', '=', 'users.id')
      .where('sessions.expires_at', '>', now)
      .as('sessions'),
    select
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('passkeys.user_id', '=', 'users.id')
      .as('passkeys'),
    select.fn.coalesce('users.invite_label', inviteOf(select).select('invites.label')).as('invite_label'),
    select
      .selectFrom('users as makers')
      .select('makers.username')
      .where('makers.id', '=', ({ fn }) =>
        fn.coalesce('users.invite_made_by', inviteOf(select).select('invites.made_by')),
      )
      .as('invite_maker'),
  ]);

/** One page of users with the columns that admins see. */
export const listUsers = async (
  db: Db,
  options: UserFilter & { sort: UserSort; limit: number; cursor?: string | undefined; now: number },
) => {
  const { by, direction, ofAll, joined } = orderOf(options.sort);
  // Found first, because the columns of a user are counted in other tables.
  const found = matching(db, options)
    .$if(joined !== null, (query) => query.leftJoin(receiptsPerUser(db, joined!), 'per_user.user_id', 'users.id'))
    .select('users.id');
  const ids = inOrder(found, ofAll, positionIn(options.sort, options.cursor)).limit(options.limit + 1);
  const rows = await withColumns(db.selectFrom('users').where('users.id', 'in', ids), options.now)
    .select(by.as('sort_value'))
    .orderBy(by, direction)
    .orderBy('users.id', direction)
    .execute();
  const { page, nextCursor } = cutPage(rows, options.limit, (row) => cursorOf(options.sort, row));
  return { users: page, nextCursor };
};

export const countUsers = (db: Db, filter: UserFilter): Promise<number> => countRows(matching(db, filter));

/** One user with the columns that admins see, or undefined. */
export const findAdminUser = (db: Db, { id, now }: { id: string; now: number }) =>
  withColumns(
    db.selectFrom('users').where('users.deleted_at', 'is', null).where('users.id', '=', id),
    now,
  ).executeTakeFirst();

export type AdminUserRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

/** The history of an account, newest first. */
export const listUserEvents = async (
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor?: string | undefined },
) => {
  const before = decodeIdCursor(cursor);
  const rows = await db
    .selectFrom('user_events')
    .select(['id', 'what', 'actor', 'at'])
    .where('user_id', '=', userId)
    .$if(before !== null, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
  return {
    events: page.map((row) => ({ id: row.id, what: row.what, by: row.actor, at: new Date(row.at).toISOString() })),
    nextCursor,
  };
};
