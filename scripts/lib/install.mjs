import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fingerprint, inProject, readIfThere, SetUpProblem } from './project.mjs';
import { CommandFailed, runNpm, step } from './run.mjs';

const stampFile = inProject('node_modules', '.greenroom-install');

/** What the installed packages depend on: the lockfile, and the kind of machine. */
const wantedStamp = () => `${fingerprint(lockfile())} ${process.platform} ${process.arch}`;

/** True where the packages of the present lockfile are installed for this kind of machine. */
export const isInstalled = () => readIfThere(stampFile) === wantedStamp();

/**
 * Installs exactly what the lockfile says, development packages included, unless that is what is there.
 *
 * @throws {SetUpProblem}
 */
export const install = async () => {
  const stamp = wantedStamp();
  // Installed by hand (`npm install`) after the lockfile changed: nothing to do.
  if (!isCompleteInstall(lockfile(), readIfThere(inProject('node_modules', '.package-lock.json')))) {
    await step('Installing packages (the first time takes some minutes)', () =>
      runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], nativeBuildEnvironment()),
    ).catch((problem) => {
      throw explainFailure('The packages could not be installed.', problem);
    });
  }
  writeFileSync(stampFile, stamp);
};

/**
 * Whether npm's own note of what it installed holds all that the lockfile asks for on this machine.
 *
 * @param {string} lockText package-lock.json
 * @param {string | null} installedText node_modules/.package-lock.json
 */
export const isCompleteInstall = (lockText, installedText) => {
  if (!installedText) return false;
  const wanted = JSON.parse(lockText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([path, wish]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === wish.version && found.integrity === wish.integrity;
    return wish.peer || (wish.optional && !isMeantForThisMachine(wish));
  });
};

/**
 * Whether an optional package names this kind of machine. One for a certain C library counts as not meant, since
 * which one this is takes long to find out.
 *
 * @param {{os?: string[], cpu?: string[], libc?: string[]}} entry of a lockfile
 */
const isMeantForThisMachine = ({ os = [], cpu = [], libc }) =>
  !libc && os.includes(process.platform) && cpu.includes(process.arch);

/**
 * The environment in which better-sqlite3 compiles where no ready binary can be fetched: with the headers that were
 * installed along with this very Node.js, if there are any, instead of downloading them.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export const nativeBuildEnvironment = () => {
  const prefix = join(dirname(process.execPath), '..');
  const version = readIfThere(join(prefix, 'include', 'node', 'node_version.h')) ?? '';
  const abi = /#define NODE_MODULE_VERSION (\d+)/.exec(version)?.[1];
  return abi === process.versions.modules ? { ...process.env, npm_config_nodedir: prefix } : process.env;
};

/**
 * @param {string} what
 * @param {unknown} problem
 */
export const explainFailure = (what, problem) => {
  if (!(problem instanceof CommandFailed)) return problem;
  const missing = /gyp/.test(problem.output) ? missingBuildTools() : [];
  return new SetUpProblem(
    missing.length > 0
      ? `${what} better-sqlite3 has to be compiled on this machine, and these programs are missing: ${missing.join(', ')}. ` +
          'On Debian or Ubuntu: apt-get install python3 make g++'
      : `${what} This is what was said:\n\n${problem.message}`,
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
  const text = readIfThere(inProject('package-lock.json'));
  if (text === null) throw new SetUpProblem('package-lock.json is missing: this is not a whole copy of Greenroom.');
  return text;
};
