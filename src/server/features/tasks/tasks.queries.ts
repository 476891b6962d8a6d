import type { TaskKind, TaskState } from '#domain/tasks.ts';
import type { Db, Tx } from '../../db/types.ts';

/** A task that starts. */
interface NewTask {
  id: string;
  kind: TaskKind;
  userId: string;
  label: string;
  now: number;
  /** Its process is taken for dead after this time. */
  aliveUntil: number;
}

export const insertTask = async (tx: Tx, { id, kind, userId, label, now, aliveUntil }: NewTask): Promise<void> => {
  await tx
    .insertInto('tasks')
    .values({
      id,
      kind,
      user_id: userId,
      label,
      state: 'running',
      message: null,
      change_id: null,
      alive_until: aliveUntil,
      started_at: now,
      finished_at: null,
    })
    .execute();
};

/** Says that the process of a task is still alive. */
export const extendTask = async (tx: Tx, { id, aliveUntil }: { id: string; aliveUntil: number }): Promise<void> => {
  await tx.updateTable('tasks').set({ alive_until: aliveUntil }).where('id', '=', id).execute();
};

/** Stores the change-set of a task, in the transaction of the change. */
export const storeChangeOfTask = async (tx: Tx, { id, changeId }: { id: string; changeId: number }): Promise<void> => {
  await tx.updateTable('tasks').set({ change_id: changeId }).where('id', '=', id).execute();
};

interface TaskEnd {
  id: string;
  state: Exclude<TaskState, 'running'>;
  message: string;
  /** Null leaves a change-set that is stored already. */
  changeId: number | null;
  now: number;
}

/** Stores the end of a task. Returns false if it has ended already or is deleted; then nothing happens. */
export const endTask = async (tx: Tx, { id, state, message, changeId, now }: TaskEnd): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set({ state, message, finished_at: now, ...(changeId !== null && { change_id: changeId }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
};

/** The tasks that started at a time or later: those of a user, and all of the given kinds. The newest first. */
export const listTasksFor = (
  db: Db,
  { userId, kinds, from, limit }: { userId: string; kinds: readonly TaskKind[]; from: number; limit: number },
) =>
  db
    .selectFrom('tasks')
    .innerJoin('users', 'users.id', 'tasks.user_id')
    .leftJoin('change_sets', 'change_sets.id', 'tasks.change_id')
    .selectAll('tasks')
    .select(['users.username', 'change_sets.summary', 'change_sets.reverted_by'])
    .select(({ selectFrom }) =>
      selectFrom('import_pictures')
        .whereRef('import_pictures.task_id', '=', 'tasks.id')
        .where('import_pictures.state', '=', 'failed')
        .select((failed) => failed.fn.count<number>('import_pictures.address').distinct().as('count'))
        .as('failed_pictures'),
    )
    .where('tasks.started_at', '>=', from)
    .where(({ eb, or }) => or([eb('tasks.user_id', '=', userId), eb('tasks.kind', 'in', [...kinds])]))
    .orderBy('tasks.started_at', 'desc')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

export type TaskRow = Awaited<ReturnType<typeof listTasksFor>>[number];

/** The tasks that a user started, the newest first. */
export const listOwnTasks = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('tasks')
    .select(['label', 'started_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .execute();
