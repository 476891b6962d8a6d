import { parentPort, workerData } from 'node:worker_threads';
import { ShopError } from '#contract/errors.ts';
import { isUnreachable } from '../../db/constraint-errors.ts';
import { openPostgres, openSqlite, sqlitePath } from '../../db/open.ts';
import { ShopDatabase } from '../../db/shop-database.ts';
import { HEAVY_JOBS, type JobAnswer, type JobMessage, ownMemory } from './heavy-jobs.ts';

/*
 * The thread that heavy-work.ts starts: heavy jobs on a connection of its own, one at a time, so that the requests of the
 * shop go on being answered beside it.
 */
const { databaseUrl, dataDir } = workerData as { databaseUrl: string | undefined; dataDir: string };
const database = new ShopDatabase(databaseUrl ? openPostgres(databaseUrl, 2) : openSqlite(sqlitePath(dataDir)));
const port = parentPort!;

const answer = async ({ id, job, request }: JobMessage): Promise<JobAnswer> => {
  try {
    return { id, result: await HEAVY_JOBS[job](database, request as never) };
  } catch (error) {
    if (error instanceof ShopError) return { id, refused: { code: error.code, details: error.details } };
    // Told here, because an error that travels loses what the shop knows it by.
    if (isUnreachable(error)) return { id, refused: { code: 'unavailable', details: { retryAfter: 5 } } };
    return { id, failed: error as Error };
  }
};

let last: Promise<void> = Promise.resolve();
port.on('message', (message: JobMessage) => {
  last = last.then(async () => {
    const done = await answer(message);
    port.postMessage(done, 'result' in done ? ownMemory(done.result) : []);
  });
});
