import type { Plan } from '#domain/inventory-plan.ts';
import { MessageList } from '#domain/text.ts';
import type { Db, Tx } from '../../db/shop-database.ts';
import { chunks, type StoredItem } from './inventory.queries.ts';

/**
 * The open receipts that reserve more of an item than a plan leaves in stock, in words (decisions §6): the seller has
 * promised what is no longer there.
 */
export const reservedWarnings = async (
  db: Db | Tx,
  { plan, items }: { plan: Plan; items: ReadonlyMap<number, StoredItem> },
): Promise<string[]> => {
  const left = new Map<number, number>();
  for (const { itemId, after, kind } of plan.rows) {
    const item = itemId === null ? undefined : items.get(itemId);
    if (item === undefined || item.reserved === 0) continue;
    const quantity = kind === 'removed' ? 0 : (after.quantity ?? item.quantity);
    if (quantity < item.reserved && (kind === 'removed' || 'quantity' in after)) left.set(item.id, quantity);
  }
  const warnings = new MessageList();
  for (const ids of chunks([...left.keys()])) {
    const lines = await db
      .selectFrom('receipt_lines')
      .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
      .select(['receipts.number', 'receipt_lines.item_id', 'receipt_lines.product_name', 'receipt_lines.quantity'])
      .where('receipts.status', 'in', ['awaiting_payment', 'paid'])
      .where('receipt_lines.item_id', 'in', ids)
      .orderBy('receipts.number')
      .orderBy('receipt_lines.position')
      .execute();
    for (const line of lines) {
      const stock = left.get(line.item_id);
      warnings.add(
        `Receipt #${line.number} reserves ${line.quantity} of "${line.product_name}", of which ${stock} stay`,
      );
    }
  }
  return warnings.lines();
};
