import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { startBackgroundWork } from './background-work.ts';
import { DataDirError, takeDataDir } from './data-dir.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { ShopDatabase } from './db/shop-database.ts';
import type { Deps } from './deps.ts';
import { type Generated, prepareSecrets } from './first-run.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { welcome } from './welcome.ts';

/** Opens the database and brings it up to date. */
const openShop = async (settings: Settings): Promise<Deps> => {
  const open = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  const log = pino({ level: settings.LOG_LEVEL });
  return { settings, database: new ShopDatabase(open), clock: Date.now, log };
};

/** Serves the shop in this process until it is told to stop. */
const serve = async (deps: Deps): Promise<FastifyInstance> => {
  const app = await buildApp(deps);
  await deps.database.watch();
  await app.listen({ port: deps.settings.PORT, host: deps.settings.HOST });
  const work = startBackgroundWork(deps);
  app.addHook('onClose', () => work.stop());
  return app;
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  if (cluster.isWorker) {
    const deps = await openShop(settings);
    stopOnSignal(async () => (await app).close(), deps);
    const app = serve(deps);
    await app;
    return;
  }

  const lock = takeDataDir(settings.DATA_DIR);
  const deps = await openShop(settings);
  await migrate(deps.database.open);
  const generated = await prepareSecrets(deps);
  await prepareDemo(deps);
  if (settings.WEB_CONCURRENCY > 1) {
    await runWorkers(settings.WEB_CONCURRENCY);
    stopOnSignal(async () => lock.release(), deps);
    say(settings, generated, settings.PORT);
    return;
  }
  const app = await serve(deps);
  stopOnSignal(async () => {
    await app.close();
    lock.release();
  }, deps);
  const address = app.server.address();
  say(settings, generated, typeof address === 'object' && address ? address.port : settings.PORT);
};

const prepareDemo = async (_deps: Deps): Promise<void> => {};

const say = (settings: Settings, generated: Generated, port: number): void => {
  process.stdout.write(welcome(settings, generated, port));
};

/** One worker a share of WEB_CONCURRENCY; one that dies is replaced, unless the shop is stopping. */
const runWorkers = async (count: number): Promise<void> => {
  const listening = (worker: ReturnType<typeof cluster.fork>) =>
    new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', (code) => reject(new Error(`A worker ended with code ${code} before it served.`)));
    });
  await Promise.all(Array.from({ length: count }, () => listening(cluster.fork())));
  cluster.on('exit', (worker) => {
    if (!worker.exitedAfterDisconnect && !stopping) cluster.fork();
  });
};

let stopping = false;

/** Ends streams, requests and timers in order; a second signal ends at once. */
const stopOnSignal = (stop: () => Promise<unknown>, { database }: Deps): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
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

try {
  await start();
} catch (error) {
  process.stderr.write(`Greenroom cannot start. ${complaint(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
