import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ShippingOption } from '#domain/constants.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The lines of some receipts, in order. */
export const findReceiptLines = (db: Db | Tx, receiptIds: readonly string[]) =>
  db
    .selectFrom('receipt_lines')
    .select(['receipt_id', 'item_id', 'product_name', 'product_brand', 'quantity', 'unit_price_cents'])
    .where('receipt_id', 'in', receiptIds)
    .orderBy('position')
    .execute();

/** The receipt that a member made with an idempotency key. */
export const findReceiptByKey = (tx: Tx, { userId, key }: { userId: string; key: string }) =>
  tx
    .selectFrom('receipts')
    .select('id')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

const FIRST_NUMBER = 1001;

/** The next receipt number. There are no gaps, because a failed transaction gives it back. Other transactions wait. */
export const nextReceiptNumber = async (tx: Tx): Promise<number> => {
  const { value } = await tx
    .insertInto('counters')
    .values({ name: 'receipt', value: FIRST_NUMBER })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
};

/** Stores a new receipt with its lines and first event. Returns its id, which nobody can guess. */
export const insertReceipt = async (
  tx: Tx,
  receipt: {
    number: number;
    userId: string;
    username: string;
    key: string | null;
    shippingOption: ShippingOption;
    subtotalCents: number;
    shippingCents: number;
    totalCents: number;
    notes: string;
    expiresAt: number;
    now: number;
    lines: readonly { itemId: number; name: string; brand: string; quantity: number; unitPriceCents: number }[];
  },
): Promise<string> => {
  const id = randomBytes(15).toString('base64url');
  await tx
    .insertInto('receipts')
    .values({
      id,
      number: receipt.number,
      user_id: receipt.userId,
      status: 'awaiting_payment',
      subtotal_cents: receipt.subtotalCents,
      shipping_option: receipt.shippingOption,
      shipping_cents: receipt.shippingCents,
      total_cents: receipt.totalCents,
      notes: receipt.notes,
      idempotency_key: receipt.key,
      created_at: receipt.now,
      expires_at: receipt.expiresAt,
    })
    .execute();
  const lines = receipt.lines.map((line, position) => ({
    receipt_id: id,
    position,
    item_id: line.itemId,
    product_name: line.name,
    product_brand: line.brand,
    quantity: line.quantity,
    unit_price_cents: line.unitPriceCents,
  }));
  for (const chunk of chunks(lines)) await tx.insertInto('receipt_lines').values(chunk).execute();
  await insertReceiptEvent(tx, {
    receiptId: id,
    status: 'awaiting_payment',
    actor: receipt.username,
    note: null,
    now: receipt.now,
  });
  return id;
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

/** Removes a member's notes and name from the member's receipts. `anonym` replaces the name. */
export const anonymizeReceipts = async (
  tx: Tx,
  { userId, username, anonym }: { userId: string; username: string; anonym: string },
): Promise<void> => {
  await tx.updateTable('receipts').set({ notes: '' }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('receipt_events')
    .set({ actor: anonym })
    .where('actor', '=', username)
    .where('receipt_id', 'in', tx.selectFrom('receipts').select('id').where('user_id', '=', userId))
    .execute();
};
