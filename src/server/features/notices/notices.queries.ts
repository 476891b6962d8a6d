import type { Touch, Tx } from '../../db/shop-database.ts';
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
