import type { Capability } from './permissions.ts';

/** The kinds of long work of the panel, and what a role needs to see those of others (behavior 10.30). */
export const TASK_KINDS = {
  upload: 'inventory.read',
  price_rule: 'inventory.read',
  bulk_markup: 'inventory.read',
  bulk_edit: 'inventory.read',
  backup: 'settings.write',
} as const satisfies Record<string, Capability>;
export type TaskKind = keyof typeof TASK_KINDS;

export const TASK_STATES = ['running', 'done', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A task as it is stored. */
interface StoredTask {
  kind: TaskKind;
  state: TaskState;
  /** Null while it runs. */
  message: string | null;
  /** The change-set that it made, and its summary. Both are stored together with the change itself. */
  change: { id: number; summary: string } | null;
  /** Its process is taken for dead after this time, epoch milliseconds. */
  aliveUntil: number;
}

interface Outcome {
  state: TaskState;
  message: string | null;
}

/**
 * The state of a task now, with its message. A process that was killed stores no end. Then the task is done if its change
 * is stored, because the change is one transaction. Otherwise it has failed.
 */
export const taskOutcome = (
  { kind, state, message, change, aliveUntil }: StoredTask,
  { runsHere, now }: { runsHere: boolean; now: number },
): Outcome => {
  if (state !== 'running' || runsHere || now < aliveUntil) return { state, message };
  if (change) return { state: 'done', message: change.summary };
  return { state: 'failed', message: `The shop stopped while this was running. ${LEFT_BY_STOP[kind]}` };
};

const NOTHING_CHANGED = 'Nothing was changed.';

const LEFT_BY_STOP: Readonly<Record<TaskKind, string>> = {
  upload: NOTHING_CHANGED,
  price_rule: NOTHING_CHANGED,
  bulk_markup: NOTHING_CHANGED,
  bulk_edit: NOTHING_CHANGED,
  // The file may be complete or not, and whoever made it cannot know.
  backup: 'Please make the backup again.',
};

/** What a task says that failed for a reason nobody can act on, such as a bug. The log has the reason. */
export const unexpectedFailure = (kind: TaskKind): string =>
  kind === 'backup' ? 'No backup was made. The log of the shop says why.' : `Something went wrong. ${NOTHING_CHANGED}`;
