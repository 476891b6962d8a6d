import { ShopError } from '#contract/errors.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { planRevert } from '#domain/inventory-plan-revert.ts';
import { counted } from '#domain/text.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import type { Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import type { Switches } from '../inventory/change-sets.queries.ts';
import { byId } from '../inventory/draft-plan.ts';
import { findItems } from '../inventory/inventory.queries.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { type ChangeSetRow, findChange, listChangeRows, markReverted, unmarkRevertedBy } from './changes.queries.ts';

export interface Reverted {
  message: string;
  changeId: number | null;
  counts: PlanCounts;
  skipped: string[];
}

/**
 * Undoes a whole change-set by a change-set of its own. Values that changed since are skipped and named (behavior 9.13).
 * Undoing an undo applies the original change again.
 * @throws ShopError not_found, also for a change-set that was pruned; already_reverted
 */
export const revertChange = (
  database: ShopDatabase,
  { id, actor, now, terms }: { id: number; actor: AuditActor; now: number; terms: InventoryTerms },
): Promise<Reverted> =>
  database.write(async (tx, touch) => {
    // Rows never change, so they may be read before the inventory is locked.
    const rows = await listChangeRows(tx, { changeId: id, afterId: 0 });
    const ids = rows.map((row) => row.itemId);
    await lockInventory(tx);
    await lockItems(tx, ids);
    const change = await findChange(tx, { id });
    if (!change) throw new ShopError('not_found');
    if (change.reverted_by !== null) throw new ShopError('already_reverted');

    const items = byId(await findItems(tx, { ids }));
    const { defaultMarkupCents } = terms;
    const plan = planRevert({ rows, items, summary: change.summary, defaultMarkupCents });
    const switches = await restoredSwitches(tx, change);
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'revert', actor, now, switches });
    if (changeId !== null) {
      await markReverted(tx, { id, by: changeId });
      await unmarkRevertedBy(tx, { by: id });
    }
    return {
      message: describeUndo(changeId !== null, plan.skipped.length),
      changeId,
      counts: plan.counts,
      skipped: plan.skipped,
    };
  });

/** Restores a switch, unless somebody has changed it since. */
const restoredSwitches = async (tx: Tx, change: ChangeSetRow): Promise<Switches> => {
  const { auto_sync: moved }: Switches = change.switches === null ? {} : JSON.parse(change.switches);
  if (!moved || (await findState(tx, 'auto_sync')) !== moved[1]) return {};
  return { auto_sync: [moved[1], moved[0]] };
};

const describeUndo = (done: boolean, skipped: number): string => {
  if (!done) return skipped > 0 ? 'Everything has changed since. Nothing was undone.' : 'Nothing to undo.';
  if (skipped === 0) return 'Change undone.';
  return `Change undone, except for ${counted(skipped, 'value that has', 'values that have')} changed since.`;
};
