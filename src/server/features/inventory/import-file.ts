import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import type { Plan, PlanCounts } from '#domain/inventory-plan.ts';
import { planEdits } from '#domain/inventory-plan-edits.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { readCategories } from '../categories/categories.queries.ts';
import { applyPlan } from './apply-plan.ts';
import { readCsvEdits } from './csv-edits.ts';
import { byId, draftPlan, type Planner, refreshDraft } from './draft-plan.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { decodeUtf8 } from './read-inventory-file.ts';
import { replaceInventory } from './replace.service.ts';

/** The upload of the panel takes no tables. */
const WRONG_TYPE = 'Invalid File Type: Please choose a .customization, .txt or .csv file';

/** The outcome of an import, or of its dry run. */
export interface Imported {
  message: string;
  counts: PlanCounts;
  warnings: string[];
  /** For a replacement only. */
  stats?: ReplaceResult['stats'];
}

/**
 * `shop import FILE`: a .customization or .txt file replaces the inventory, like an upload. A .csv file edits items by id
 * (behavior 9.14).
 * @throws ShopError wrong_file_type, file_too_large, file_invalid; and what reading the file throws
 */
export const importFile = async (
  { database, settings, clock, feed, categories }: Shop,
  path: string,
  { dryRun, actor }: { dryRun: boolean; actor: AuditActor },
): Promise<Imported> => {
  const isTable = /\.csv$/i.test(path);
  if (!isTable && !/\.(customization|txt)$/i.test(path))
    throw new ShopError('wrong_file_type', { message: WRONG_TYPE });
  if ((await stat(path)).size > UPLOAD_MAX_BYTES) throw new ShopError('file_too_large');
  const request = { bytes: await readFile(path), dryRun, actor, now: clock() };
  if (isTable) return editFromCsv(database, { ...request, name: basename(path) });
  return replaceInventory(database, { ...request, terms: inventoryTerms({ settings, feed, categories }) });
};

const editFromCsv = async (
  database: ShopDatabase,
  { bytes, dryRun, actor, now, name }: { bytes: Buffer; dryRun: boolean; actor: AuditActor; now: number; name: string },
): Promise<Imported> => {
  const text = decodeUtf8(bytes);
  if (text === null) {
    const message = 'The table is not UTF-8 text. Please save it as "CSV UTF-8".';
    throw new ShopError('file_invalid', { message, errors: [message] });
  }
  const { records } = await readCategories(database.read);
  const planner: Planner = (items) => {
    const listed = items.filter((item) => item.listed);
    const { edits, warnings } = readCsvEdits(text, byId(listed), records);
    const plan = planEdits(
      listed.filter((item) => edits.has(item.id)),
      edits,
    );
    return { ...plan, warnings, summary: `${plan.summary} (${name})` };
  };
  const outcome = ({ counts, warnings }: Plan): Imported => ({
    message: `${counts.changed} changed, ${counts.unchanged} unchanged`,
    counts,
    warnings,
  });
  const draft = await draftPlan(database.read, planner);
  if (dryRun) return outcome(draft.plan);
  return database.write(async (tx, touch) => {
    const { plan, items } = await refreshDraft(tx, draft, planner);
    await applyPlan(tx, touch, { plan, items, kind: 'bulk', actor, now });
    return outcome(plan);
  });
};
