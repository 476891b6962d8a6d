import type { QueryOf } from '#contract/endpoint.ts';
import type { usersCsv } from '#contract/users.admin.ts';
import { localDate } from '#domain/local-days.ts';
import type { Db } from '../../db/types.ts';
import type { CountedTable, CsvRow } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from './sessions.ts';
import { countUsers, listUsers, type UserFilter, type UserSort } from './users.admin.queries.ts';
import { presentAdminUser } from './users.present.ts';

/** Now, and the day in the shop's time zone: whether a verification is still valid depends on both. */
export const datesOf = ({ clock, settings }: Pick<Shop, 'clock' | 'settings'>) => {
  const now = clock();
  return { now, today: localDate(now, settings.TIME_ZONE) };
};

/** The list of users as a table to export (behavior 3.7). */
export const usersTable = (
  shop: Pick<Shop, 'clock' | 'settings'>,
  user: SignedIn,
  query: QueryOf<typeof usersCsv>,
): CountedTable => {
  const filter = { ...query, ...datesOf(shop) };
  return {
    name: 'users',
    by: user,
    filters: { q: query.q, status: query.status, verify: query.verify?.toString(), sort: query.sort },
    header: CSV_HEADER,
    count: (db) => countUsers(db, filter),
    pages: (db) => csvPages(db, filter),
  };
};

const CSV_HEADER = [
  'id',
  'username',
  'email',
  'signalUsername',
  'memberType',
  'isAdmin',
  'role',
  'status',
  'verified',
  'verifiedUntil',
  'points',
  'receipts',
  'createdAt',
  'lastSeenAt',
];
/** Each page sorts all users again, so there are few. */
const CSV_PAGE = 1000;

const csvPages = async function* (
  db: Db,
  filter: UserFilter & { sort: UserSort; now: number },
): AsyncGenerator<CsvRow[]> {
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(db, { ...filter, cursor, limit: CSV_PAGE });
    yield page.users
      .map(presentAdminUser)
      .map((user) => [
        user.id,
        user.username,
        user.email,
        user.signalUsername,
        user.memberType,
        user.isAdmin ? 'yes' : 'no',
        user.role,
        user.status,
        user.verified ? 'yes' : 'no',
        user.verifiedUntil,
        user.points,
        user.receipts,
        user.createdAt,
        user.lastSeenAt,
      ]);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
};
