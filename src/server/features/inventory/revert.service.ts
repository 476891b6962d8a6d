import { ShopError } from '#contract/errors.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { planRevert } from '#domain/inventory-plan-revert.ts';
import { counted } from '#domain/text.ts';
import type { ShopDatabase, Tx } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import { type ChangeSetRow, findChange, listChangeRows, markReverted, unmarkRevertedBy } from './changes.queries.ts';
import { findItems, lockInventory, lockItems } from './inventory.queries.ts';
import { applyPlan, type Switches } from './inventory.service.ts';
import { byId } from './inventory-draft.ts';
import type { InventoryTerms } from './inventory-terms.ts';

export interface Reverted {
  message: string;
  changeId: number | null;
  counts: PlanCounts;
  skipped: string[];
}

/**
 * Takes a change-set back, whole, as a change-set of its own; what changed since is skipped and named (decisions §5).
 * Taking back a revert makes what it had reverted stand again.
 * @throws ShopError not_found, also for one that history no longer keeps; already_reverted.
 */
export const revertChange = (
  database: ShopDatabase,
  { id, actor, now, terms }: { id: number; actor: string; now: number; terms: InventoryTerms },
): Promise<Reverted> =>
  database.write(async (tx, touch) => {
    // Rows never change, so they may be read before the inventory is held.
    const rows = await listChangeRows(tx, { changeId: id, afterId: 0 });
    const ids = rows.map((row) => row.itemId);
    await lockInventory(tx, { kind: database.kind });
    await lockItems(tx, { kind: database.kind, ids });
    const change = await findChange(tx, { id });
    if (!change) throw new ShopError('not_found');
    if (change.reverted_by !== null) throw new ShopError('already_reverted');

    const items = byId(await findItems(tx, { ids }));
    const { defaultMarkupCents } = terms;
    const plan = planRevert({ rows, items, summary: change.summary, defaultMarkupCents });
    const switches = await switchesBack(tx, change);
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'revert', actor, now, switches });
    if (changeId !== null) {
      await markReverted(tx, { id, by: changeId });
      await unmarkRevertedBy(tx, { by: id });
    }
    return {
      message: words(changeId !== null, plan.skipped.length),
      changeId,
      counts: plan.counts,
      skipped: plan.skipped,
    };
  });

/** Puts a switch back as it was, unless someone moved it since. */
const switchesBack = async (tx: Tx, change: ChangeSetRow): Promise<Switches> => {
  const { auto_sync: moved }: Switches = change.switches === null ? {} : JSON.parse(change.switches);
  if (!moved || (await findState(tx, 'auto_sync')) !== moved[1]) return {};
  return { auto_sync: [moved[1], moved[0]] };
};

const words = (done: boolean, skipped: number): string => {
  if (!done)
    return skipped > 0 ? 'Everything has changed since; nothing was taken back.' : 'There is nothing to take back.';
  if (skipped === 0) return 'The change was taken back.';
  return `The change was taken back, but for ${counted(skipped, 'value that has', 'values that have')} changed since.`;
};
