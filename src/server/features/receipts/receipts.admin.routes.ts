import { ShopError } from '#contract/errors.ts';
import {
  addPayment as addPaymentEndpoint,
  paymentsCsv,
  undoPayment as undoPaymentEndpoint,
} from '#contract/payments.admin.ts';
import {
  changeReceiptLines,
  getAnyReceipt,
  listAllReceipts,
  moveReceipt,
  moveReceipts,
  receiptsCsv,
  undoReceiptStep,
  undoReceiptSteps,
} from '#contract/receipts.admin.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import { afterSaving } from '../../db/failures.ts';
import { sendCsv } from '../../http/csv.ts';
import { cutPage } from '../../http/paging.ts';
import { type Feature, leaving } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { onceWith } from '../idempotency/once.ts';
import { findAlikeOrders } from './alike-orders.queries.ts';
import { moveEach, undoEach } from './bulk-steps.service.ts';
import { paymentsTable } from './payments.csv.ts';
import { addPayment, undoPayment } from './payments.service.ts';
import { changeLines } from './receipt-edits.service.ts';
import { filterOf } from './receipt-filter.ts';
import { findReceipt } from './receipt-reads.queries.ts';
import { findReceipts } from './receipt-search.queries.ts';
import { cursorOf, positionIn } from './receipt-sorts.queries.ts';
import { updateReceipt } from './receipt-steps.service.ts';
import { receiptsTable } from './receipts.csv.ts';
import { presentAdminReceipt } from './receipts.present.ts';
import { findShortItems, findShortReceipts } from './short-of-stock.queries.ts';
import { undoStep } from './undo-step.service.ts';

/** All receipts, as admins search, move and export them (behavior 7.3). */
export const registerAdminReceipts: Feature = (serve, shop) => {
  const { read } = shop.database;

  const anyReceipt = async (id: string) => {
    const row = await findReceipt(read, { id });
    if (!row) throw new ShopError('not_found');
    return { receipt: presentAdminReceipt(row) };
  };

  serve(listAllReceipts, async ({ query: { limit, cursor, sort, ...given }, reply }) => {
    const wanted = { sort, after: positionIn(sort, cursor), limit: limit + 1, left: leaving(reply) };
    const { rows, salesCents, ...counted } = await findReceipts(read, filterOf(shop, given), wanted);
    const { page, nextCursor } = cutPage(rows, limit, (row) => cursorOf(sort, row));
    return {
      receipts: page.map(presentAdminReceipt),
      short: await findShortReceipts(read, page),
      nextCursor,
      ...counted,
      sales: salesCents === null ? null : centsToAmount(salesCents),
    };
  });

  serve(getAnyReceipt, async ({ params: { id } }) => {
    const row = await findReceipt(read, { id });
    if (!row) throw new ShopError('not_found');
    const [short, alike] = await Promise.all([findShortItems(read, [row]), findAlikeOrders(read, shop, row)]);
    return {
      receipt: presentAdminReceipt(row),
      short: short.map(({ productId, missing }) => ({ productId, missing })),
      alike,
    };
  });

  serve(moveReceipt, async ({ user, params: { id }, input: { status, from, note, ...facts } }) => {
    await updateReceipt(shop, { id, to: status, from, note: note || null, facts, actor: actorOf(user) });
    return afterSaving(() => anyReceipt(id));
  });

  serve(moveReceipts, ({ user, input: { ids, from, status }, key }) =>
    moveEach(shop, { ids, from, to: status, actor: actorOf(user), key }),
  );

  serve(undoReceiptSteps, ({ user, input: { ids, from }, key }) =>
    undoEach(shop, { ids, from, actor: actorOf(user), key }),
  );

  serve(undoReceiptStep, async ({ user, params: { id }, input: { reason, from }, key }) => {
    const undone = await undoStep(shop, { id, from, reason: reason || null, actor: actorOf(user), key });
    return onceWith(undone, await afterSaving(() => anyReceipt(id)));
  });

  serve(changeReceiptLines, async ({ user, params: { id }, input: { lines } }) => {
    await changeLines(shop, { id, lines, actor: actorOf(user) });
    return afterSaving(() => anyReceipt(id));
  });

  serve(addPaymentEndpoint, async ({ user, params: { id }, input, key }) => {
    const added = await addPayment(shop, {
      id,
      kind: input.kind,
      coin: input.coin || null,
      coinAmount: input.coinAmount || null,
      cents: toCents(input.dollars)!,
      txid: input.txid || null,
      note: input.note || null,
      actor: actorOf(user),
      key,
    });
    return onceWith(added, await afterSaving(() => anyReceipt(id)));
  });

  serve(undoPaymentEndpoint, async ({ user, params: { id, paymentId }, key }) => {
    const undone = await undoPayment(shop, { id, paymentId: Number(paymentId), actor: actorOf(user), key });
    return onceWith(undone, await afterSaving(() => anyReceipt(id)));
  });

  serve(paymentsCsv, ({ query, user, reply }) => sendCsv(shop, reply, paymentsTable(shop, user, query)));

  serve(receiptsCsv, ({ query, user, reply }) => sendCsv(shop, reply, receiptsTable(shop, user, query)));
};
