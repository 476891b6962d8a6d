import { ShopError } from '#contract/errors.ts';
import {
  cancelOwnReceipt,
  confirmOrder as confirmOrderEndpoint,
  getBuyAgain,
  getReceipt,
  listReceipts as listReceiptsEndpoint,
  renewQuotes as renewQuotesEndpoint,
  sayPaymentSent,
} from '#contract/receipts.ts';
import { afterSaving } from '../../db/failures.ts';
import { fromJson } from '../../db/json.ts';
import { cutPage, encodeCursor, pageAfter } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { onceWith } from '../idempotency/once.ts';
import { confirmOrder } from './confirm.service.ts';
import { findBuyAgain, findOwnReceipt, findOwnReceipts } from './own-receipts.queries.ts';
import { renewQuotes } from './quotes.service.ts';
import { recordPaymentSent } from './receipt-edits.service.ts';
import { findReceipt, type OwnReceiptRow, withDetails } from './receipt-reads.queries.ts';
import { cancelForMember } from './receipt-steps.service.ts';
import { presentForChat, presentReceipt } from './receipts.present.ts';

/** Confirming an order, and a member's own receipts (behavior 6.5, 7.3). */
export const registerReceipts: Feature = (serve, shop) => {
  const { database, sessions, settings } = shop;
  /** @throws ShopError not_found (404), also for a receipt of another member */
  const presentOwn = (row: OwnReceiptRow | undefined) => {
    if (!row) throw new ShopError('not_found');
    return { receipt: presentReceipt(row), ...presentForChat(row, settings.TELEGRAM_SELLER) };
  };

  serve.inOneStatement(confirmOrderEndpoint, async ({ session, input, key, reply }) => {
    const confirmed = await confirmOrder(shop, { session, key, ...input });
    if (!confirmed.created) reply.code(200);
    return onceWith(confirmed, presentOwn(confirmed.receipt));
  });

  serve.inOneStatement(listReceiptsEndpoint, async ({ session, query: { limit, cursor } }) => {
    const [row] = await findOwnReceipts(database.read, { ...session, ...pageAfter(cursor, limit) });
    await sessions.accept(row, session);
    const { page, nextCursor } = cutPage(fromJson(row!.receipts), limit, ({ number }) => encodeCursor([number]));
    return { receipts: page.map(withDetails).map(presentReceipt), nextCursor };
  });

  serve.inOneStatement(getBuyAgain, async ({ session }) => {
    const [row] = await findBuyAgain(database.read, session);
    await sessions.accept(row, session);
    return { ids: fromJson(row!.products).map(({ id }) => id) };
  });

  serve.inOneStatement(getReceipt, async ({ session, params: { id } }) => {
    const [row] = await findOwnReceipt(database.read, { ...session, id });
    await sessions.accept(row, session);
    const receipt = fromJson(row!.receipt);
    return presentOwn(receipt ? withDetails(receipt) : undefined);
  });

  /** The receipt that a call has changed. */
  const ownReceipt = (id: string) =>
    afterSaving(async () => ({ receipt: presentReceipt((await findReceipt(database.read, { id }))!) }));

  serve(sayPaymentSent, async ({ user, params: { id }, input }) => {
    await recordPaymentSent(shop, { id, userId: user.userId, actor: actorOf(user), ...input });
    return ownReceipt(id);
  });

  serve(renewQuotesEndpoint, async ({ user, params: { id } }) => {
    await renewQuotes(shop, { id, userId: user.userId });
    return ownReceipt(id);
  });

  serve(cancelOwnReceipt, async ({ user, params: { id } }) => {
    await cancelForMember(shop, { id, userId: user.userId, actor: actorOf(user) });
    return ownReceipt(id);
  });
};
