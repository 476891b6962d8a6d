import type { QueryOf } from '#contract/endpoint.ts';
import type { paymentsCsv } from '#contract/payments.admin.ts';
import { endOfDay, localDate, startOfDay } from '#domain/local-days.ts';
import { centsToAmount } from '#domain/money.ts';
import type { Db } from '../../db/types.ts';
import { type CsvColumns, type CsvRow, type CsvTable, csvRows, Digits } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { listPayments } from './payments.queries.ts';

type Row = Awaited<ReturnType<typeof listPayments>>[number];

/** The books of some days as a table to export (behavior 7.26). */
export const paymentsTable = (
  { settings: { TIME_ZONE } }: Pick<Shop, 'settings'>,
  user: SignedIn,
  { from, to }: QueryOf<typeof paymentsCsv>,
): CsvTable => {
  const columns: CsvColumns<Row> = {
    date: ({ at }) => localDate(at, TIME_ZONE),
    order: ({ number }) => number,
    kind: ({ kind }) => kind,
    coin: ({ coin }) => coin,
    amount: ({ coin_amount }) => numberCell(coin_amount),
    dollars: ({ cents }) => numberCell(cents === null ? null : centsToAmount(cents)),
    // Entries by hand have none.
    rate: ({ rate }) => rate,
    transaction: ({ txid }) => txid,
  };
  const since = from === undefined ? undefined : startOfDay(from, TIME_ZONE);
  const until = to === undefined ? undefined : endOfDay(to, TIME_ZONE);
  return {
    name: 'payments',
    by: user,
    filters: { from, to },
    header: Object.keys(columns),
    pages: (db) => csvPages(db, columns, { since, until }),
  };
};

const numberCell = (amount: string | null): Digits | null => (amount === null ? null : new Digits(amount));

const CSV_PAGE = 500;

const csvPages = async function* (
  db: Db,
  columns: CsvColumns<Row>,
  times: { since: number | undefined; until: number | undefined },
): AsyncGenerator<CsvRow[]> {
  let after = 0;
  for (;;) {
    const rows: Row[] = await listPayments(db, { ...times, after, limit: CSV_PAGE });
    yield csvRows(columns, rows);
    if (rows.length < CSV_PAGE) return;
    after = rows.at(-1)!.id;
  }
};
