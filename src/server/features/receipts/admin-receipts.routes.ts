import * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import {
  getAnyReceipt,
  listAllReceipts,
  moveReceipt as moveReceiptEndpoint,
  receiptsCsv,
} from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { type CsvRow, sendCsv } from '../../csv.ts';
import type { Db } from '../../db/shop-database.ts';
import { cutPage, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { moveReceipt } from './receipt-steps.service.ts';
import { presentAdminReceipt } from './receipts.present.ts';
import {
  countByStatus,
  countReceipts,
  findReceipt,
  listReceipts,
  numberBefore,
  type ReceiptFilter,
} from './receipts.queries.ts';

/** The order book: every receipt, found, read, moved on and exported by admins (decisions §6, §8 "admin lists"). */
export const registerAdminReceipts: Feature = (serve, deps) => {
  const { read } = deps.database;

  const anyReceipt = async (id: string) => {
    const row = await findReceipt(read, { id });
    if (!row) throw new ShopError('not_found');
    return { receipt: presentAdminReceipt(row) };
  };

  serve(listAllReceipts, async ({ query: { limit, cursor, ...filter } }) => {
    const rows = await listReceipts(read, { ...filter, before: numberBefore(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.number]));
    const counted = new Map((await countByStatus(read)).map((row) => [row.status, row.count]));
    return {
      receipts: page.map(presentAdminReceipt),
      total: await countReceipts(read, filter),
      nextCursor,
      counts: Object.fromEntries(RECEIPT_STATUSES.map((status) => [status, counted.get(status) ?? 0])) as Record<
        (typeof RECEIPT_STATUSES)[number],
        number
      >,
    };
  });

  serve(getAnyReceipt, ({ params: { id } }) => anyReceipt(id));

  serve(moveReceiptEndpoint, async ({ user, params: { id }, input: { status, note } }) => {
    await moveReceipt(deps, { id, to: status, actor: user.username, note: note || null });
    return anyReceipt(id);
  });

  serve(receiptsCsv, ({ query, reply }) => {
    const parsed = z.safeParse(listAllReceipts.query!, query);
    if (!parsed.success) throw new ShopError('invalid_input');
    return sendCsv(reply, 'receipts', CSV_HEADER, csvPages(read, parsed.data));
  });
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
    yield rows
      .map(presentAdminReceipt)
      .map((receipt) => [
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
      ]);
    if (rows.length < CSV_PAGE) return;
    before = rows.at(-1)!.number;
  }
};
