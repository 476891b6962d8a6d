import * as z from 'zod/mini';
import { TASK_KINDS, TASK_STATES, type TaskKind } from '#domain/tasks.ts';
import { endpoint } from './endpoint.ts';
import { moment, publicIdParam } from './values.ts';

/** For how long the panel shows a task, and how many tasks at most. */
export const TASKS_SHOWN = { milliseconds: 86_400_000, count: 50 };

/** Long work that somebody started in the panel (behavior 10.30). */
const task = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]]),
  /** A description for people. */
  label: z.string(),
  state: z.enum(TASK_STATES),
  /** How far it is, in items or rows. Null if that is not known, for example because another process does it. */
  done: z.nullable(z.number()),
  total: z.nullable(z.number()),
  /** The result, or the reason why it failed. Null while it runs. */
  message: z.nullable(z.string()),
  /** The change-set to undo. Null if there is none, or if it was undone. */
  changeId: z.nullable(z.number()),
  /** How many pictures of an import could not be fetched, and can be tried again. Absent if there are none. */
  failedPictures: z.optional(z.number()),
  /** The name of the user who started it. */
  by: z.string(),
  startedAt: moment,
  finishedAt: z.nullable(moment),
});
export type Task = z.infer<typeof task>;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/admin/tasks',
  access: 'panel',
  summary: 'The long work of the last day: your own, and what your role may see of others',
  output: z.object({ tasks: z.array(task) }),
  errors: [],
});

/** Fetches the pictures again that a task could not (behavior 9.28). They are a task of their own. */
export const retryPictures = endpoint({
  method: 'POST',
  path: '/api/admin/tasks/:id/retry',
  access: 'inventory.write',
  summary: 'Fetch the pictures of an import again that failed',
  params: publicIdParam,
  output: z.object({ message: z.string(), taskId: z.string() }),
  errors: [],
});

/** Backups of the machine that responds, which has its own folder `backups` (behavior 1.12). */
export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  access: 'settings.write',
  summary: 'The backups on the server, newest first',
  output: z.object({
    backups: z.array(
      z.object({
        name: z.string(),
        at: moment,
        bytes: z.number(),
        /** True if it could be restored when it was made. */
        verified: z.boolean(),
        encrypted: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

/** The backup goes to the folder `backups` on the server, and no call returns it (behavior 1.12). */
export const createBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  access: 'settings.write',
  reauthentication: 'recent',
  takesIdempotencyKey: true,
  summary: 'Make a backup on the server',
  output: z.object({
    message: z.string(),
    name: z.string(),
    bytes: z.number(),
    /** True if it could be restored, which is checked at once. */
    verified: z.boolean(),
  }),
  status: 201,
  errors: ['backup_running'],
});
