import cluster, { type Worker } from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackgroundJobs } from './jobs/background-jobs.ts';
import { waitAtMost } from './lib/concurrency.ts';
import type { TimeLimits } from './limits.ts';
import type { Settings } from './settings.ts';
import { readEnvironment } from './settings.ts';
import { createShop, type Shop } from './shop.ts';
import { keepFilesPrivate, lockDataDir } from './start/data-dir.ts';
import { refuseMoved } from './start/engine.ts';
import { prepareShop } from './start/first-run.ts';
import { explainStart, ListenError } from './start/start-problem.ts';
import { updateDatabase } from './start/update.ts';
import { formatPrepared, welcome } from './start/welcome.ts';

/** A running server. */
interface Running {
  port: number;
  stop(): Promise<void>;
}

/** Options that no setting changes. */
interface StartOptions {
  timeLimits?: TimeLimits;
}

/** Serves the shop in this process. */
const serve = async (shop: Shop): Promise<Running> => {
  const app = await buildApp(shop);
  await shop.database.watch();
  await listen(app, shop.settings);
  const jobs = startBackgroundJobs(shop);
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : shop.settings.PORT,
    stop: async () => {
      const jobsStopped = waitAtMost(shop.timeLimits.stop, Promise.resolve(jobs.stop()));
      await shop.readiness.drain(app.server);
      await app.close();
      await jobsStopped;
    },
  };
};

/** @throws ListenError */
const listen = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  try {
    await app.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    throw new ListenError(settings, error);
  }
};

const start = async (options: StartOptions): Promise<void> => {
  const environment = readEnvironment(process.env);
  const { settings } = environment;
  showStack = settings.LOG_LEVEL === 'debug';
  dataDir = settings.DATA_DIR;
  if (cluster.isWorker) {
    const shop = await createShop(environment, options);
    const { stop } = await serve(shop);
    stopOnSignal(stop, shop);
    return;
  }

  const lock = lockDataDir(settings.DATA_DIR);
  await refuseMoved(settings);
  const shop = await createShop(environment, options);
  if (!lock.isPrivate)
    shop.log.warn(`Other users of this machine can read ${settings.DATA_DIR}. Give the folder mode 700.`);
  await updateDatabase(shop);
  const prepared = await prepareShop(shop);
  try {
    if (settings.DEMO) {
      const { loadDemo } = await import('./start/load-demo.ts');
      await loadDemo(shop);
    }
    const { port, stop } = settings.WEB_CONCURRENCY > 1 ? await startProcesses(shop) : await serve(shop);
    stopOnSignal(async () => {
      await stop();
      lock.release();
    }, shop);
    process.stdout.write(welcome(settings, prepared, port));
  } catch (error) {
    // Generated secrets and notes are shown only once, so they must not get lost when, for example, the port is in use.
    process.stdout.write(formatPrepared(settings, prepared));
    throw error;
  }
};

/** How long after its end a process is replaced. */
const REPLACE_AFTER_MS = 500;

/** Starts WEB_CONCURRENCY processes on one port. A process that dies is replaced, unless the shop is stopping. */
const startProcesses = async ({ settings, log }: Shop): Promise<Running> => {
  const listening = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', (code) => reject(new Error(`A process ended with code ${code} before it served.`)));
    });
  await Promise.all(Array.from({ length: settings.WEB_CONCURRENCY }, () => listening(cluster.fork())));
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (!stopping) log.error({ pid, code, signal }, 'a process of the shop ended, and is replaced');
    // The pause keeps the machine free if every new process ends at once, as while the database is out of reach.
    setTimeout(() => stopping || cluster.fork(), REPLACE_AFTER_MS);
  });
  return {
    port: settings.PORT,
    stop: async () => {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
};

let stopping = false;

/** One Ctrl-C may arrive twice: from the terminal, and from npm or the first process of the shop. */
const SAME_SIGNAL_MS = 500;

/** A database that does not respond does not keep the process. */
const DATABASE_END_MS = 2000;

/** Ends streams, requests and timers in order (behavior 1.14). A second signal ends the process immediately. */
const stopOnSignal = (stop: () => Promise<unknown>, { database }: Shop): void => {
  let stoppingSince = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) {
        if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      stopping = true;
      stoppingSince = Date.now();
      await stop().catch(() => {});
      await waitAtMost(DATABASE_END_MS, database.close());
      process.exit(0);
    });
  }
};

/** With LOG_LEVEL=debug a failed start also shows its stack. */
let showStack = false;

/** The data folder of this start, once the settings are read. */
let dataDir: string | undefined;

/** Starts the server of this process, which ends with a sentence for people if it cannot start. */
export const startServer = async (options: StartOptions = {}): Promise<void> => {
  keepFilesPrivate();
  try {
    await start(options);
  } catch (error) {
    process.stderr.write(`Greenroom cannot start. ${explainStart(error, dataDir)}\n`);
    if (showStack) console.error(error);
    process.exit(1);
  }
};
