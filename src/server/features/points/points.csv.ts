import type { QueryOf } from '#contract/endpoint.ts';
import type { LedgerSort, transactionsCsv } from '#contract/points.admin.ts';
import type { Position } from '../../db/list-order.ts';
import type { Db } from '../../db/types.ts';
import { type CountedTable, type CsvColumns, type CsvRow, csvRows } from '../../http/csv.ts';
import type { SignedIn } from '../users/sessions.ts';
import { positionOf } from './ledger-sorts.queries.ts';
import { presentAdminTransaction } from './points.present.ts';
import { type LedgerFilter, listEntries, sumEntries } from './points.queries.ts';

/** The ledger of all members as a table to export (behavior 8.4). */
export const transactionsTable = (
  user: SignedIn,
  { limit: _, cursor: __, sort, ...filter }: QueryOf<typeof transactionsCsv>,
): CountedTable => ({
  name: 'transactions',
  by: user,
  filters: { ...filter, sort: sort === 'newest' ? undefined : sort },
  header: Object.keys(COLUMNS),
  count: async (db) => (await sumEntries(db, filter)).total,
  pages: (db) => csvPages(db, { ...filter, sort }),
});

const COLUMNS: CsvColumns<ReturnType<typeof presentAdminTransaction>> = {
  id: (entry) => entry.id,
  createdAt: (entry) => entry.createdAt,
  username: (entry) => entry.username,
  points: (entry) => entry.points,
  kind: (entry) => entry.kind,
  reason: (entry) => entry.reason,
  by: (entry) => entry.by,
  receiptNumber: (entry) => entry.receiptNumber,
};
const CSV_PAGE = 500;

const csvPages = async function* (db: Db, filter: LedgerFilter & { sort: LedgerSort }): AsyncGenerator<CsvRow[]> {
  let after: Position | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listEntries>> = await listEntries(db, { ...filter, after, limit: CSV_PAGE });
    yield csvRows(COLUMNS, rows.map(presentAdminTransaction));
    if (rows.length < CSV_PAGE) return;
    after = positionOf(filter.sort, rows.at(-1)!);
  }
};
