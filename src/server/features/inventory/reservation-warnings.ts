import type { Plan } from '#domain/inventory-plan.ts';
import { MessageList } from '#domain/text.ts';
import type { Db, Tx } from '../../db/types.ts';
import { findOpenReservations, type StoredItem } from './inventory.queries.ts';

/** Lists the open receipts that reserve more of an item than a plan leaves in stock (behavior 7.4). */
export const reservationWarnings = async (
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
  for (const line of await findOpenReservations(db, { itemIds: [...left.keys()] })) {
    const stock = left.get(line.item_id);
    warnings.add(
      `Receipt #${line.number} is waiting for ${line.quantity} × ${line.product_name}; ${stock || 'none'} would be left`,
    );
  }
  return warnings.lines();
};
