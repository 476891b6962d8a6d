import cluster, { type Worker } from 'node:cluster';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { startBackgroundWork } from './background-work.ts';
import { DataDirError, takeDataDir } from './data-dir.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { ShopDatabase } from './db/shop-database.ts';
import type { Deps } from './deps.ts';
import { prepareSecrets } from './first-run.ts';
import { loadDemo } from './load-demo.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { secretsOf, welcome } from './welcome.ts';

/** Opens the database and brings it up to date. */
const openShop = async (settings: Settings): Promise<Deps> => {
  const open = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  const log = pino({ level: settings.LOG_LEVEL });
  return { settings, database: new ShopDatabase(open), clock: Date.now, log };
};

/** Serves the shop in this process. */
const serve = async (deps: Deps): Promise<{ port: number; stop(): Promise<void> }> => {
  const app = await buildApp(deps);
  await deps.database.watch();
  await app.listen({ port: deps.settings.PORT, host: deps.settings.HOST });
  const work = startBackgroundWork(deps);
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : deps.settings.PORT,
    stop: async () => {
      await work.stop();
      await app.close();
    },
  };
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  showStack = settings.LOG_LEVEL === 'debug';
  if (cluster.isWorker) {
    const deps = await openShop(settings);
    const shop = await serve(deps);
    stopOnSignal(shop.stop, deps);
    return;
  }

  const lock = takeDataDir(settings.DATA_DIR);
  const deps = await openShop(settings);
  await migrate(deps.database.open);
  const generated = await prepareSecrets(deps);
  try {
    await loadDemo(deps);
    const shop = settings.WEB_CONCURRENCY > 1 ? await runWorkers(settings) : await serve(deps);
    stopOnSignal(async () => {
      await shop.stop();
      lock.release();
    }, deps);
    process.stdout.write(welcome(settings, generated, shop.port));
  } catch (error) {
    // Generated secrets are shown only once: a port in use must not swallow them.
    process.stdout.write(secretsOf(settings, generated));
    throw error;
  }
};

/** One worker a share of WEB_CONCURRENCY; one that dies is replaced, unless the shop is stopping. */
const runWorkers = async (settings: Settings): Promise<{ port: number; stop(): Promise<void> }> => {
  const listening = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', (code) => reject(new Error(`A worker ended with code ${code} before it served.`)));
    });
  await Promise.all(Array.from({ length: settings.WEB_CONCURRENCY }, () => listening(cluster.fork())));
  cluster.on('exit', () => {
    if (!stopping) cluster.fork();
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

/** Ends streams, requests and timers in order; a second signal ends at once. */
const stopOnSignal = (stop: () => Promise<unknown>, { database }: Deps): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      await stop().catch(() => {});
      await database.close().catch(() => {});
      process.exit(0);
    });
  }
};

/** What a person reads when the shop cannot start: one line, no stack, for everything we know. */
const complaint = (error: unknown): string => {
  if (error instanceof SettingsError || error instanceof DataDirError || error instanceof NewerDatabaseError) {
    return error.message;
  }
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Stop it, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT') {
    return `The database of DATABASE_URL cannot be reached (${code}).`;
  }
  return message || String(error);
};

/** Whoever asked for LOG_LEVEL=debug is shown where a failed start failed. */
let showStack = false;

try {
  await start();
} catch (error) {
  process.stderr.write(`Greenroom cannot start. ${complaint(error)}\n`);
  if (showStack) console.error(error);
  process.exit(1);
}
