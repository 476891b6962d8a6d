import type { QueryOf } from '#contract/endpoint.ts';
import type { transactionsCsv } from '#contract/points.admin.ts';
import type { Db } from '../../db/types.ts';
import { type CountedTable, type CsvColumns, type CsvRow, csvRows } from '../../http/csv.ts';
import type { SignedIn } from '../users/sessions.ts';
import { presentAdminTransaction } from './points.present.ts';
import { type LedgerFilter, listEntries, sumEntries } from './points.queries.ts';

/** The ledger of all members as a table to export (behavior 8.4). */
export const transactionsTable = (
  user: SignedIn,
  { limit: _, cursor: __, ...filters }: QueryOf<typeof transactionsCsv>,
): CountedTable => ({
  name: 'transactions',
  by: user,
  filters,
  header: Object.keys(COLUMNS),
  count: async (db) => (await sumEntries(db, filters)).total,
  pages: (db) => csvPages(db, filters),
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

const csvPages = async function* (db: Db, filter: LedgerFilter): AsyncGenerator<CsvRow[]> {
  let before: number | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listEntries>> = await listEntries(db, { ...filter, before, limit: CSV_PAGE });
    yield csvRows(COLUMNS, rows.map(presentAdminTransaction));
    if (rows.length < CSV_PAGE) return;
    before = rows.at(-1)!.id;
  }
};
