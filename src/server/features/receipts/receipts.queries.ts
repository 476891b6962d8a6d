import { sql } from 'kysely';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { COINS } from '#domain/quotes.ts';
import { isSold, type ReceiptEventKind, type ReceiptStatus } from '#domain/receipt-state.ts';
import { forUpdate } from '../../db/locks.ts';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { countSalesChange } from '../overview/sales-days.queries.ts';

/**
 * Finds a receipt and keeps others from changing it until the transaction ends. Receipts are locked before their items, and
 * items before the member, so that nobody deadlocks. With `userId`, only if it is that member's.
 */
export const lockReceipt = async (tx: Tx, { id, userId }: { id: string; userId?: string }) => {
  const receipt = await tx
    .selectFrom('receipts')
    .select([
      'id',
      'number',
      'user_id',
      'status',
      'subtotal_cents',
      'shipping_cents',
      'total_cents',
      'points',
      'points_discount_cents',
      'payment_sent_at',
      'received_cents',
      'coin',
      'txid',
      'tracking',
      'panel_note',
      'quotes',
      'expires_at',
      'part_kept_at',
      'seen_kept_at',
      'former_quotes',
    ])
    .where('id', '=', id)
    .modifyEnd(forUpdate(tx))
    .executeTakeFirst();
  return receipt && (userId === undefined || receipt.user_id === userId) ? receipt : undefined;
};

export type LockedReceipt = NonNullable<Awaited<ReturnType<typeof lockReceipt>>>;

/** The numbers and states of some receipts, at most 500. */
export const findNumbers = (db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom('receipts').select(['id', 'number', 'status']).where('id', 'in', ids).execute();

/** The lines of some receipts, in order. */
/** Whose these receipts are. */
export const findOwners = async (db: Db, { ids }: { ids: readonly string[] }) => {
  const found: { id: string; user_id: string }[] = [];
  for (const chunk of chunks(ids)) {
    found.push(...(await db.selectFrom('receipts').select(['id', 'user_id']).where('id', 'in', chunk).execute()));
  }
  return found;
};

export const findReceiptLines = (db: Db | Tx, receiptIds: readonly string[]) =>
  db
    .selectFrom('receipt_lines')
    .select([
      'id',
      'receipt_id',
      'item_id',
      'product_name',
      'product_brand',
      'size',
      'quantity',
      'unit_price_cents',
      'taken',
      'stock_version',
    ])
    .where('receipt_id', 'in', receiptIds)
    .orderBy('position')
    .execute();

/** The state after each entry of a receipt's history, oldest first. */
export const findStates = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<ReceiptStatus[]> => {
  const events = await tx
    .selectFrom('receipt_events')
    .select('status')
    .where('receipt_id', '=', receiptId)
    .orderBy('id')
    .execute();
  return events.map(({ status }) => status);
};

/**
 * Stores the batches that leave the shop with a receipt (behavior 7.20). Of an item that has no batch any more it is the
 * one of the order.
 */
export const keepShippedBatches = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<void> => {
  await tx
    .updateTable('receipt_lines')
    .set(({ selectFrom, fn, ref }) => ({
      shipped_batch: fn.coalesce(
        selectFrom('items').select('items.batch').whereRef('items.id', '=', 'receipt_lines.item_id'),
        ref('receipt_lines.batch'),
      ),
    }))
    .where('receipt_id', '=', receiptId)
    .execute();
};

/** Nothing of a receipt has left the shop after all. */
export const forgetShippedBatches = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<void> => {
  await tx.updateTable('receipt_lines').set({ shipped_batch: null }).where('receipt_id', '=', receiptId).execute();
};

/** Adds an entry to a receipt's history. */
export const insertReceiptEvent = async (
  tx: Tx,
  event: {
    receiptId: string;
    kind: ReceiptEventKind;
    /** The state after it. */
    status: ReceiptStatus;
    actor: string;
    note?: string | null;
    changes?: ReceiptEvent['changes'];
    now: number;
  },
): Promise<void> => {
  await tx
    .insertInto('receipt_events')
    .values({
      receipt_id: event.receiptId,
      kind: event.kind,
      status: event.status,
      actor: event.actor,
      note: event.note ?? null,
      changes: event.changes ? JSON.stringify(event.changes) : null,
      at: event.now,
    })
    .execute();
};

/** Moves a receipt if it is still in the state `from`. Of two simultaneous calls only one succeeds. */
export const moveStatus = async (
  tx: Tx,
  {
    id,
    from,
    to,
    expiresAt,
    paidAt,
    overdueAt,
  }: {
    id: string;
    from: ReceiptStatus;
    to: ReceiptStatus;
    /** Null unless it awaits payment. */
    expiresAt: number | null;
    /** The time of a step to paid. Only the first one is kept. */
    paidAt?: number | undefined;
    /** Moves only a receipt whose reservation has ended by then. */
    overdueAt?: number | undefined;
  },
) => {
  const moved = await tx
    .updateTable('receipts')
    .set(({ fn, ref, val }) => ({
      status: to,
      expires_at: expiresAt,
      ...(paidAt !== undefined && { paid_at: fn.coalesce(ref('paid_at'), val(paidAt)) }),
    }))
    .where('id', '=', id)
    .where('status', '=', from)
    .$if(overdueAt !== undefined, (query) => query.where('expires_at', '<=', overdueAt!))
    .returning(['number', 'user_id', 'subtotal_cents', 'points', 'points_discount_cents', 'paid_at'])
    .executeTakeFirst();
  if (moved && isSold(from) !== isSold(to)) await countSalesChange(tx, moved);
  return moved;
};

/** Stores facts about a receipt. Absent ones stay as they are. */
export const setFacts = async (
  tx: Tx,
  {
    id,
    ...facts
  }: { id: string } & Partial<
    Pick<
      LockedReceipt,
      | 'payment_sent_at'
      | 'expires_at'
      | 'part_kept_at'
      | 'seen_kept_at'
      | 'received_cents'
      | 'coin'
      | 'txid'
      | 'tracking'
      | 'panel_note'
    >
  >,
): Promise<void> => {
  await tx.updateTable('receipts').set(facts).where('id', '=', id).execute();
};

export const setAmounts = async (
  tx: Tx,
  {
    id,
    subtotalCents,
    points,
    pointsDiscountCents,
    totalCents,
    quotes,
    ...kept
  }: {
    id: string;
    subtotalCents: number;
    points: number;
    pointsDiscountCents: number;
    totalCents: number;
    /** JSON. */
    quotes: string;
  } & Partial<Pick<LockedReceipt, 'received_cents' | 'expires_at' | 'part_kept_at' | 'seen_kept_at'>>,
): Promise<void> => {
  const changed = await tx
    .updateTable('receipts')
    .set({
      subtotal_cents: subtotalCents,
      points,
      points_discount_cents: pointsDiscountCents,
      total_cents: totalCents,
      quotes,
      ...kept,
    })
    .where('id', '=', id)
    .returning(['status', 'paid_at'])
    .executeTakeFirst();
  if (changed && isSold(changed.status)) await countSalesChange(tx, changed);
};

/** Stores quotes, and those of before; both are JSON. */
export const setQuotes = async (
  tx: Tx,
  { id, ...quotes }: { id: string } & Pick<LockedReceipt, 'quotes' | 'former_quotes'>,
): Promise<void> => {
  await tx.updateTable('receipts').set(quotes).where('id', '=', id).execute();
};

export const setLineQuantity = async (
  tx: Tx,
  { lineId, quantity }: { lineId: number; quantity: number },
): Promise<void> => {
  await tx.updateTable('receipt_lines').set({ quantity }).where('id', '=', lineId).execute();
};

export const deleteLine = async (tx: Tx, { lineId }: { lineId: number }): Promise<void> => {
  await tx.deleteFrom('receipt_lines').where('id', '=', lineId).execute();
};

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

/**
 * Removes everything that names or leads to a member from the member's receipts: notes, tracking, transaction, the
 * seller's note, the key of the call, and all texts of the history. A coin stays if it is one that the shop knows. Amounts
 * and lines stay. The types of the rows forbid to change some of this. The end of an account is the one exception.
 */
export const deleteNotes = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  const ofUser = tx.selectFrom('receipts').select('id').where('user_id', '=', userId);
  await tx
    .updateTable('receipts')
    .set({
      ...{ notes: '', txid: null, tracking: null, panel_note: null, idempotency_key: null },
      coin: sql`case when coin in (${sql.join(COINS)}) then coin end`,
    } as never)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('receipt_events')
    .set({ changes: null })
    .where('kind', 'in', ['facts', 'panel_note', 'payment_sent'])
    .where('receipt_id', 'in', ofUser)
    .execute();
  await tx
    .updateTable('receipt_events')
    .set({ note: null } as never)
    .where('receipt_id', 'in', ofUser)
    .execute();
};
