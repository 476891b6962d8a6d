import type { ReceiptStatus } from '#domain/receipt-state.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The lines of some receipts, in order. */
export const findReceiptLines = (db: Db | Tx, receiptIds: readonly string[]) =>
  db
    .selectFrom('receipt_lines')
    .select(['receipt_id', 'item_id', 'product_name', 'product_brand', 'quantity', 'unit_price_cents', 'batch'])
    .where('receipt_id', 'in', receiptIds)
    .orderBy('position')
    .execute();

/**
 * Stores the batches that leave the shop with a receipt (behavior 7.20). A line whose item has no batch any more keeps the
 * one of the order.
 */
export const keepShippedBatches = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<void> => {
  await tx
    .updateTable('receipt_lines')
    .set(({ selectFrom, fn, ref }) => ({
      batch: fn.coalesce(
        selectFrom('items').select('items.batch').whereRef('items.id', '=', 'receipt_lines.item_id'),
        ref('receipt_lines.batch'),
      ),
    }))
    .where('receipt_id', '=', receiptId)
    .execute();
};

/** Adds a step to a receipt's history. */
export const insertReceiptEvent = async (
  tx: Tx,
  event: { receiptId: string; status: ReceiptStatus; actor: string; note: string | null; now: number },
): Promise<void> => {
  await tx
    .insertInto('receipt_events')
    .values({
      receipt_id: event.receiptId,
      status: event.status,
      actor: event.actor,
      note: event.note,
      at: event.now,
    })
    .execute();
};

/** Moves a receipt if it is still in the state `from`. Of two simultaneous calls only one succeeds. */
export const moveStatus = (tx: Tx, { id, from, to }: { id: string; from: ReceiptStatus; to: ReceiptStatus }) =>
  tx
    .updateTable('receipts')
    .set({ status: to, expires_at: null })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning(['number', 'user_id', 'subtotal_cents'])
    .executeTakeFirst();

/** Unpaid receipts that are overdue, the oldest first. */
export const findOverdue = (db: Db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('receipts')
    .select('id')
    .where('expires_at', '<=', now)
    .where('status', '=', 'awaiting_payment')
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Removes a member's notes from the member's receipts. */
export const deleteNotes = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.updateTable('receipts').set({ notes: '' }).where('user_id', '=', userId).execute();
};
