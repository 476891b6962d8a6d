import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Running {
  url: string;
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
}

export const ACCESS_CODE = 'bench-code';
export const ADMIN_PASSWORD = 'bench-password';

export const root = new URL('../', import.meta.url).pathname;

/** Starts the built shop in its own process, with an empty data folder. It runs on SQLite unless the settings say otherwise. */
export const startShop = async (settings: Record<string, string> = {}): Promise<Running> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
  const removeDataDir = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeDataDir);
  const { url, pid, stop } = await startServer(
    ['dist/server/main.js'],
    {
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      DEMO: 'off',
      AUTO_SYNC: 'off',
      RATE_LIMITS: 'off',
      OPEN_ORDERS: '0',
      FIRST_ORDER_MAX: '0',
      SHOP_ACCESS_CODE: ACCESS_CODE,
      SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
    async (server) => (await fetch(`${server}/healthz`)).ok,
  );
  return {
    url,
    dataDir,
    pid,
    stop: async () => {
      await stop();
      process.off('exit', removeDataDir);
      removeDataDir();
    },
  };
};

/** Starts a script of this folder in its own process. The script gets its port in PORT, and only its errors are shown. */
export const startScript = async (script: string, environment: Record<string, string>): Promise<Running> => ({
  ...(await startServer(
    ['--import', 'tsx', `bench/${script}`],
    environment,
    async (server) => (await fetch(server)).status < 500,
  )),
  dataDir: '',
});

/** Starts a server with Node in its own process, which ends with this process at the latest. Resolves when it is ready. */
const startServer = async (
  args: readonly string[],
  environment: Record<string, string>,
  isReady: (url: string) => Promise<boolean>,
): Promise<Omit<Running, 'dataDir'>> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, PORT: String(port) },
  });
  const kill = () => child.kill('SIGKILL');
  // Before the data folder is removed.
  process.prependOnceListener('exit', kill);
  const stop = async () => {
    await end(child);
    process.off('exit', kill);
  };
  try {
    await until(() => isReady(url), 5);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid!, stop };
};

/** Milliseconds in one tick of the kernel's CPU times. */
const TICK_MS = 10;

/** The fields of a process or thread in /proc, without its number and name, which may contain spaces. */
const statOf = (path: string): string[] =>
  readFileSync(`/proc/${path}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

const ticksIn = (stat: readonly string[], ...fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field]), 0);

/** The CPU time that a process has used in all its threads, in milliseconds, in steps of TICK_MS. */
export const cpuTime = (pid: number): number => ticksIn(statOf(`${pid}`), 11, 12) * TICK_MS;

/** The same of its main thread alone. */
export const mainThreadTime = (pid: number): number => ticksIn(statOf(`${pid}/task/${pid}`), 11, 12) * TICK_MS;

/** The same of a process with its children, those included that have ended. */
export const familyTime = (pid: number): number => {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  const ticks = ticksIn(statOf(`${pid}`), 11, 12, 13, 14);
  return ticks * TICK_MS + children.reduce((sum, child) => sum + cpuTime(Number(child)), 0);
};

/** The parent of a process; 0 if it has ended. */
export const parentOf = (pid: number): number => {
  try {
    return Number(statOf(`${pid}`)[1]);
  } catch {
    return 0;
  }
};

/** The memory of a process that is in RAM, in MiB. */
export const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** How long a server may take to end. */
const GRACE_MS = 10_000;

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('exit', () => {
      clearTimeout(killing);
      resolve();
    });
    child.kill('SIGTERM');
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const READY_MS = 120_000;

/**
 * Waits until a server is ready. Checks every `interval` milliseconds.
 *
 * @throws Error if the server is not ready within two minutes, which a busy machine may need for the first start of a demo
 */
export const until = async (isReady: () => Promise<boolean>, interval = 50): Promise<void> => {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  throw new Error('A server did not respond within two minutes.');
};
