import { ShopError } from '#contract/errors.ts';
import {
  changeReceiptLines,
  getAnyReceipt,
  listAllReceipts,
  moveReceipt,
  receiptsCsv,
  undoReceiptStep,
} from '#contract/receipts.admin.ts';
import type { Db } from '../../db/types.ts';
import { type CsvRow, sendCsv } from '../../http/csv.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { changeLines } from './receipt-edits.service.ts';
import { countReceipts, findReceipt, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { updateReceipt } from './receipt-steps.service.ts';
import { presentAdminReceipt } from './receipts.present.ts';
import { undoStep } from './undo-step.service.ts';

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

  serve(moveReceipt, async ({ user, params: { id }, input: { status, note, ...facts } }) => {
    await updateReceipt(shop, { id, to: status, note: note || null, facts, actor: actorOf(user) });
    return anyReceipt(id);
  });

  serve(undoReceiptStep, async ({ user, params: { id }, input: { reason, from }, request }) => {
    await undoStep(shop, { id, from, reason: reason || null, actor: actorOf(user), key: idempotencyKey(request) });
    return anyReceipt(id);
  });

  serve(changeReceiptLines, async ({ user, params: { id }, input: { lines } }) => {
    await changeLines(shop, { id, lines, actor: actorOf(user) });
    return anyReceipt(id);
  });

  serve(receiptsCsv, ({ query: { limit: _, cursor: __, ...filters }, user, reply }) =>
    sendCsv(shop, reply, {
      name: 'receipts',
      by: user,
      filters: { ...filters, paymentSent: filters.paymentSent?.toString(), short: filters.short?.toString() },
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
  'points',
  'pointsDiscount',
  'received',
  'difference',
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
      receipt.points,
      receipt.pointsDiscount,
      receipt.received ?? '',
      receipt.difference ?? '',
    ]);
    if (rows.length < CSV_PAGE) return;
    before = rows.at(-1)!.number;
  }
};
