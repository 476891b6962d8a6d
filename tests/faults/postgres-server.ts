import { type ChildProcess, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgres } from '../../scripts/lib/postgres.mjs';
import {
  type ClusterPlace,
  createClusterPlace,
  freePort,
  initCluster,
  runProgram,
  SUPERUSER,
  startServer,
} from '../../scripts/lib/postgres-cluster.mjs';
import { keepFolder, keepProcess } from './kept.ts';
import { childrenOf, sendSignal } from './process-tree.mjs';
import { waitUntil } from './wait.ts';

/** A PostgreSQL server of a test, run as an unprivileged user, with everything that can happen to one. */
export interface PostgresServer {
  readonly port: number;
  /** The user who runs it; null if it is the current one. */
  readonly owner: ClusterPlace['owner'];
  /** The address of one of its databases. */
  url(database: string): string;
  /** Runs a statement over a new, direct connection. */
  query<Row extends object>(statement: string, database?: string): Promise<Row[]>;
  /** Starts the server again, with the same data and port. */
  start(): Promise<void>;
  /** `immediate` ends all connections without a checkpoint, so the next start recovers from the log. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server and all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Freezes the server and all its processes. Its connections stay open, and nothing on them moves. */
  pause(): void;
  resume(): void;
  /** Starts another server that follows this one. From then on, every commit here waits for the other one. */
  addStandby(): Promise<PostgresServer>;
  /** Makes a standby accept writes. */
  promote(): Promise<void>;
  /** Stops the server. The last one of a place removes the data of all of them. */
  close(): Promise<void>;
}

/**
 * An acknowledged commit survives SIGKILL of all processes, because it is in the log, which the operating system keeps.
 * Nothing here has to survive a power failure, so fsync is off.
 */
const SETTINGS = {
  fsync: 'off',
  max_connections: 100,
  shared_buffers: '32MB',
  synchronous_commit: 'on',
  // Inside the data folder, so that nothing is left behind by a killed server.
  dynamic_shared_memory_type: 'mmap',
};

const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** A statement over a direct connection fails after this time. */
const DIRECT_LIMIT_MS = 30_000;

/** Starts an empty server. */
export const startPostgresServer = async (): Promise<PostgresServer> => {
  const programs = findPostgres();
  if (!programs) throw new Error('The fault tests need PostgreSQL 15 or later.');
  const place = createClusterPlace(programs);
  keepFolder(place.folder);
  const data = join(place.folder, 'data');
  initCluster(place, data);
  const server = serverOf(place, data, await freePort());
  await server.start();
  return {
    ...server,
    close: async () => {
      await server.close();
      await rm(place.folder, { recursive: true, force: true });
    },
  };
};

/** The server of a cluster; it does not run yet. */
const serverOf = (place: ClusterPlace, data: string, port: number): PostgresServer => {
  let process: ChildProcess | undefined;
  let standbys = 0;
  const { owner, password } = place;
  const url = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const query = <Row extends object>(statement: string, database = 'postgres') =>
    queryOnce<Row>(url(database), statement);

  const isRunning = () => process !== undefined && process.exitCode === null && process.signalCode === null;
  const ended = () => waitUntil(() => !isRunning());
  const start = async () => {
    const started = startServer(place, { data, port, settings: SETTINGS });
    keepProcess(started.server, 'SIGQUIT');
    process = started.server;
    const failure = await started.failure;
    if (failure !== null) throw new Error(`PostgreSQL did not start:\n${failure}`);
  };
  const pause = () => {
    // Once the first process is stopped, it can start no other one.
    sendSignal([process!.pid!], 'SIGSTOP');
    sendSignal(childrenOf(process!.pid!), 'SIGSTOP');
  };
  const resume = () => {
    sendSignal([...childrenOf(process!.pid!), process!.pid!], 'SIGCONT');
  };
  const stop = async (mode: keyof typeof STOP_SIGNALS = 'fast') => {
    if (!isRunning()) return;
    resume();
    process!.kill(STOP_SIGNALS[mode]);
    await ended();
  };
  const kill = async () => {
    const memory = sharedMemoryOf(data);
    pause();
    sendSignal([...childrenOf(process!.pid!), process!.pid!], 'SIGKILL');
    await ended();
    // Nobody else removes the segment of shared memory that a killed server leaves behind.
    if (memory) spawnSync('ipcrm', ['-m', memory]);
  };
  const addStandby = async () => {
    const copy = join(place.folder, `standby-${++standbys}`);
    const args = ['-D', copy, '-d', url('postgres'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    const { status, stderr } = runProgram(place, 'pg_basebackup', args);
    if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
    const standby = serverOf(place, copy, await freePort());
    await standby.start();
    await query("alter system set synchronous_standby_names = '*'");
    await query('select pg_reload_conf()');
    await waitUntil(async () => (await query("select from pg_stat_replication where sync_state = 'sync'")).length, {
      interval: 20,
    });
    return standby;
  };
  const promote = async () => {
    await query('select pg_promote()');
  };
  const close = () => stop('immediate');
  return { port, owner, url, query, start, stop, kill, pause, resume, addStandby, promote, close };
};

/** The id of a running server's segment of shared memory, or null if its files do not name one. */
const sharedMemoryOf = (data: string): string | null =>
  readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6]?.trim().split(/\s+/)[1] ?? null;

const queryOnce = async <Row extends object>(url: string, statement: string): Promise<Row[]> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: DIRECT_LIMIT_MS,
    query_timeout: DIRECT_LIMIT_MS,
  });
  // A connection that breaks also fails the query that waits for it.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    // Not awaited: a paused server never says goodbye.
    void client.end().catch(() => {});
  }
};
