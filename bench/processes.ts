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

/** The built shop in a process of its own, on a folder of its own, empty. */
export const startShop = async (settings: Record<string, string> = {}): Promise<Running> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      AUTO_SYNC: 'off',
      RATE_LIMITS: 'off',
      SHOP_ACCESS_CODE: ACCESS_CODE,
      SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
  });
  await until(async () => (await fetch(`${url}/readyz`)).ok);
  return {
    url,
    dataDir,
    stop: async () => {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** A script of this folder in a process of its own; it is told its port and says nothing but errors. */
export const startScript = async (script: string, environment: Record<string, string>): Promise<Running> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/${script}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, PORT: String(port) },
  });
  await until(async () => (await fetch(url)).status < 500);
  return { url, dataDir: '', stop: () => end(child) };
};

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Waits for a server, looking every so many milliseconds. */
export const until = async (ready: () => Promise<boolean>, every = 50): Promise<void> => {
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    if (await ready().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  throw new Error('A server did not answer within 10 seconds.');
};
