import { ShopError } from '#contract/errors.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import { countsText, type Plan } from '#domain/inventory-plan.ts';
import { planReplace } from '#domain/inventory-plan-file.ts';
import { priceJump } from '#domain/price-guard.ts';
import { nounFor } from '#domain/text.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { applyPlan } from './apply-plan.ts';
import type { Switches } from './change-sets.queries.ts';
import { type Draft, draftPlan, type Planner, refreshDraft } from './draft-plan.ts';
import { planHash, previewRows } from './inventory.present.ts';
import type { InventoryTerms } from './inventory-terms.ts';
import { fileCategoryWarnings, reservationWarnings, warningsFor } from './plan-warnings.ts';
import { fileOrRefusal, type ReadFile, readInventoryBytes } from './read-inventory-file.ts';

export interface ReplaceRequest {
  bytes: Uint8Array;
  dryRun: boolean;
  /** The plan of the preview. The file is applied only if the plan is still the same. */
  planHash?: string | undefined;
  actor: AuditActor;
  now: number;
  terms: InventoryTerms;
}

/**
 * Replaces the whole inventory from a file in one transaction. With `dryRun` it returns what that would do (behavior 9.7,
 * 9.8).
 * @throws ShopError file_invalid before anything is touched; plan_moved, with the new plan, if the inventory has changed
 * since the preview
 */
export const replaceInventory = async (
  database: ShopDatabase,
  { bytes, dryRun, planHash: shown, actor, now, terms }: ReplaceRequest,
  task?: RunningTask,
): Promise<ReplaceResult> => {
  const file = fileOrRefusal(readInventoryBytes(bytes, { imageOrigin: terms.imageOrigin, called: 'file' }));
  const planner: Planner = (items) => {
    const plan = planReplace({ items, products: file.products, defaultMarkupCents: terms.defaultMarkupCents });
    const jump = priceJump({ plan, items }, terms.priceJumpPercent);
    return jump === null ? plan : { ...plan, warnings: [`${jump} Prices in a file are dollars.`, ...plan.warnings] };
  };
  const draft = await draftPlan(database.read, planner);
  if (dryRun) return preview(file, draft.plan, await warningsOf(database.read, draft, { file, actor, terms }));
  return database.write(async (tx, touch) => {
    const refreshed = await refreshDraft(tx, draft, planner);
    const { plan, items } = refreshed;
    const warnings = await warningsOf(tx, refreshed, { file, actor, terms });
    if (shown !== undefined && shown !== planHash(plan)) {
      throw new ShopError('plan_moved', { body: preview(file, plan, warnings) });
    }
    const { switches, wasOn } = await turnOffAutoSync(tx, terms);
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'upload', actor, now, switches, task });
    const inStock = file.stats.productsWithStock;
    const summary = `Inventory replaced: ${inStock} ${nounFor(inStock, 'product')} in stock.`;
    return {
      message: wasOn ? `${summary} Automatic sync was switched off.` : summary,
      stats: file.stats,
      counts: plan.counts,
      warnings,
      changeId,
      autoSyncSwitchedOff: wasOn,
    };
  });
};

const warningsOf = async (
  db: Db | Tx,
  { plan, items }: Draft,
  { file, actor, terms }: Pick<ReplaceRequest, 'actor' | 'terms'> & { file: ReadFile },
): Promise<string[]> => [
  ...warningsFor(actor.role, await reservationWarnings(db, { plan, items })),
  ...plan.warnings,
  ...(await fileCategoryWarnings(db, file.products, terms)),
  ...file.warnings,
];

const preview = (file: ReadFile, plan: Plan, warnings: string[]) => ({
  message: countsText(plan.counts),
  stats: file.stats,
  counts: plan.counts,
  warnings,
  planHash: planHash(plan),
  rows: previewRows(plan),
});

/** The next sync would undo a replacement (behavior 9.9). */
export const turnOffAutoSync = async (
  tx: Tx,
  terms: InventoryTerms,
): Promise<{ switches: Switches; wasOn: boolean }> => {
  const state = (await findState(tx, 'auto_sync')) ?? (terms.autoSyncAtFirst ? 'on' : 'off');
  if (state !== 'on') return { switches: {}, wasOn: false };
  return { switches: { auto_sync: ['on', 'off'] }, wasOn: terms.hasFeed };
};
