import { ShopError } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { planStock, type StockChange, type StockReason, stockAfter } from '#domain/inventory-plan-stock.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { readFeedFigures } from './feed-figures.ts';
import { presentItem } from './inventory.present.ts';
import { findItems } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';
import { findLockedItem, itemGone } from './item-edit.service.ts';
import { confirmStock } from './item-writes.queries.ts';

interface StockRequest {
  id: number;
  change: StockChange;
  reason: StockReason;
  note: string | null;
  /** The Idempotency-Key. */
  key: string | null;
  actor: AuditActor;
  now: number;
  terms: InventoryTerms;
}

/**
 * Changes the stock of an item by hand (behavior 9.22). `changeId` is null if as many pieces were there.
 * @throws ShopError not_found for an item that is no longer listed, invalid_input for a stock below 0
 */
export const changeStock = (
  database: ShopDatabase,
  { id, change, reason, note, key, actor, now, terms }: StockRequest,
): Promise<Once<{ item: AdminItem; changeId: number | null }>> => {
  const keyed = { call: 'inventory.stock', scope: `${actor.id}:${id}`, key, userId: actor.id, now } as const;
  return database.write(async (tx, touch) => {
    const { made } = await oncePerKey(tx, keyed, async () => {
      const item = await findLockedItem(tx, id);
      const after = stockAfter(item.quantity, change);
      if ('problem' in after) throw new ShopError('invalid_input', { message: after.problem });
      const feedFigure = await readFeedFigures(tx, terms);
      const isCounted = 'quantity' in change;
      const plan = planStock(item, { ...after, isCounted, reason, note, feedFigure: feedFigure(item) });
      const changeId = await applyPlan(tx, touch, { plan, items: byId([item]), kind: 'stock', actor, now });
      if (changeId === null && isCounted) await confirmStock(tx, { id });
      return { changeId };
    });
    const [item] = await findItems(tx, { ids: [id] });
    if (!item?.listed) throw itemGone();
    return onceWith(made, { item: presentItem(item, terms), changeId: made.changeId });
  });
};
