import { ShopError } from '#contract/errors.ts';
import { planTakeOff } from '#domain/inventory-plan-edits.ts';
import { itemName } from '#domain/panel-item.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { readFeedFigures } from './feed-figures.ts';
import { presentItem } from './inventory.present.ts';
import type { InventoryTerms } from './inventory-terms.ts';
import { findLockedItem } from './item-edit.service.ts';

/**
 * Takes an item off the list (behavior 9.21). It keeps its id, and Undo brings it back.
 * @throws ShopError not_found for an item that is no longer listed, feed_item (409) if the next sync would bring it back
 */
export const takeOff = (
  database: ShopDatabase,
  { id, actor, now, terms }: { id: number; actor: AuditActor; now: number; terms: InventoryTerms },
): Promise<{ name: string; changeId: number }> =>
  database.write(async (tx, touch) => {
    const item = await findLockedItem(tx, id);
    const feedFigure = await readFeedFigures(tx, terms);
    if (feedFigure(item) !== null) throw new ShopError('feed_item');
    const plan = planTakeOff(item);
    const changeId = await applyPlan(tx, touch, { plan, items: byId([item]), kind: 'edit', actor, now });
    return { name: itemName(presentItem(item, terms)), changeId: changeId! };
  });
