import type { QueryOf } from '#contract/endpoint.ts';
import type { UserSort, usersCsv } from '#contract/users.admin.ts';
import { localDate } from '#domain/local-days.ts';
import type { Role } from '#domain/permissions.ts';
import type { Db } from '../../db/types.ts';
import { type CountedTable, type CsvColumns, type CsvRow, csvRows } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from './sessions.ts';
import { countUsers, listUsers, type UserFilter } from './users.admin.queries.ts';
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
  const columns = columnsOf(shop);
  return {
    name: 'users',
    by: user,
    filters: { q: query.q, status: query.status, verify: query.verify?.toString(), sort: query.sort },
    header: Object.keys(columns),
    count: (db) => countUsers(db, filter),
    pages: (db) => csvPages(db, columns, { ...filter, viewer: user.role }),
  };
};

type Columns = CsvColumns<ReturnType<typeof presentAdminUser>>;

/** The table calls nobody verified while members need no approval (behavior 3.8). */
const columnsOf = ({ settings: { MEMBERS_NEED_APPROVAL: needsApproval } }: Pick<Shop, 'settings'>): Columns => ({
  id: (user) => user.id,
  username: (user) => user.username,
  email: (user) => user.email,
  signalUsername: (user) => user.signalUsername,
  memberType: (user) => user.memberType,
  isAdmin: (user) => (user.isAdmin ? 'yes' : 'no'),
  role: (user) => user.role,
  status: (user) => user.status,
  verified: ({ verified }) => (needsApproval ? (verified ? 'yes' : 'no') : 'not required'),
  verifiedUntil: ({ verifiedUntil }) => (needsApproval ? verifiedUntil : null),
  points: (user) => user.points,
  receipts: (user) => user.receipts,
  createdAt: (user) => user.createdAt,
  lastSeenAt: (user) => user.lastSeenAt,
  spent: (user) => user.spent,
  lastOrderAt: (user) => user.lastOrderAt,
});

/** Each page sorts all users again, so there are few. */
const CSV_PAGE = 1000;

const csvPages = async function* (
  db: Db,
  columns: Columns,
  { viewer, ...filter }: UserFilter & { sort: UserSort; now: number; viewer: Role },
): AsyncGenerator<CsvRow[]> {
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(db, { ...filter, cursor, limit: CSV_PAGE });
    yield csvRows(
      columns,
      page.users.map((row) => presentAdminUser(row, viewer)),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
};
