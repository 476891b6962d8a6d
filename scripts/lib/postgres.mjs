/**
 * Finds PostgreSQL and starts a throwaway server for the tests and the bench. `npm test` uses this, and so does the setup
 * of Vitest, so a single test file can run alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest PostgreSQL that the shop supports. */
export const OLDEST_POSTGRES = 15;

/** Folders in which distributions have one folder for each installed version, and the folder of its programs. */
const versionedFolders = [
  { parent: '/usr/lib/postgresql', name: /^(\d+)$/, bin: 'bin' },
  { parent: '/usr', name: /^pgsql-(\d+)$/, bin: 'bin' },
  { parent: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/usr/local/opt', name: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/Applications/Postgres.app/Contents/Versions', name: /^(\d+)$/, bin: 'bin' },
];

/**
 * The folders that contain both `initdb` and `postgres`, in the order in which they are tried: those on PATH first, then
 * the folders of distributions, newest version first.
 *
 * @param {{path?: string, root?: string}} [options] `root` is prepended to the folders of distributions, for tests
 * @returns {string[]}
 */
export const postgresFolders = ({ path = process.env.PATH ?? '', root = '' } = {}) => {
  const versioned = versionedFolders
    .flatMap(({ parent, name, bin }) =>
      listFolder(root + parent).flatMap((entry) => {
        const version = name.exec(entry)?.[1];
        return version ? [{ folder: join(root + parent, entry, bin), version: Number(version) }] : [];
      }),
    )
    .sort((a, b) => b.version - a.version)
    .map(({ folder }) => folder);
  const all = [...path.split(delimiter).filter(Boolean), ...versioned];
  const complete = all.filter((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
  // A link on PATH may lead to one of the versioned folders.
  return [...new Set(complete.map((folder) => join(realpathSync(join(folder, 'postgres')), '..')))];
};

/**
 * The folder with the programs of the first PostgreSQL that is new enough, or null.
 *
 * @returns {string | null}
 */
export const findPostgres = () => postgresFolders().find((folder) => majorVersion(folder) >= OLDEST_POSTGRES) ?? null;

/**
 * Starts a throwaway PostgreSQL server on a free loopback port, with its files in a temporary folder. A keeper process
 * stops the server and removes the folder when this process ends, in whatever way it ends.
 *
 * @param {string} folder the folder of `initdb` and `postgres`
 * @param {{durable?: boolean}} [options] `durable`: commits wait for the disk, as on a seller's server
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `url` contains name and password of a superuser
 */
export const startPostgres = (folder, { durable = false } = {}) => {
  const program = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url));
  const keeper = spawn(process.execPath, [program, folder, ...(durable ? ['--durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Not in the terminal's process group: Ctrl-C must not stop the server while the tests are still ending.
    detached: true,
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => keeper.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    keeper.stdout.setEncoding('utf8').on('data', (part) => {
      output += part;
      if (!output.endsWith('\n')) return;
      const { url, error } = JSON.parse(output);
      if (error) return reject(new Error(error));
      resolve({
        url,
        stop() {
          // Undoes the `unref` below, because this process now waits for the keeper.
          keeper.ref();
          keeper.stdin.end();
          return ended;
        },
      });
      keeper.unref();
      for (const pipe of [keeper.stdin, keeper.stdout]) /** @type {import('node:net').Socket} */ (pipe).unref();
    });
    keeper.once('error', reject);
    ended.then(() => reject(new Error(`PostgreSQL's keeper process ended before the server was ready. ${output}`)));
  });
};

/** @param {string} folder */
const majorVersion = (folder) => {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

/** @param {string} folder */
const listFolder = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
