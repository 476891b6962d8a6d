import type { QueryOf } from '#contract/endpoint.ts';
import type { ReceiptSort, receiptsCsv } from '#contract/receipts.admin.ts';
import type { Db } from '../../db/types.ts';
import type { CountedTable, CsvRow } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { filterOf } from './receipt-filter.ts';
import { countReceipts, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { type Position, positionOf } from './receipt-sorts.queries.ts';
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
    header: CSV_HEADER,
    count: async (db) => (await countReceipts(db, filter)).total,
    pages: (db) => csvPages(db, { sort, filter }),
  };
};

const CSV_HEADER = [
  'number',
  'status',
  'createdAt',
  'username',
  'memberType',
  'lines',
  'subtotal',
  'shippingOption',
  'shippingCost',
  'total',
  'notes',
  'batches',
  'points',
  'pointsDiscount',
  'received',
  'difference',
];
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
    yield rows.map(presentAdminReceipt).map((receipt) => [
      receipt.number,
      receipt.status,
      receipt.createdAt,
      receipt.username,
      receipt.memberType,
      receipt.lines.map((line) => `${line.quantity} x ${line.productName}`).join('; '),
      receipt.subtotal,
      receipt.shippingOption,
      receipt.shippingCost,
      receipt.total,
      receipt.notes,
      receipt.lines
        .filter((line) => line.batch !== null)
        .map((line) => `${line.quantity} x ${line.productName} (${line.batch})`)
        .join('; '),
      receipt.points,
      receipt.pointsDiscount,
      receipt.received ?? '',
      receipt.difference ?? '',
    ]);
    if (rows.length < CSV_PAGE) return;
    after = positionOf(sort, rows.at(-1)!);
  }
};
