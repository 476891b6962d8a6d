import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { OutputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { applyImport, ImportPreview } from '#contract/imports.ts';
import { categoryMapOf } from '#domain/category-map.ts';
import { type ImportMapping, mappingProblem } from '#domain/import-mapping.ts';
import { problemKind } from '#domain/import-problems.ts';
import { fileProblems, type ImportProblem, readImportRows } from '#domain/import-rows.ts';
import type { ImportFile } from '#domain/import-table.ts';
import { countsText } from '#domain/inventory-plan.ts';
import { type ImportPlan, planImport } from '#domain/inventory-plan-import.ts';
import { priceJump } from '#domain/price-guard.ts';
import { ProblemList } from '#domain/problem-list.ts';
import { ALIVE_MS } from '#domain/tasks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';
import { plainText } from '../../lib/plain-text.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { findMade, oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import { type Draft, draftPlan, type Planner, refreshDraft } from '../inventory/draft-plan.ts';
import { readFeedFigures } from '../inventory/feed-figures.ts';
import { planHash, previewRows } from '../inventory/inventory.present.ts';
import type { StoredItem } from '../inventory/inventory.queries.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { fileCategoryWarnings, reservationWarnings, warningsFor } from '../inventory/plan-warnings.ts';
import { turnOffAutoSync } from '../inventory/replace.service.ts';
import { insertTask, storeChangeOfTask } from '../tasks/tasks.queries.ts';
import { insertImportPictures } from './import-pictures.queries.ts';
import { findImport, type ImportRequest, insertImport, markApplied, storeRequest } from './imports.queries.ts';
import { readImport } from './read-import.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

interface Author {
  actor: AuditActor;
  now: number;
  terms: InventoryTerms;
}

/** The most problems that a response lists, for people who save them. Its figures count all. */
const MOST_PROBLEMS = 20_000;
/** How many cells of a column people see, and how much of each. */
const SAMPLES = { count: 3, length: 80 };

const AT_FIRST: ImportRequest = { mapping: null, mode: 'add', skipProblems: false, useCategories: [] };

/**
 * Reads a file of another system and keeps it for a day (behavior 9.26).
 * @throws ShopError import_unreadable
 */
export const createImport = async (
  database: ShopDatabase,
  { bytes, name, ...author }: Author & { bytes: Uint8Array; name: string },
) => {
  const file = fileOrRefusal(bytes, name);
  const content = (await zip(bytes)).toString('base64');
  const id = randomUUID();
  await database.write((tx) => insertImport(tx, { id, name, content, request: AT_FIRST, now: author.now }));
  const { plan } = await draftImport(database.read, { file, name, request: AT_FIRST, terms: author.terms });
  const { source, rows, columns, mapping } = file;
  return {
    id,
    source,
    rows: rows.length,
    columns: columns.map((column, at) => ({ name: column, samples: samplesOf(file, at), field: mapping.fields[at]! })),
    mapping,
    problems: plan.problems.slice(0, MOST_PROBLEMS),
  };
};

/** @throws ShopError import_unreadable */
const fileOrRefusal = (bytes: Uint8Array, name: string): ImportFile => {
  const file = readImport(bytes, name);
  if ('problem' in file) throw new ShopError('import_unreadable', { message: file.problem });
  return file;
};

const samplesOf = ({ rows }: ImportFile, at: number): string[] => {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const text = cells[at]?.trim() ?? '';
    if (text !== '') samples.add(text.slice(0, SAMPLES.length));
    if (samples.size === SAMPLES.count) break;
  }
  return [...samples];
};

type ImportDraft = Draft<ImportPlan> & { planner: Planner<ImportPlan> };

const draftImport = async (
  db: Db | Tx,
  { file, name, request, terms }: { file: ImportFile; name: string; request: ImportRequest; terms: InventoryTerms },
): Promise<ImportDraft> => {
  const { mode, useCategories } = request;
  const mapping = request.mapping ?? file.mapping;
  const problem = mappingProblem(mapping, file.columns);
  if (problem !== null) throw new ShopError('invalid_input', { message: problem });
  const { imageOrigin, isPrivateAllowed, defaultMarkupCents } = terms;
  const rows = readImportRows(file, mapping, { imageOrigin, plainText });
  const ofFile = fileProblems(mapping, mode);
  const figures = await readFeedFigures(db, terms);
  const planner: Planner<ImportPlan> = (items) => {
    const plan = planImport({
      ...{ items, rows, ofFile, mapping, mode, name, defaultMarkupCents, imageOrigin, isPrivateAllowed },
      ...{ columns: file.columns, categories: categoryMapOf(terms.categories), useCategories },
      hasOwnIds: file.source === 'greenroom' && file.columns.includes('markupDollars'),
      feedFigure: (item) => figures(item as StoredItem),
    });
    const jump = priceJump({ plan, items }, terms.priceJumpPercent);
    return jump === null ? plan : { ...plan, warnings: [`${jump} Prices in a file are dollars.`, ...plan.warnings] };
  };
  return { ...(await draftPlan(db, planner)), planner };
};

const openImport = async (db: Db | Tx, { id, now }: { id: string; now: number }) => {
  const stored = await findImport(db, { id, now });
  if (!stored) throw new ShopError('not_found');
  if (stored.applied_at !== null) throw new ShopError('import_applied');
  const file = fileOrRefusal(await unzip(Buffer.from(stored.content, 'base64')), stored.name);
  return { name: stored.name, request: stored.request, file };
};

/**
 * Stores how an import is to be done, and returns what it would do (behavior 9.27).
 * @throws ShopError not_found after a day, import_applied, invalid_input for a mapping that does not fit the file
 */
export const planStoredImport = async (
  database: ShopDatabase,
  { id, actor, now, terms, ...asked }: Author & { id: string; mapping: ImportMapping } & ImportRequest,
): Promise<ImportPreview> => {
  const { name, file } = await openImport(database.read, { id, now });
  const { mapping, mode, skipProblems, useCategories } = asked;
  const request = { mapping, mode, skipProblems, useCategories };
  const draft = await draftImport(database.read, { file, name, request, terms });
  const isOpen = await database.write((tx) => storeRequest(tx, { id, request }));
  if (!isOpen) throw new ShopError('import_applied');
  return preview(database.read, draft, { actor, terms });
};

const preview = async (
  db: Db | Tx,
  draft: Draft<ImportPlan>,
  { actor, terms }: Pick<Author, 'actor' | 'terms'>,
): Promise<ImportPreview> => {
  const { counts, stats, warnings, facts, problems, categories, nearCategories } = draft.plan;
  // Those that are nearly one in use have a line of their own.
  const near = new Set(nearCategories.map(({ name }) => name));
  const others = categories.filter((category) => !near.has(category)).map((category) => ({ category }));
  const reserved = warningsFor(actor.role, await reservationWarnings(db, draft));
  return {
    message: countsText(counts),
    stats,
    counts,
    warnings: [...reserved, ...(await fileCategoryWarnings(db, others, terms)), ...warnings],
    facts: [...facts],
    nearCategories: [...nearCategories],
    problems: problems.slice(0, MOST_PROBLEMS),
    planHash: planHash(draft.plan),
    rows: previewRows(draft.plan),
  };
};

type AppliedImport = OutputOf<typeof applyImport>;

/**
 * Applies an import in one transaction, if its plan is still the one that was shown (behavior 9.27). Repeated with its key,
 * the call returns what the first one did.
 * @throws ShopError not_found after a day, import_applied, import_problems unless they are skipped, plan_moved with the new
 * plan
 */
export const applyStoredImport = async (
  database: ShopDatabase,
  { id, planHash: shown, key, actor, now, terms }: Author & { id: string; planHash: string; key: string | null },
): Promise<Once<AppliedImport>> => {
  const keyed = { call: 'imports.apply', scope: `${actor.id}/${id}`, key, userId: actor.id, now } as const;
  const earlier = await findMade<AppliedImport>(database, keyed);
  if (earlier) return earlier;
  const { name, file, request } = await openImport(database.read, { id, now });
  const { planner, ...draft } = await draftImport(database.read, { file, name, request, terms });
  const { made } = await database.write((tx, touch) =>
    oncePerKey(tx, keyed, async () => {
      const refreshed = await refreshDraft(tx, draft, planner);
      const { plan, items } = refreshed;
      if (!(await markApplied(tx, { id, now }))) throw new ShopError('import_applied');
      if (plan.problems.length > 0 && !request.skipProblems) throw problemsLeft(plan.problems);
      if (shown !== planHash(plan))
        throw new ShopError('plan_moved', { body: await preview(tx, refreshed, { actor, terms }) });
      const isReplacement = request.mode === 'replace';
      const { switches } = isReplacement ? await turnOffAutoSync(tx, terms) : { switches: {} };
      const kind = isReplacement ? 'upload' : 'import';
      const changeId = await applyPlan(tx, touch, { plan, items, kind, actor, now, switches });
      const message = `Imported: ${countsText(plan.counts)}.`;
      const taskId = changeId === null ? null : await startPictures(tx, touch, { plan, changeId, name, actor, now });
      return { message, stats: plan.stats, changeId, taskId };
    }),
  );
  return made;
};

/** Stores the pictures to fetch, as a task of the user who applies the import. Returns null if there are none. */
const startPictures = async (
  tx: Tx,
  touch: Touch,
  {
    plan: { pictures },
    changeId,
    name,
    actor,
    now,
  }: Omit<Author, 'terms'> & { plan: ImportPlan; changeId: number; name: string },
): Promise<string | null> => {
  if (pictures.length === 0) return null;
  const taskId = randomUUID();
  const label = `Fetch the pictures of ${name}`;
  await insertTask(tx, { id: taskId, kind: 'pictures', userId: actor.id!, label, now, aliveUntil: now + ALIVE_MS });
  await storeChangeOfTask(tx, { id: taskId, changeId });
  await insertImportPictures(tx, { taskId, changeId, pictures });
  touch('tasks');
  return taskId;
};

const problemsLeft = (problems: readonly ImportProblem[]): ShopError => {
  const list = new ProblemList('rows');
  for (const { row, column, message } of problems) {
    const text = () => (row === null ? message : `Row ${row}: ${message}`).replace(/\.$/, '');
    list.add(problemKind({ column, message }), { text, place: row ?? 0 });
  }
  return new ShopError('import_problems', { errors: list.lines().lines });
};
