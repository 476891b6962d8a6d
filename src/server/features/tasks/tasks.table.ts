import { sql } from 'kysely';
import { TASKS_SHOWN } from '#contract/tasks.ts';
import type { TaskKind, TaskState } from '#domain/tasks.ts';
import {
  type ColumnsOf,
  fixed,
  orNull,
  TEN_MINUTES_MS,
  table,
  text,
  textOf,
  whole,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { listOwnTasks } from './tasks.queries.ts';

const columns = {
  id: fixed(text),
  kind: fixed(textOf<TaskKind>()),
  user_id: fixed(text),
  /** The work, for people. */
  label: fixed(text),
  /** As its process stored it last. A process that was killed stores no end (domain/tasks.ts). */
  state: textOf<TaskState>(),
  /** The result or the reason, for people. Null while it runs. */
  message: orNull(text),
  /** The change-set that it made, stored in the transaction of the change. */
  change_id: orNull(whole),
  /** Its process is taken for dead after this time, epoch milliseconds. */
  alive_until: whole,
  started_at: fixed(whole),
  finished_at: orNull(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    tasks: ColumnsOf<typeof columns>;
  }
}

/** Long work that somebody started in the panel, while it is shown (behavior 10.30). */
export const tasks = table('tasks', columns, {
  personal: {
    export: async (db, user) => ({
      tasks: (await listOwnTasks(db, user)).map(({ label, started_at: at }) => ({
        label,
        startedAt: new Date(at).toISOString(),
      })),
    }),
    onDeletion: 'delete',
  },
  prune: { every: TEN_MINUTES_MS, ended: (now) => sql`started_at < ${now - TASKS_SHOWN.milliseconds}` },
  checks: { ...withoutDeletedUsers('tasks', 'task') },
});
