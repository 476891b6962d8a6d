/**
 * Runs one throwaway PostgreSQL server for the parent process. It prints one line of JSON on standard output
 * (`{"url": …}` or `{"error": …}`) and stops the server when its standard input ends. The input ends whenever the
 * parent ends, even by a crash or SIGKILL, so no server is ever left behind.
 *
 * node postgres-keeper.mjs FOLDER_OF_THE_PROGRAMS [--durable]
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = process.argv[2] ?? '';

/**
 * With `--durable` a commit waits for the disk, and dead rows are removed, as on a seller's server. Without it nothing
 * has to survive a power failure, and autovacuum is off because it could keep the template database open while a test
 * file copies it.
 */
const durability = process.argv.includes('--durable') ? 'on' : 'off';

/**
 * PostgreSQL refuses to run as root. In that case it runs as the user `postgres` of its package, or as `nobody`.
 *
 * @returns {{uid: number, gid: number} | null} null if this process is not root
 */
const unprivilegedUser = () => {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534) };
};

const owner = unprivilegedUser();
// If this is root, the server's user may not have access to root's own temporary folder.
const folder = mkdtempSync(join(owner ? '/tmp' : tmpdir(), 'greenroom-postgres-'));
const data = join(folder, 'data');
const password = randomBytes(16).toString('hex');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let leaving = false;

/** Creates the cluster. It sorts by language, as real servers do, if this build of PostgreSQL supports ICU. */
const createCluster = () => {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const common = ['-D', data, '-U', 'greenroom', '-A', 'password', '--pwfile', passwordFile];
  const settings = [...common, '--no-sync', '--encoding=UTF8', '--locale=C'];
  const icu = run('initdb', [...settings, '--locale-provider=icu', '--icu-locale=en-US']);
  if (icu.status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const plain = run('initdb', settings);
  if (plain.status !== 0) throw new Error(`initdb failed: ${plain.stderr || plain.error?.message}`);
};

/**
 * Starts the server and waits until it accepts connections. If another process took the port in between, it tries
 * another one.
 *
 * @returns {Promise<string>} the address of its database `postgres`
 */
const start = async () => {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      // Some distributions log to a file, but this process has to read the line that says "ready".
      logging_collector: 'off',
      log_destination: 'stderr',
      port,
      unix_socket_directories: folder,
      max_connections: 300,
      shared_buffers: '64MB',
      fsync: durability,
      synchronous_commit: durability,
      full_page_writes: durability,
      autovacuum: durability,
      jit: 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
      ...owner,
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group, so only this process decides when it stops.
      detached: true,
    });
    const output = await readyOrEnded(server);
    if (output === null) return `postgres://greenroom:${password}@127.0.0.1:${port}/postgres`;
    if (attempt === 5 || !/already in use/i.test(output)) throw new Error(`PostgreSQL did not start:\n${output}`);
  }
};

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string | null>} null once it accepts connections, or its output if it ended before that
 */
const readyOrEnded = (child) => {
  let output = '';
  return new Promise((resolve) => {
    const read = (/** @type {string} */ part) => {
      output += part;
      if (/ready to accept connections/.test(output)) {
        resolve(null);
        output = '';
      }
      if (output.length > 100_000) output = output.slice(-50_000);
    };
    for (const pipe of [child.stdout, child.stderr]) pipe?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(output || 'it ended without any output'));
  });
};

const leave = () => {
  if (leaving) return;
  leaving = true;
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit();
  server.once('exit', () => process.exit());
  server.kill('SIGINT');
  setTimeout(() => server?.kill('SIGQUIT'), 3_000);
};

/**
 * @param {string} program
 * @param {string[]} args
 */
const run = (program, args) =>
  spawnSync(join(programs, program), args, { ...owner, cwd: folder, env: environment(), encoding: 'utf8' });

/** Excludes the caller's own settings for PostgreSQL (PGDATA, PGPORT …), and languages that are not installed. */
const environment = () => ({ PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' });

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });

/** @param {{url: string} | {error: string}} message */
const report = (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

process.stdin.resume();
process.stdin.on('end', leave);
process.stdin.on('error', leave);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

try {
  if (owner) chownSync(folder, owner.uid, owner.gid);
  createCluster();
  report({ url: await start() });
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) });
  leave();
}
