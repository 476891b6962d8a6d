/** After so many milliseconds of drawing, the rest waits for the next frame. */
const BUDGET_MS = 3;

interface SchedulerOptions {
  /** The time in milliseconds. */
  now: () => number;
  /** Calls back once, when there is time to draw. */
  requestTime: (draw: () => void) => void;
  /** Returns true while only urgent tasks may run. */
  isPaused?: () => boolean;
}

/** Tasks of normal priority draw items. Urgent tasks run before them, and details of items are drawn after them. */
export type Priority = 'urgent' | 'normal' | 'detail';

export interface Scheduler {
  /** Adds a task. Returns a function that cancels it. */
  schedule: (task: () => void, priority?: Priority) => () => void;
  /** Runs all tasks immediately, including paused ones and those that are added while it runs. */
  flush: () => void;
  /** Returns the milliseconds that recent tasks of normal priority took on average. */
  averageTaskMs: () => number;
}

/**
 * Creates a scheduler that spreads drawing over frames, so that scrolling and typing do not wait for all of it. Tasks run
 * in the order in which they were added: as many per frame as fit into the budget, but at least one. A fast device draws
 * a screenful in a few frames, and a slow one draws one card per frame (docs/decisions/0015-drawing-is-scheduled.md).
 */
export const createScheduler = ({ now, requestTime, isPaused }: SchedulerOptions): Scheduler => {
  const queues: Record<Priority, Set<() => void>> = { urgent: new Set(), normal: new Set(), detail: new Set() };
  const all = [queues.urgent, queues.normal, queues.detail];
  const isEmpty = () => all.every(({ size }) => size === 0);
  let hasRequestedTime = false;
  let averageMs = 0;

  const run = (queue: Set<() => void>, task: () => void) => {
    queue.delete(task);
    const startedAt = now();
    task();
    // A moving average, in which a single slow task counts little.
    if (queue === queues.normal) averageMs += (now() - startedAt - averageMs) / 4;
  };
  const runTasks = () => {
    hasRequestedTime = false;
    const startedAt = now();
    for (const queue of isPaused?.() ? [queues.urgent] : all) {
      for (const task of queue) {
        run(queue, task);
        if (now() - startedAt >= BUDGET_MS) return requestTimeIfNeeded();
      }
    }
    requestTimeIfNeeded();
  };
  const requestTimeIfNeeded = () => {
    if (hasRequestedTime || isEmpty()) return;
    hasRequestedTime = true;
    requestTime(runTasks);
  };

  return {
    schedule: (task, priority = 'normal') => {
      const queue = queues[priority];
      queue.add(task);
      requestTimeIfNeeded();
      return () => {
        queue.delete(task);
      };
    },
    flush: () => {
      while (!isEmpty()) {
        for (const queue of all) for (const task of queue) run(queue, task);
      }
    },
    averageTaskMs: () => averageMs,
  };
};
