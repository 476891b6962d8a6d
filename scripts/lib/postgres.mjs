/**
 * Where the tests' PostgreSQL comes from: a server that is already there, or a throw-away one made from installed
 * binaries. Used by `npm test` and by Vitest's own set-up, so that a single test file runs by itself too.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest PostgreSQL that the shop supports. */
export const OLDEST_POSTGRES = 15;

/** Folders in which distributions keep one folder for each installed version, and where its programs are. */
const versionedFolders = [
  { parent: '/usr/lib/postgresql', name: /^(\d+)$/, bin: 'bin' },
  { parent: '/usr', name: /^pgsql-(\d+)$/, bin: 'bin' },
  { parent: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/usr/local/opt', name: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/Applications/Postgres.app/Contents/Versions', name: /^(\d+)$/, bin: 'bin' },
];

/**
 * Folders that hold both programs needed (`initdb` and `postgres`), in the order in which they are tried:
 * those on PATH first, then the distributions' folders, newest version first.
 *
 * @param {{path?: string, root?: string}} [where] `root` is put before the distributions' folders (for tests).
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
  // A link on PATH to the versioned folder is the same installation.
  return [...new Set(complete.map((folder) => join(realpathSync(join(folder, 'postgres')), '..')))];
};

/**
 * The folder with the programs of the first installed PostgreSQL that is new enough, or null.
 *
 * @returns {string | null}
 */
export const findPostgres = () => postgresFolders().find((folder) => majorVersion(folder) >= OLDEST_POSTGRES) ?? null;

/**
 * Starts a throw-away PostgreSQL server on a free loopback port, its files in a temporary folder. A keeper process
 * of its own stops it and removes the folder as soon as this process ends, however it ends.
 *
 * @param {string} folder where `initdb` and `postgres` are
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `url` carries a superuser's name and password
 */
export const startPostgres = (folder) => {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url)), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Out of the terminal's process group: Ctrl-C must not stop the server under the tests that are winding up.
    detached: true,
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => keeper.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let answer = '';
    keeper.stdout.setEncoding('utf8').on('data', (part) => {
      answer += part;
      if (!answer.endsWith('\n')) return;
      const { url, error } = JSON.parse(answer);
      if (error) return reject(new Error(error));
      resolve({
        url,
        stop() {
          // It was let go of below; its end is awaited now.
          keeper.ref();
          keeper.stdin.end();
          return ended;
        },
      });
      keeper.unref();
      for (const pipe of [keeper.stdin, keeper.stdout]) /** @type {import('node:net').Socket} */ (pipe).unref();
    });
    keeper.once('error', reject);
    ended.then(() => reject(new Error(`PostgreSQL's keeper process ended before the server was ready. ${answer}`)));
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
