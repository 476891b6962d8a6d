import type { QueryOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import {
  changeReceiptLines,
  getAnyReceipt,
  listAllReceipts,
  moveReceipt,
  moveReceipts,
  type ReceiptSort,
  receiptsCsv,
  undoReceiptStep,
} from '#contract/receipts.admin.ts';
import { endOfDay, startOfDay } from '#domain/local-days.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import type { Db } from '../../db/types.ts';
import { type CsvRow, sendCsv } from '../../http/csv.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { cutPage } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { moveEach } from './bulk-steps.service.ts';
import { changeLines } from './receipt-edits.service.ts';
import { countReceipts, findReceipt, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { cursorOf, type Position, positionIn, positionOf } from './receipt-sorts.queries.ts';
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

  serve(listAllReceipts, async ({ query: { limit, cursor, sort, ...given } }) => {
    const filter = filterOf(shop, given);
    const [rows, { salesCents, ...counted }] = await Promise.all([
      listReceipts(read, { ...filter, sort, after: positionIn(sort, cursor), limit: limit + 1 }),
      countReceipts(read, filter),
    ]);
    const { page, nextCursor } = cutPage(rows, limit, (row) => cursorOf(sort, row));
    return {
      receipts: page.map(presentAdminReceipt),
      nextCursor,
      ...counted,
      sales: salesCents === null ? null : centsToAmount(salesCents),
    };
  });

  serve(getAnyReceipt, ({ params: { id } }) => anyReceipt(id));

  serve(moveReceipt, async ({ user, params: { id }, input: { status, note, ...facts } }) => {
    await updateReceipt(shop, { id, to: status, note: note || null, facts, actor: actorOf(user) });
    return anyReceipt(id);
  });

  serve(moveReceipts, ({ user, input: { ids, status } }) => moveEach(shop, { ids, to: status, actor: actorOf(user) }));

  serve(undoReceiptStep, async ({ user, params: { id }, input: { reason, from }, request }) => {
    await undoStep(shop, { id, from, reason: reason || null, actor: actorOf(user), key: idempotencyKey(request) });
    return anyReceipt(id);
  });

  serve(changeReceiptLines, async ({ user, params: { id }, input: { lines } }) => {
    await changeLines(shop, { id, lines, actor: actorOf(user) });
    return anyReceipt(id);
  });

  serve(receiptsCsv, ({ query: { limit: _, cursor: __, sort, ...filters }, user, reply }) =>
    sendCsv(shop, reply, {
      name: 'receipts',
      by: user,
      filters: {
        ...filters,
        paymentSent: filters.paymentSent?.toString(),
        short: filters.short?.toString(),
        sort: sort === 'newest' ? undefined : sort,
      },
      header: CSV_HEADER,
      pages: (db) => csvPages(db, { sort, filter: filterOf(shop, filters) }),
    }),
  );
};

type GivenFilter = Omit<QueryOf<typeof listAllReceipts>, 'limit' | 'cursor' | 'sort'>;

/** The filter of a list, with its days as times and its dollars as cents. */
const filterOf = (
  { settings: { TIME_ZONE } }: Shop,
  { from, to, paidFrom, paidTo, minTotal, maxTotal, item, ...filter }: GivenFilter,
): ReceiptFilter => ({
  ...filter,
  since: from === undefined ? undefined : startOfDay(from, TIME_ZONE),
  until: to === undefined ? undefined : endOfDay(to, TIME_ZONE),
  paidSince: paidFrom === undefined ? undefined : startOfDay(paidFrom, TIME_ZONE),
  paidUntil: paidTo === undefined ? undefined : endOfDay(paidTo, TIME_ZONE),
  itemId: item === undefined ? undefined : Number(item),
  minCents: minTotal ? toCents(minTotal)! : undefined,
  maxCents: maxTotal ? toCents(maxTotal)! : undefined,
});

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
