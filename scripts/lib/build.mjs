import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandFailed, runQuietly } from './child-process.mjs';
import { inProject, readIfExists, root, ScriptError } from './project.mjs';

/**
 * The two builds. `output` is a file that the build makes: if it is missing, the stamp does not count. `sources` is
 * everything that the build may read. A needless build costs seconds, a missing one could cost a day.
 *
 * @satisfies {Record<string, {config: string, output: string, sources: string[]}>}
 */
const BUILDS = {
  server: {
    config: 'vite.server.config.ts',
    output: 'dist/server/main.js',
    sources: ['src/server', 'src/domain', 'src/contract', 'src/demo', 'build'],
  },
  pages: {
    config: 'vite.config.ts',
    output: 'dist/public/index.html',
    sources: ['src/web', 'src/domain', 'src/contract', 'build', 'public', 'index.html'],
  },
};

/** What both builds read. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

/** @typedef {keyof typeof BUILDS} Build */

/** @param {Build} name */
const stampFile = (name) => inProject('dist', `${name}.stamp`);

/** @param {Build} name */
const stampOf = (name) => sourceStamp(root, [...BUILDS[name].sources, BUILDS[name].config, ...COMMON]);

/** @param {Build} name */
const isCurrent = (name) =>
  existsSync(inProject(BUILDS[name].output)) && readIfExists(stampFile(name)) === stampOf(name);

/** The builds that were not made from the current sources. */
export const staleBuilds = () => /** @type {Build[]} */ (Object.keys(BUILDS)).filter((name) => !isCurrent(name));

/**
 * Builds server or pages into dist/. The types are not checked here.
 *
 * @param {Build} name
 * @throws {ScriptError}
 */
export const build = async (name) => {
  // Computed before the build, so a file that is saved during the build makes it stale.
  const stamp = stampOf(name);
  rmSync(stampFile(name), { force: true });
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  // A test run sets NODE_ENV, and React would be built in its slow form.
  const env = { ...process.env, NODE_ENV: 'production' };
  await runQuietly(process.execPath, [vite, 'build', '--config', inProject(BUILDS[name].config)], { env }).catch(
    (error) => {
      if (!(error instanceof CommandFailed)) throw error;
      throw new ScriptError(`Greenroom could not be built.\n\n${error.output}`);
    },
  );
  writeFileSync(stampFile(name), stamp);
};

/**
 * A hash of the names and contents of files and folders, without tests. It ignores times, so a project that was copied
 * or checked out again is not built again.
 *
 * @param {string} folder
 * @param {string[]} paths in `folder`; missing ones are ignored
 */
export const sourceStamp = (folder, paths) => {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(join(folder, path))) {
      hash.update(`${relative(folder, file)}\0`);
      hash.update(readFileSync(file));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
};

/**
 * @param {string} path
 * @returns {string[]} the path itself if it is a file, and all files below it if it is a folder
 */
const filesIn = (path) => {
  if (!existsSync(path)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !isForTestsOnly(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory() ? filesIn(inside) : entry.isFile() ? [inside] : [];
    });
};

/** @param {string} name */
const isForTestsOnly = (name) => name === 'testing' || /\.test\.tsx?$/.test(name);
