import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandFailed, runNpm, step } from './child-process.mjs';
import { inProject, readIfExists, root, ScriptError } from './project.mjs';

const stampFile = inProject('dist', 'build.stamp');

/** Files that every build makes. If one is missing, the stamp does not count. */
const outputs = ['dist/server/main.js', 'dist/public/index.html'];

/** Everything that a build may read. A needless build costs seconds, a missing one could cost a day. */
const sources = [
  'src',
  'build',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

/** True if dist/ was built from the current sources. */
export const isBuilt = () =>
  outputs.every((path) => existsSync(inProject(path))) && readIfExists(stampFile) === sourceStamp(root, sources);

/**
 * Builds server and pages into dist/.
 *
 * @throws {ScriptError}
 */
export const build = async () => {
  // Computed before the build, so a file that is saved during the build makes it stale.
  const stamp = sourceStamp(root, sources);
  rmSync(stampFile, { force: true });
  await step('Building', () => runNpm(['run', 'build'])).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    throw new ScriptError(`Greenroom could not be built.\n\n${error.output}`);
  });
  writeFileSync(stampFile, stamp);
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
