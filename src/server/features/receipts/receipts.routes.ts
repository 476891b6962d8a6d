import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import {
  confirmOrder as confirmOrderEndpoint,
  getReceipt,
  listReceipts as listReceiptsEndpoint,
} from '#contract/receipts.ts';
import type { Deps } from '../../deps.ts';
import { cutPage, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { confirmOrder } from './confirm.service.ts';
import { presentForChat, presentReceipt } from './receipts.present.ts';
import { findReceipt, listReceipts, numberBefore } from './receipts.queries.ts';

/** Confirming an order, and a member's own receipts (decisions §6, §8 "receipts"). */
export const registerReceipts: Feature = (serve, deps) => {
  serve(confirmOrderEndpoint, async ({ user, input: { expectedTotal }, request, reply }) => {
    const { receiptId, created } = await confirmOrder(deps, { user, key: idempotencyKey(request), expectedTotal });
    if (!created) reply.code(200);
    return ownReceipt(deps, { id: receiptId, userId: user.userId });
  });

  serve(listReceiptsEndpoint, async ({ user: { userId }, query: { limit, cursor } }) => {
    const rows = await listReceipts(deps.database.read, { userId, before: numberBefore(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.number]));
    return { receipts: page.map(presentReceipt), nextCursor };
  });

  serve(getReceipt, ({ user: { userId }, params: { id } }) => ownReceipt(deps, { id, userId }));
};

/** @throws ShopError not_found (404), also for another member's */
const ownReceipt = async ({ database, settings }: Deps, { id, userId }: { id: string; userId: string }) => {
  const row = await findReceipt(database.read, { id, userId });
  if (!row) throw new ShopError('not_found');
  return { receipt: presentReceipt(row), ...presentForChat(row, settings.TELEGRAM_SELLER) };
};

/** The key of the request, or null. @throws ShopError invalid_input for an empty or very long one */
const idempotencyKey = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
    throw new ShopError('invalid_input', { message: 'The Idempotency-Key must be 1 to 200 characters' });
  }
  return key;
};
