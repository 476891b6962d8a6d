import { ShopError } from '#contract/errors.ts';
import {
  confirmOrder as confirmOrderEndpoint,
  getReceipt,
  listReceipts as listReceiptsEndpoint,
} from '#contract/receipts.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { confirmOrder } from './confirm.service.ts';
import { presentForChat, presentReceipt } from './receipts.present.ts';
import { findReceipt, listReceipts, type ReceiptRow } from './receipts.queries.ts';

/** Confirming an order, and a member's own receipts (behavior 6.5, 7.3). */
export const registerReceipts: Feature = (serve, shop) => {
  serve.inOneStatement(confirmOrderEndpoint, async ({ session, input: { expectedTotal }, request, reply }) => {
    const { receipt, created } = await confirmOrder(shop, { session, key: idempotencyKey(request), expectedTotal });
    if (!created) reply.code(200);
    return present(shop, receipt);
  });

  serve(listReceiptsEndpoint, async ({ user: { userId }, query: { limit, cursor } }) => {
    const rows = await listReceipts(shop.database.read, { userId, before: decodeIdCursor(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.number]));
    return { receipts: page.map(presentReceipt), nextCursor };
  });

  serve(getReceipt, ({ user: { userId }, params: { id } }) => ownReceipt(shop, { id, userId }));
};

/** @throws ShopError not_found (404), also for a receipt of another member */
const ownReceipt = async (shop: Shop, { id, userId }: { id: string; userId: string }) => {
  const row = await findReceipt(shop.database.read, { id, userId });
  if (!row) throw new ShopError('not_found');
  return present(shop, row);
};

const present = ({ settings }: Shop, row: ReceiptRow) => ({
  receipt: presentReceipt(row),
  ...presentForChat(row, settings.TELEGRAM_SELLER),
});
