import { listTasks, TASKS_SHOWN, type Task } from '#contract/tasks.ts';
import { may } from '#domain/permissions.ts';
import { TASK_KINDS, type TaskKind, taskOutcome } from '#domain/tasks.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { listTasksFor, type TaskRow } from './tasks.queries.ts';
import type { Tasks } from './tasks.ts';

/** The long work of the last day (behavior 10.30). */
export const registerTasks: Feature = (serve, { database, clock, tasks }) => {
  serve(listTasks, async ({ user: { userId, role } }) => {
    const now = clock();
    const kinds = (Object.keys(TASK_KINDS) as TaskKind[]).filter((kind) => {
      const needed = TASK_KINDS[kind];
      return needed !== null && may(role, needed);
    });
    const from = now - TASKS_SHOWN.milliseconds;
    const rows = await listTasksFor(database.read, { userId, kinds, from, limit: TASKS_SHOWN.count });
    return { tasks: rows.map((row) => present(row, { tasks, now })) };
  });
};

const present = (row: TaskRow, { tasks, now }: { tasks: Tasks; now: number }): Task => {
  const { id, kind, label, change_id: changeId } = row;
  const { runsHere, progress } = tasks.progressOf(id);
  const change = changeId === null ? null : { id: changeId, summary: row.summary ?? label };
  const { state, message } = taskOutcome(
    { kind, state: row.state, message: row.message, change, aliveUntil: row.alive_until },
    { runsHere, now },
  );
  const isRunning = state === 'running';
  // Those of an import that was undone are not wanted any more.
  const failedPictures = isRunning || row.reverted_by !== null ? 0 : Number(row.failed_pictures);
  // A task of a killed process ended when it was last alive.
  const finishedAt = isRunning ? null : (row.finished_at ?? row.alive_until);
  return {
    id,
    kind,
    label,
    state,
    done: isRunning && progress ? progress.done : null,
    total: isRunning && progress ? progress.total : null,
    message,
    // A change-set that was undone or pruned cannot be undone.
    changeId: isRunning || row.summary === null || row.reverted_by !== null ? null : changeId,
    ...(failedPictures > 0 && { failedPictures }),
    by: row.username,
    startedAt: new Date(row.started_at).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
};
