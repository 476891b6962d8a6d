import type { PlanCounts } from '#domain/inventory-plan.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { PlanWarning } from '../inventory/plan-warnings.ts';

/** The outcome of a sync. */
export interface SyncRun {
  startedAt: number;
  finishedAt: number;
  actor: string;
  /** `waiting` and `refused` changed nothing. */
  outcome: 'changed' | 'unchanged' | 'failed' | 'waiting' | 'refused';
  error: string | null;
  counts: PlanCounts;
  warnings: readonly PlanWarning[];
  changeId: number | null;
}

export const NO_COUNTS: PlanCounts = { added: 0, changed: 0, removed: 0, unchanged: 0 };

/** A run that failed before it had a plan. */
export const failedRun = (run: { startedAt: number; finishedAt: number; actor: string; error: string }): SyncRun => ({
  ...run,
  outcome: 'failed',
  counts: NO_COUNTS,
  warnings: [],
  changeId: null,
});

/**
 * Stores a run. If it changed nothing and ended like the run before it, only the time of that run is updated. So a quiet
 * feed leaves one row instead of 720 a day (behavior 9.10).
 */
export const storeRun = async (tx: Tx, run: SyncRun): Promise<void> => {
  const values = {
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    actor: run.actor,
    outcome: run.outcome,
    error: run.error,
    ...run.counts,
    warnings: JSON.stringify(run.warnings),
    change_id: run.changeId,
  };
  const last = await findLastRun(tx, {});
  const same =
    run.changeId === null &&
    last?.outcome === run.outcome &&
    last.actor === run.actor &&
    last.error === run.error &&
    last.warnings === values.warnings &&
    last.added === run.counts.added &&
    last.changed === run.counts.changed &&
    last.removed === run.counts.removed &&
    last.unchanged === run.counts.unchanged;
  if (same) {
    await tx.updateTable('sync_runs').set({ finished_at: run.finishedAt }).where('id', '=', last.id).execute();
  } else await tx.insertInto('sync_runs').values(values).execute();
};

const RUN_COLUMNS = [
  'id',
  'started_at',
  'finished_at',
  'actor',
  'outcome',
  'error',
  'added',
  'changed',
  'removed',
  'unchanged',
] as const;

/** The newest run; with `succeeded` the newest that was applied, even if it found nothing to change. */
export const findLastRun = (db: Db | Tx, { succeeded = false }: { succeeded?: boolean }) =>
  db
    .selectFrom('sync_runs')
    .select([...RUN_COLUMNS, 'warnings', 'change_id'])
    .$if(succeeded, (query) => query.where('outcome', 'in', ['changed', 'unchanged']))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Runs with an id below `beforeId`, newest first. */
export const listRuns = (db: Db, { beforeId, limit }: { beforeId: number | null; limit: number }) =>
  db
    .selectFrom('sync_runs')
    .select(RUN_COLUMNS)
    .where('outcome', '!=', 'running')
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type RunRow = Awaited<ReturnType<typeof listRuns>>[number];
