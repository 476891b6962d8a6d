import type { Capability } from './permissions.ts';
import { isPending } from './stored-times.ts';

/** The lists that can be exported as a task. */
export const EXPORT_LISTS = ['receipts', 'transactions', 'users'] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/**
 * The kinds of long work of the panel, and what a role needs to see those of others (behavior 10.30). Null: nobody else
 * sees them.
 */
export const TASK_KINDS = {
  upload: 'inventory.read',
  price_rule: 'inventory.read',
  bulk_markup: 'inventory.read',
  bulk_edit: 'inventory.read',
  undo: 'inventory.read',
  pictures: 'inventory.read',
  backup: 'settings.write',
  export_receipts: null,
  export_transactions: null,
  export_users: null,
} as const satisfies Record<string, Capability | null>;
export type TaskKind = keyof typeof TASK_KINDS;

/** The kind of task whose work is stored, so that another process continues it after a stop (behavior 9.28). */
const GOES_ON = 'pictures' satisfies TaskKind;

/** The kind of the task that exports a list. */
export const exportKind = (list: ExportList) => `export_${list}` as const satisfies TaskKind;

/** The list that a task exports; undefined for any other task. */
export const exportedList = (kind: TaskKind): ExportList | undefined =>
  EXPORT_LISTS.find((list) => exportKind(list) === kind);

export const TASK_STATES = ['running', 'done', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A process that did not say for so long that it is alive is taken for dead. */
export const ALIVE_MS = 15_000;

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
 * is stored, because the change is one transaction. Otherwise it has failed, unless another process goes on with it.
 */
export const taskOutcome = (
  { kind, state, message, change, aliveUntil }: StoredTask,
  { runsHere, now }: { runsHere: boolean; now: number },
): Outcome => {
  const isAlive = runsHere || isPending(aliveUntil, { now, most: ALIVE_MS });
  if (state !== 'running' || isAlive || kind === GOES_ON) return { state, message };
  if (change) return { state: 'done', message: change.summary };
  return { state: 'failed', message: `The shop stopped while this was running. ${LEFT_BY_STOP[kind]}` };
};

const NOTHING_CHANGED = 'Nothing was changed.';
const EXPORT_AGAIN = 'Please export again.';

const LEFT_BY_STOP: Readonly<Record<Exclude<TaskKind, typeof GOES_ON>, string>> = {
  upload: NOTHING_CHANGED,
  price_rule: NOTHING_CHANGED,
  bulk_markup: NOTHING_CHANGED,
  bulk_edit: NOTHING_CHANGED,
  undo: NOTHING_CHANGED,
  export_receipts: EXPORT_AGAIN,
  export_transactions: EXPORT_AGAIN,
  export_users: EXPORT_AGAIN,
  // The file may be complete or not, and nothing shows which.
  backup: 'Please make the backup again.',
};

/** The message of an export whose file is gone, because the file may name the person of a deleted account. */
export const EXPORT_WITHDRAWN = `An account was deleted since, so this file is gone. ${EXPORT_AGAIN}`;

/**
 * The message of a task that failed for a reason that the user cannot act on, such as a bug. The log has the reason.
 */
export const unexpectedFailure = (kind: TaskKind): string => {
  if (kind === 'backup') return 'No backup was made. The log of the shop says why.';
  if (exportedList(kind)) return `No file was made. ${EXPORT_AGAIN} If it fails again, the log of the shop says why.`;
  return `Something went wrong. ${NOTHING_CHANGED}`;
};
