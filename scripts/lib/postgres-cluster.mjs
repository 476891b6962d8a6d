/**
 * Creates PostgreSQL clusters in temporary folders and runs their servers. The keeper of the tests' server uses it, and
 * so do the fault tests, whose servers have a keeper of their own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The superuser of every cluster. */
export const SUPERUSER = 'greenroom';

/**
 * A place for one or several clusters: a folder that belongs to the user who runs the servers.
 *
 * @typedef {object} ClusterPlace
 * @property {string} programs the folder of `initdb` and `postgres`
 * @property {string} folder
 * @property {{uid: number, gid: number} | null} owner the user who runs the servers; null if it is the current one
 * @property {string} password of the superuser
 */

/**
 * Creates the folder for a cluster, which the caller removes.
 *
 * @param {string} programs
 * @returns {ClusterPlace}
 */
export const createClusterPlace = (programs) => {
  const owner = unprivilegedUser();
  const parent = owner && !isOpenToAll(tmpdir()) ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(parent, 'greenroom-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return { programs, folder, owner, password: randomBytes(16).toString('hex') };
};

/**
 * True if every user may pass through a folder. Root's own temporary folder may be closed to the server's user.
 *
 * @param {string} folder
 * @returns {boolean}
 */
const isOpenToAll = (folder) =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpenToAll(dirname(folder)));

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

/**
 * Creates an empty cluster. It sorts by language, as real servers do, if this build of PostgreSQL supports ICU.
 *
 * @param {ClusterPlace} place
 * @param {string} data the folder of the cluster, which must not exist yet
 */
export const initCluster = (place, data) => {
  const passwordFile = join(place.folder, 'password');
  writeFileSync(passwordFile, place.password, { mode: 0o600 });
  if (place.owner) chownSync(passwordFile, place.owner.uid, place.owner.gid);
  const common = ['-D', data, '-U', SUPERUSER, '-A', 'password', '--pwfile', passwordFile];
  const settings = [...common, '--no-sync', '--encoding=UTF8', '--locale=C'];
  const icu = runProgram(place, 'initdb', [...settings, '--locale-provider=icu', '--icu-locale=en-US']);
  if (icu.status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const plain = runProgram(place, 'initdb', settings);
  if (plain.status !== 0) throw new Error(`initdb failed: ${plain.stderr || plain.error?.message}`);
};

/**
 * Starts the server of a cluster.
 *
 * @param {ClusterPlace} place
 * @param {{data: string, port: number, settings: Record<string, string | number>}} server
 * @returns {{server: import('node:child_process').ChildProcess, failure: Promise<string | null>}} `failure` is null once
 *   the server accepts connections, or what it wrote if it ended before that
 */
export const startServer = ({ programs, folder, owner }, { data, port, settings }) => {
  const all = {
    listen_addresses: '127.0.0.1',
    // Some distributions log to a file, but this process has to read the line that says "ready".
    logging_collector: 'off',
    log_destination: 'stderr',
    port,
    unix_socket_directories: folder,
    jit: 'off',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    ...owner,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so only the process that started it decides when it stops.
    detached: true,
  });
  return { server, failure: readyOrEnded(server) };
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
      if (/ready to accept (read-only )?connections/.test(output)) {
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

/** @returns {Promise<number>} a port that no process of this machine uses */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });

/**
 * Runs a program of PostgreSQL as the user of the servers, and waits for its end.
 *
 * @param {ClusterPlace} place
 * @param {string} program
 * @param {string[]} args
 */
export const runProgram = ({ programs, folder, owner }, program, args) =>
  spawnSync(join(programs, program), args, { ...owner, cwd: folder, env: environment(), encoding: 'utf8' });

/** Excludes the caller's own settings for PostgreSQL (PGDATA, PGPORT …), and languages that are not installed. */
const environment = () => ({ PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' });
