import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { login, updateUser } from '#contract/users.ts';
import { openDatabase } from './db/open.ts';
import { builtFile } from './lib/program.ts';
import { startUpload } from './testing/arriving-upload.ts';
import { createBareDatabase, type TestDatabase } from './testing/both-databases.ts';
import { FAR_LIMITS, serverWithLimits } from './testing/patience.ts';
import { ADMIN_PASSWORD } from './testing/test-shop.ts';

/** A server as `npm start` runs it. */
interface ServerProcess {
  child: ChildProcess;
  address: string;
  /** The bearer token of the administrator. */
  token: string;
  /** Everything that it printed until it was open. */
  output: string;
  /** Everything that it has printed so far. */
  printed(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const logIn = async (address: string, username: string, password: string): Promise<Response> =>
  fetch(`${address}${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

const startServer = async (settings: Record<string, string>): Promise<ServerProcess> => {
  const server = pathToFileURL(builtFile('server')).href;
  const child = spawn(process.execPath, serverWithLimits(server, FAR_LIMITS), {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: 'off',
      SHOP_ACCESS_CODE: 'open-sesame',
      SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that a test can send a signal to all of its processes, as a terminal does.
    detached: true,
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      const url = / is open at (http:\/\/\S+)\n/.exec(output)?.[1];
      if (url) resolve(url);
    });
    void ended.then((code) => reject(new Error(`The server ended with code ${code} before it was open: ${output}`)));
  });
  const response = await logIn(address, 'admin', ADMIN_PASSWORD);
  return { child, address, token: (await response.json()).token, output, printed: () => output, ended };
};

const findFreePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
};

/** Enough products for the worker thread. */
const MANY = 3000;

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  let dataDir: string;
  let database: TestDatabase | undefined;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'greenroom-main-'));
    database = kind === 'postgres' ? await createBareDatabase() : undefined;
  });
  afterEach(async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = (settings: Record<string, string> = {}) =>
    startServer({ DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '', ...settings });
  const countItems = async (): Promise<number> => {
    const open = openDatabase({ dataDir, databaseUrl: database?.url });
    const items = await open.reader.selectFrom('items').select('id').execute();
    await open.close();
    return items.length;
  };

  test('an upload that is arriving at SIGTERM is applied before the process ends', async () => {
    const { child, address, token, ended } = await start();
    const upload = await startUpload(address, token, MANY);
    await upload.send(0.5);
    child.kill('SIGTERM');
    await upload.send(1);
    expect(await upload.response).toMatchObject({ status: 200, body: { stats: { totalProducts: MANY } } });
    expect(await ended).toBe(0);
    expect(await countItems()).toBe(MANY);
  });

  test('a start takes an existing data folder away from other users of the machine', async () => {
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'shop.db'), '', { mode: 0o644 });
    const { child, address, token, ended } = await start(
      kind === 'postgres' ? { WEB_CONCURRENCY: '2', PORT: String(await findFreePort()) } : {},
    );
    await (await startUpload(address, token, MANY)).send(1);
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(dataDir)).toBe('700');
    for (const name of readdirSync(dataDir)) expect([name, modeOf(join(dataDir, name))]).toEqual([name, '600']);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('an administrator who took another name stays the only one when the process starts again', async () => {
    const first = await start();
    const renamed = await fetch(`${first.address}${updateUser.path}`, {
      method: updateUser.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${first.token}` },
      body: JSON.stringify({ username: 'chief' }),
    });
    expect(renamed.status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await start({ SHOP_ADMIN_PASSWORD: 'one of the settings' });
    expect((await logIn(second.address, 'admin', ADMIN_PASSWORD)).status).toBe(401);
    expect((await logIn(second.address, 'chief', 'one of the settings')).status).toBe(200);
    expect(second.output).not.toContain('Note');
  });

  if (kind === 'sqlite') {
    test('a start without an access code prints an invite that opens the gate, and the next start prints none', async () => {
      const first = await start({ SHOP_ACCESS_CODE: 'off' });
      const code = /Invite +(\S+) \(for 10 registrations\)/.exec(first.output)![1]!;
      const enter = (password: string) =>
        fetch(`${first.address}${authenticate.path}`, {
          method: authenticate.method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password }),
        });
      expect((await enter('off')).status).toBe(401);
      expect((await enter(code)).status).toBe(200);
      first.child.kill('SIGTERM');
      await first.ended;
      expect((await start({ SHOP_ACCESS_CODE: 'off' })).output).not.toContain('Invite');
    });

    test('a second signal ends the process at once', async () => {
      const { child, address, token, ended } = await start();
      const upload = await startUpload(address, token, 10);
      await expect.poll(() => child.kill('SIGTERM') && child.exitCode === null, { interval: 100 }).toBe(false);
      expect(await ended).toBe(1);
      await expect(upload.response).rejects.toThrow();
    });
  }

  if (kind === 'postgres') {
    test('a process that dies is a line in the log, and is replaced', async () => {
      const { child, address, printed } = await start({ WEB_CONCURRENCY: '2', PORT: String(await findFreePort()) });
      const processes = () =>
        readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
      const [first] = processes();
      process.kill(Number(first), 'SIGKILL');
      await expect.poll(printed).toMatch(new RegExp(`"pid":${first},"code":null,"signal":"SIGKILL","msg":"a process`));
      await expect.poll(processes).toHaveLength(2);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
    });

    test('Ctrl-C in a terminal lets several processes finish an upload', async () => {
      const { child, address, token, ended } = await start({
        WEB_CONCURRENCY: '2',
        PORT: String(await findFreePort()),
      });
      const upload = await startUpload(address, token, MANY);
      await upload.send(0.5);
      // The terminal sends it to all processes, and the first one sends it to the others.
      process.kill(-child.pid!, 'SIGINT');
      await upload.send(1);
      expect((await upload.response).status).toBe(200);
      expect(await ended).toBe(0);
      expect(await countItems()).toBe(MANY);
    });
  }
});
