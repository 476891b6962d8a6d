import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Running {
  url: string;
  dataDir: string;
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
  const { url, stop } = await startServer(
    ['dist/server/main.js'],
    {
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      DEMO: 'off',
      AUTO_SYNC: 'off',
      RATE_LIMITS: 'off',
      SHOP_ACCESS_CODE: ACCESS_CODE,
      SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
    async (server) => (await fetch(`${server}/readyz`)).ok,
  );
  return {
    url,
    dataDir,
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
): Promise<{ url: string; stop: () => Promise<void> }> => {
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
    await until(() => isReady(url));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
};

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

/**
 * Waits until a server is ready. Checks every `interval` milliseconds.
 *
 * @throws Error if the server is not ready within 10 seconds
 */
export const until = async (isReady: () => Promise<boolean>, interval = 50): Promise<void> => {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  throw new Error('A server did not respond within 10 seconds.');
};
