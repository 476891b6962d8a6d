import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CommandFailed, runNpm, step } from './child-process.mjs';
import { fingerprint, inProject, readIfExists, ScriptError } from './project.mjs';

const stampFile = inProject('node_modules', '.greenroom-install');

/** Identifies what should be installed: the lockfile and the kind of machine. */
const wantedStamp = () => `${fingerprint(lockfile())} ${process.platform} ${process.arch}`;

/** True if the packages of the current lockfile are installed for this kind of machine. */
export const isInstalled = () => readIfExists(stampFile) === wantedStamp();

/**
 * Installs exactly the packages of the lockfile, including those for development, if they are not installed yet.
 *
 * @throws {ScriptError}
 */
export const install = async () => {
  const stamp = wantedStamp();
  // Complete if the user ran `npm install` after the lockfile changed.
  if (!isCompleteInstall(lockfile(), readIfExists(inProject('node_modules', '.package-lock.json')))) {
    await step('Installing packages (the first time takes some minutes)', () =>
      runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], nativeBuildEnvironment()),
    ).catch((error) => {
      throw explainFailure('The packages could not be installed.', error);
    });
  }
  writeFileSync(stampFile, stamp);
};

/**
 * True if npm's own record of installed packages has everything that the lockfile wants on this machine.
 *
 * @param {string} lockText package-lock.json
 * @param {string | null} installedText node_modules/.package-lock.json
 */
export const isCompleteInstall = (lockText, installedText) => {
  if (!installedText) return false;
  const wanted = JSON.parse(lockText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return entry.peer || (entry.optional && !isForThisMachine(entry));
  });
};

/**
 * True if an optional package is for this kind of machine. A package for a specific C library does not count, because
 * finding out which library this machine has takes too long.
 *
 * @param {{os?: string[], cpu?: string[], libc?: string[]}} entry of a lockfile
 */
const isForThisMachine = ({ os = [], cpu = [], libc }) =>
  !libc && os.includes(process.platform) && cpu.includes(process.arch);

/**
 * The environment for compiling better-sqlite3, which happens if there is no ready binary to download. It points to the
 * headers that were installed with this Node.js, if there are any, so they are not downloaded.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export const nativeBuildEnvironment = () => {
  const prefix = join(dirname(process.execPath), '..');
  const version = readIfExists(join(prefix, 'include', 'node', 'node_version.h')) ?? '';
  const abi = /#define NODE_MODULE_VERSION (\d+)/.exec(version)?.[1];
  return abi === process.versions.modules ? { ...process.env, npm_config_nodedir: prefix } : process.env;
};

/**
 * @param {string} what one sentence
 * @param {unknown} error
 */
export const explainFailure = (what, error) => {
  if (!(error instanceof CommandFailed)) return error;
  const missing = /gyp/.test(error.output) ? missingBuildTools() : [];
  return new ScriptError(
    missing.length > 0
      ? `${what} better-sqlite3 must be compiled on this machine, and these programs are missing: ${missing.join(', ')}. ` +
          'On Debian or Ubuntu: apt-get install python3 make g++'
      : `${what} The output was:\n\n${error.message}`,
  );
};

const missingBuildTools = () => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const has = (/** @type {string} */ name) => folders.some((folder) => existsSync(join(folder, name)));
  return [
    ['python3', 'python'],
    ['make', 'gmake'],
    ['g++', 'c++', 'clang++'],
  ]
    .filter((names) => !names.some(has))
    .map(([name]) => name);
};

const lockfile = () => {
  const text = readIfExists(inProject('package-lock.json'));
  if (text === null) throw new ScriptError('package-lock.json is missing: this is not a complete copy of Greenroom.');
  return text;
};
