import type { Db, Touch, Tx } from '../../db/shop-database.ts';
import type { Settings } from '../../settings.ts';
import { presentAdminReceipt } from '../receipts/receipts.present.ts';
import { findReceipt } from '../receipts/receipts.queries.ts';

/** What the seller's webhook is told of. */
export type NoticeEvent = 'receipt.confirmed' | 'receipt.paid' | 'receipt.cancelled';

/**
 * Puts a notice in the outbox, in the transaction of what it tells: either both happened or neither. Without a webhook
 * nothing is stored, so that one configured later is not flooded with old news.
 */
export const recordNotice = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  { event, receiptId, now }: { event: NoticeEvent; receiptId: string; now: number },
): Promise<void> => {
  if (!settings.ORDER_WEBHOOK_URL) return;
  const receipt = await findReceipt(tx, { id: receiptId });
  const payload = { event, at: new Date(now).toISOString(), receipt: presentAdminReceipt(receipt!) };
  await tx
    .insertInto('notices')
    .values({
      event,
      receipt_id: receiptId,
      payload: JSON.stringify(payload),
      next_attempt_at: now,
      delivered_at: null,
      last_error: null,
      created_at: now,
    })
    .execute();
  touch('notices');
};

/** Notices whose time has come, in the order in which it came. */
export const findDueNotices = (db: Db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('notices')
    .select(['id', 'event', 'payload', 'attempts'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export type DueNotice = Awaited<ReturnType<typeof findDueNotices>>[number];

/**
 * Takes a notice for delivery until `until`; answers false where another process was faster. A process that dies while
 * delivering leaves it to be taken again then.
 */
export const claimNotice = async (
  tx: Tx,
  notice: { id: number; attempts: number; until: number },
): Promise<boolean> => {
  const claimed = await tx
    .updateTable('notices')
    .set({ attempts: notice.attempts + 1, next_attempt_at: notice.until })
    .where('id', '=', notice.id)
    .where('attempts', '=', notice.attempts)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
};

/** Writes down how a delivery ended: delivered, or to be tried again at `next`, or given up where that is null. */
export const recordDelivery = async (
  tx: Tx,
  outcome: { id: number; error: string | null; next: number | null; now: number },
): Promise<void> => {
  await tx
    .updateTable('notices')
    .set(
      outcome.error === null
        ? { delivered_at: outcome.now, next_attempt_at: null, last_error: null }
        : { next_attempt_at: outcome.next, last_error: outcome.error },
    )
    .where('id', '=', outcome.id)
    .execute();
};

/** Forgets what was, and is still to be, told of a member's orders: a deleted account leaves nothing that names it. */
export const deleteNoticesOf = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx
    .deleteFrom('notices')
    .where('receipt_id', 'in', (receipts) =>
      receipts.selectFrom('receipts').select('receipts.id').where('receipts.user_id', '=', userId),
    )
    .execute();
};

/** Notices, newest first: at most `limit` of those below the id `before`. */
export const listNotices = (db: Db, { before, limit }: { before: number | null; limit: number }) =>
  db
    .selectFrom('notices')
    .leftJoin('receipts', 'receipts.id', 'notices.receipt_id')
    .select([
      'notices.id',
      'notices.event',
      'notices.attempts',
      'notices.next_attempt_at',
      'notices.delivered_at',
      'notices.last_error',
      'notices.created_at',
      'receipts.number as receipt_number',
    ])
    .$if(before !== null, (query) => query.where('notices.id', '<', before!))
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute();

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];
