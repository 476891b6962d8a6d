import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inProject, readIfThere, root, SetUpProblem } from './project.mjs';
import { CommandFailed, runNpm, step } from './run.mjs';

const stampFile = inProject('dist', 'build.stamp');

/** What a build makes; without these a stamp is worth nothing. */
const outcome = ['dist/server/main.js', 'dist/public/index.html'];

/** What a build reads. Lists more rather than less: a build too many costs seconds, one too few a day. */
const sources = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

/** True where dist/ was built from the sources as they are. */
export const isBuilt = () =>
  outcome.every((path) => existsSync(inProject(path))) && readIfThere(stampFile) === sourceStamp(root, sources);

/**
 * Builds server and pages into dist/.
 *
 * @throws {SetUpProblem}
 */
export const build = async () => {
  // Taken first: a file saved during the build makes the build stale.
  const stamp = sourceStamp(root, sources);
  rmSync(stampFile, { force: true });
  await step('Building', () => runNpm(['run', 'build'])).catch((problem) => {
    if (!(problem instanceof CommandFailed)) throw problem;
    throw new SetUpProblem(`Greenroom could not be built.\n\n${problem.output}`);
  });
  writeFileSync(stampFile, stamp);
};

/**
 * A fingerprint of names and contents of files and folders, tests left out. Contents, not times: a copied or
 * freshly checked-out project is not built again.
 *
 * @param {string} folder
 * @param {string[]} paths inside `folder`; one that does not exist is no error
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
 * @returns {string[]} the path itself if it is a file, all files below it if it is a folder
 */
const filesIn = (path) => {
  if (!existsSync(path)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (problem) {
    if (/** @type {NodeJS.ErrnoException} */ (problem).code === 'ENOTDIR') return [path];
    throw problem;
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
