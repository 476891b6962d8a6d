/**
 * Runs one throwaway PostgreSQL server for the parent process. It prints one line of JSON on standard output
 * (`{"url": …}` or `{"error": …}`) and stops the server when its standard input ends. The input ends whenever the
 * parent ends, even by a crash or SIGKILL, so no server is ever left behind.
 *
 * node postgres-keeper.mjs FOLDER_OF_THE_PROGRAMS [--durable]
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClusterPlace, freePort, initCluster, SUPERUSER, startServer } from './postgres-cluster.mjs';

const place = createClusterPlace(process.argv[2] ?? '');
const data = join(place.folder, 'data');

/**
 * With `--durable` a commit waits for the disk, and dead rows are removed, as on a seller's server. Without it nothing
 * has to survive a power failure, and autovacuum is off because it could keep the template database open while a test
 * file copies it.
 */
const durability = process.argv.includes('--durable') ? 'on' : 'off';

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let leaving = false;

/**
 * Starts the server. If another process took the port in between, it tries another one.
 *
 * @returns {Promise<string>} the address of its database `postgres`
 */
const start = async () => {
  const settings = {
    max_connections: 300,
    shared_buffers: '64MB',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    autovacuum: durability,
  };
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const started = startServer(place, { data, port, settings });
    server = started.server;
    const failure = await started.failure;
    if (failure === null) return `postgres://${SUPERUSER}:${place.password}@127.0.0.1:${port}/postgres`;
    if (attempt === 5 || !/already in use/i.test(failure)) throw new Error(`PostgreSQL did not start:\n${failure}`);
  }
};

const leave = () => {
  if (leaving) return;
  leaving = true;
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit();
  server.once('exit', () => process.exit());
  server.kill('SIGINT');
  setTimeout(() => server?.kill('SIGQUIT'), 3_000);
};

/** @param {{url: string} | {error: string}} message */
const report = (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

process.stdin.resume();
process.stdin.on('end', leave);
process.stdin.on('error', leave);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
process.on('exit', () => rmSync(place.folder, { recursive: true, force: true }));

try {
  initCluster(place, data);
  report({ url: await start() });
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) });
  leave();
}
