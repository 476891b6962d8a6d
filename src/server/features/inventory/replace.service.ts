import { ShopError } from '#contract/errors.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import type { Plan } from '#domain/inventory-plan.ts';
import { planReplace } from '#domain/inventory-plan-file.ts';
import { counted } from '#domain/text.ts';
import type { Db, ShopDatabase, Tx } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import { fileOrRefusal, type ReadFile, readInventoryBytes } from './file-text.ts';
import { planHash, previewRows } from './inventory.present.ts';
import { applyPlan, type Switches } from './inventory.service.ts';
import { type Draft, draftPlan, type Planner, settleDraft } from './inventory-draft.ts';
import type { InventoryTerms } from './inventory-terms.ts';
import { reservedWarnings } from './reserved-warnings.ts';

export interface ReplaceRequest {
  bytes: Uint8Array;
  dryRun: boolean;
  /** The plan that was shown; applied only if it is still the plan. */
  planHash?: string | undefined;
  actor: string;
  now: number;
  terms: InventoryTerms;
}

/**
 * Replaces the whole inventory from a file in one transaction, or with `dryRun` says what that would do (decisions §5).
 * @throws ShopError file_invalid before anything is touched; plan_moved, with the fresh plan, where the inventory is no
 * longer the one that was shown.
 */
export const replaceInventory = async (
  database: ShopDatabase,
  { bytes, dryRun, planHash: shown, actor, now, terms }: ReplaceRequest,
): Promise<ReplaceResult> => {
  const file = fileOrRefusal(readInventoryBytes(bytes, { imageOrigin: terms.imageOrigin, called: 'file' }));
  const planner: Planner = (items) =>
    planReplace({ items, products: file.products, defaultMarkupCents: terms.defaultMarkupCents });
  const draft = await draftPlan(database.read, planner);
  if (dryRun) return preview(file, draft.plan, await warningsOf(database.read, draft, file));
  return database.write(async (tx, touch) => {
    const settled = await settleDraft(tx, database.kind, draft, planner);
    const { plan, items } = settled;
    const warnings = await warningsOf(tx, settled, file);
    if (shown !== undefined && shown !== planHash(plan)) {
      throw new ShopError('plan_moved', { body: preview(file, plan, warnings) });
    }
    const { switches, wasOn } = await switchOff(tx, terms);
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'upload', actor, now, switches });
    const words = `Inventory replaced: ${counted(file.stats.productsWithStock, 'product')} in stock.`;
    return {
      message: wasOn ? `${words} Automatic sync was switched off.` : words,
      stats: file.stats,
      counts: plan.counts,
      warnings,
      changeId,
      autoSyncSwitchedOff: wasOn,
    };
  });
};

const warningsOf = async (db: Db | Tx, { plan, items }: Draft, file: ReadFile): Promise<string[]> => [
  ...(await reservedWarnings(db, { plan, items })),
  ...plan.warnings,
  ...file.warnings,
];

const preview = (file: ReadFile, plan: Plan, warnings: string[]) => ({
  message: `${plan.counts.added} added, ${plan.counts.changed} changed, ${plan.counts.removed} removed`,
  stats: file.stats,
  counts: plan.counts,
  warnings,
  planHash: planHash(plan),
  rows: previewRows(plan),
});

/** The next sync would undo a replacement two minutes later (decisions §5). */
const switchOff = async (tx: Tx, terms: InventoryTerms): Promise<{ switches: Switches; wasOn: boolean }> => {
  const state = (await findState(tx, 'auto_sync')) ?? (terms.autoSyncAtFirst ? 'on' : 'off');
  if (state !== 'on') return { switches: {}, wasOn: false };
  return { switches: { auto_sync: ['on', 'off'] }, wasOn: terms.hasFeed };
};
