import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import type { Plan, PlanCounts } from '#domain/inventory-plan.ts';
import { planEdits } from '#domain/inventory-plan-edits.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import { readCsvEdits } from './csv-edits.ts';
import { decodeUtf8 } from './file-text.ts';
import { applyPlan } from './inventory.service.ts';
import { byId, draftPlan, type Planner, settleDraft } from './inventory-draft.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { replaceInventory } from './replace.service.ts';

/** What an import did, or with `dryRun` would do. */
export interface Imported {
  message: string;
  counts: PlanCounts;
  warnings: string[];
  /** Of a replacement only. */
  stats?: ReplaceResult['stats'];
}

/**
 * `shop import FILE`: a .customization or .txt file replaces the inventory, as an upload does; a .csv file edits items
 * by id (decisions §8 "CSV").
 * @throws ShopError wrong_file_type, file_too_large, file_invalid; and what reading the file throws.
 */
export const importFile = async (
  { database, settings, clock }: Deps,
  path: string,
  { dryRun, actor }: { dryRun: boolean; actor: string },
): Promise<Imported> => {
  const table = /\.csv$/i.test(path);
  if (!table && !/\.(customization|txt)$/i.test(path)) throw new ShopError('wrong_file_type');
  if ((await stat(path)).size > UPLOAD_MAX_BYTES) throw new ShopError('file_too_large');
  const request = { bytes: await readFile(path), dryRun, actor, now: clock() };
  if (table) return editFromCsv(database, { ...request, name: basename(path) });
  return replaceInventory(database, { ...request, terms: inventoryTerms(settings) });
};

const editFromCsv = async (
  database: ShopDatabase,
  { bytes, dryRun, actor, now, name }: { bytes: Buffer; dryRun: boolean; actor: string; now: number; name: string },
): Promise<Imported> => {
  const text = decodeUtf8(bytes);
  if (text === null) {
    const message = 'The table is not UTF-8 text. Please save it as "CSV UTF-8".';
    throw new ShopError('file_invalid', { message, errors: [message] });
  }
  const planner: Planner = (items) => {
    const listed = items.filter((item) => item.listed);
    const { edits, warnings } = readCsvEdits(text, byId(listed));
    const plan = planEdits(
      listed.filter((item) => edits.has(item.id)),
      edits,
    );
    return { ...plan, warnings, summary: `${plan.summary} (${name})` };
  };
  const told = ({ counts, warnings }: Plan): Imported => ({
    message: `${counts.changed} changed, ${counts.unchanged} unchanged`,
    counts,
    warnings,
  });
  const draft = await draftPlan(database.read, planner);
  if (dryRun) return told(draft.plan);
  return database.write(async (tx, touch) => {
    const { plan, items } = await settleDraft(tx, database.kind, draft, planner);
    await applyPlan(tx, touch, { plan, items, kind: 'bulk', actor, now });
    return told(plan);
  });
};
