import { ShopError } from '#contract/errors.ts';
import {
  getAnyReceipt,
  listAllReceipts,
  moveReceipt as moveReceiptEndpoint,
  receiptsCsv,
} from '#contract/receipts.admin.ts';
import type { Db } from '../../db/types.ts';
import { type CsvRow, sendCsv } from '../../http/csv.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { countReceipts, findReceipt, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { moveReceipt } from './receipt-steps.service.ts';
import { presentAdminReceipt } from './receipts.present.ts';

/** All receipts, as admins search, move and export them (behavior 7.3). */
export const registerAdminReceipts: Feature = (serve, shop) => {
  const { read } = shop.database;

  const anyReceipt = async (id: string) => {
    const row = await findReceipt(read, { id });
    if (!row) throw new ShopError('not_found');
    return { receipt: presentAdminReceipt(row) };
  };

  serve(listAllReceipts, async ({ query: { limit, cursor, ...filter } }) => {
    const [rows, counted] = await Promise.all([
      listReceipts(read, { ...filter, before: decodeIdCursor(cursor), limit: limit + 1 }),
      countReceipts(read, filter),
    ]);
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.number]));
    return { receipts: page.map(presentAdminReceipt), nextCursor, ...counted };
  });

  serve(getAnyReceipt, ({ params: { id } }) => anyReceipt(id));

  serve(moveReceiptEndpoint, async ({ user, params: { id }, input: { status, note } }) => {
    await moveReceipt(shop, { id, to: status, actor: actorOf(user), note: note || null });
    return anyReceipt(id);
  });

  serve(receiptsCsv, ({ query: { limit: _, cursor: __, ...filters }, user, reply }) =>
    sendCsv(shop, reply, {
      name: 'receipts',
      by: user,
      filters,
      header: CSV_HEADER,
      pages: (db) => csvPages(db, filters),
    }),
  );
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
];
const CSV_PAGE = 200;

const csvPages = async function* (db: Db, filter: ReceiptFilter): AsyncGenerator<CsvRow[]> {
  let before: number | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listReceipts>> = await listReceipts(db, {
      ...filter,
      before,
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
    ]);
    if (rows.length < CSV_PAGE) return;
    before = rows.at(-1)!.number;
  }
};
