import { categoryMapOf } from '#domain/category-map.ts';
import { categoryWarnings } from '#domain/category-warnings.ts';
import type { Plan } from '#domain/inventory-plan.ts';
import { may, type Role } from '#domain/permissions.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { counted, MessageList } from '#domain/text.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { findOpenReservations, type StoredItem } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';

/** A warning about a plan: a text for every role, or the open receipts that it leaves short. */
export type PlanWarning = string | ReservationWarning;

/** The open receipts that a plan leaves short. Only roles that read receipts may see their numbers (behavior 7.4). */
interface ReservationWarning {
  /** How many receipts. */
  receipts: number;
  lines: string[];
}

/** Finds the open receipts that reserve more of an item than a plan leaves in stock (behavior 7.4). */
export const reservationWarnings = async (
  db: Db | Tx,
  { plan, items }: { plan: Plan; items: ReadonlyMap<number, StoredItem> },
): Promise<PlanWarning[]> => {
  const left = new Map<number, number>();
  for (const { itemId, after, kind } of plan.rows) {
    const item = itemId === null ? undefined : items.get(itemId);
    if (item === undefined || item.reserved === 0) continue;
    const quantity = kind === 'removed' ? 0 : (after.quantity ?? item.quantity);
    if (quantity < item.reserved && (kind === 'removed' || 'quantity' in after)) left.set(item.id, quantity);
  }
  const lines = new MessageList();
  const receipts = new Set<number>();
  for (const line of await findOpenReservations(db, { itemIds: [...left.keys()] })) {
    const stock = left.get(line.item_id);
    receipts.add(line.number);
    lines.add(
      `Receipt #${line.number} is waiting for ${line.quantity} × ${line.product_name}; ${stock || 'none'} would be left`,
    );
  }
  return receipts.size === 0 ? [] : [{ receipts: receipts.size, lines: lines.lines() }];
};

/** What a preview says of the categories of a file or feed: those that no limit counts, and those that are nearly the same. */
export const fileCategoryWarnings = async (
  db: Db | Tx,
  products: readonly { category: string | null }[],
  { categories, purchaseLimits }: Pick<InventoryTerms, 'categories' | 'purchaseLimits'>,
): Promise<string[]> => {
  const { rules } = parseLimits((await findState(db, 'purchase_limits')) ?? purchaseLimits);
  const ofItems = products.map(({ category }) => category);
  return categoryWarnings(categoryMapOf(categories), ofItems, { hasLimits: (rules?.length ?? 0) > 0 });
};

/**
 * The warnings as somebody may read them. A role without `orders.read` learns how many receipts there are, and nothing else
 * about them. Null is the command line.
 */
export const warningsFor = (role: Role | null, warnings: readonly PlanWarning[]): string[] =>
  warnings.flatMap((warning) => {
    if (typeof warning === 'string') return [warning];
    if (role === null || may(role, 'orders.read')) return warning.lines;
    const are = warning.receipts === 1 ? 'is' : 'are';
    return [`${counted(warning.receipts, 'open receipt')} ${are} waiting for more than would be left`];
  });
