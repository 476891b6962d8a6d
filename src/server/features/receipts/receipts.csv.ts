import type { QueryOf } from '#contract/endpoint.ts';
import type { ReceiptSort, receiptsCsv } from '#contract/receipts.admin.ts';
import { lineName } from '#domain/line-name.ts';
import { batchesText } from '#domain/receipt-batches.ts';
import type { Position } from '../../db/list-order.ts';
import type { Db } from '../../db/types.ts';
import { type CountedTable, type CsvColumns, type CsvRow, csvRows, Digits } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { filterOf } from './receipt-filter.ts';
import { countReceipts, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { positionOf } from './receipt-sorts.queries.ts';
import { presentAdminReceipt } from './receipts.present.ts';

/** The list of receipts as a table to export (behavior 7.21). */
export const receiptsTable = (
  shop: Pick<Shop, 'settings'>,
  user: SignedIn,
  { limit: _, cursor: __, sort, ...filters }: QueryOf<typeof receiptsCsv>,
): CountedTable => {
  const filter = filterOf(shop, filters);
  return {
    name: 'receipts',
    by: user,
    filters: {
      ...filters,
      paymentSent: filters.paymentSent?.toString(),
      short: filters.short?.toString(),
      sort: sort === 'newest' ? undefined : sort,
    },
    header: Object.keys(COLUMNS),
    count: async (db) => (await countReceipts(db, filter)).total,
    pages: (db) => csvPages(db, { sort, filter }),
  };
};

const COLUMNS: CsvColumns<ReturnType<typeof presentAdminReceipt>> = {
  number: (receipt) => receipt.number,
  status: (receipt) => receipt.status,
  createdAt: (receipt) => receipt.createdAt,
  username: (receipt) => receipt.username,
  memberType: (receipt) => receipt.memberType,
  lines: (receipt) => receipt.lines.map((line) => `${line.quantity} x ${lineName(line)}`).join('; '),
  subtotal: (receipt) => receipt.subtotal,
  shippingOption: (receipt) => receipt.shippingOption,
  shippingCost: (receipt) => receipt.shippingCost,
  total: (receipt) => receipt.total,
  notes: (receipt) => receipt.notes,
  batches: (receipt) =>
    receipt.lines
      .filter((line) => line.batch !== null)
      .map((line) => `${line.quantity} x ${lineName(line)} (${batchesText(line)})`)
      .join('; '),
  points: (receipt) => receipt.points,
  pointsDiscount: (receipt) => receipt.pointsDiscount,
  received: (receipt) => receipt.received ?? '',
  difference: (receipt) => (receipt.difference === null ? '' : new Digits(receipt.difference)),
};
const CSV_PAGE = 200;

const csvPages = async function* (
  db: Db,
  { sort, filter }: { sort: ReceiptSort; filter: ReceiptFilter },
): AsyncGenerator<CsvRow[]> {
  let after: Position | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listReceipts>> = await listReceipts(db, {
      ...filter,
      sort,
      after,
      limit: CSV_PAGE,
    });
    yield csvRows(COLUMNS, rows.map(presentAdminReceipt));
    if (rows.length < CSV_PAGE) return;
    after = positionOf(sort, rows.at(-1)!);
  }
};
