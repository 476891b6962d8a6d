import { parentPort, workerData } from 'node:worker_threads';
import { ShopError } from '#contract/errors.ts';
import { asCaller } from '../db/caller.ts';
import { isUnreachable, OutcomeUnknownError } from '../db/failures.ts';
import { openDatabase } from '../db/open.ts';
import { ShopDatabase } from '../db/shop-database.ts';
import type { RunningTask } from '../features/tasks/tasks.ts';
import {
  type JobMessage,
  type JobProgress,
  type JobResult,
  THREAD_JOBS,
  type ThreadData,
  transferList,
} from './thread-jobs.ts';

/*
 * The worker thread that job-runner.ts starts. It runs jobs one at a time on a connection of its own, so that the main
 * thread keeps serving requests.
 */
const { location, timeLimits } = workerData as ThreadData;
const database = new ShopDatabase(openDatabase(location, { work: 'jobs', connections: 2, timeLimits }));
const port = parentPort!;

/** The task of a job. Its progress is reported in the main thread. */
const taskOf = ({ id, taskId }: JobMessage): RunningTask | undefined =>
  taskId === undefined
    ? undefined
    : {
        id: taskId,
        report: (done, total) => port.postMessage({ id, progress: { done, total } } satisfies JobProgress),
      };

const run = async (message: JobMessage): Promise<JobResult> => {
  const { id, job, request, caller } = message;
  try {
    return { id, result: await asCaller(caller, () => THREAD_JOBS[job](database, request as never, taskOf(message))) };
  } catch (error) {
    if (error instanceof ShopError) return { id, refused: { code: error.code, details: error.details } };
    // Recognized here, because an error loses its class on the way to the main thread.
    if (error instanceof OutcomeUnknownError)
      return { id, refused: { code: 'outcome_unknown', details: { retryAfter: 5 } } };
    if (isUnreachable(error)) return { id, refused: { code: 'unavailable', details: { retryAfter: 5 } } };
    return { id, failed: error as Error };
  }
};

let last: Promise<void> = Promise.resolve();
port.on('message', (message: JobMessage) => {
  last = last.then(async () => {
    const result = await run(message);
    port.postMessage(result, 'result' in result ? transferList(result.result) : []);
  });
});
