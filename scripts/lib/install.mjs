import { writeFileSync } from 'node:fs';
import { CommandFailed, runNpm, step } from './child-process.mjs';
import { fingerprint, inProject, readIfExists, ScriptError } from './project.mjs';
import { sqlitePackage } from './sqlite-package.mjs';

/**
 * A folder with a package.json and a lockfile of its own: the project, or `bench`, for what only the bench and the
 * mutation tests need.
 *
 * @typedef {'' | 'bench'} Place
 */

/** The options of every installation. What a package's own script would do is done by native-module.mjs. */
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** @param {Place} place */
const stampFile = (place) => inProject(place, 'node_modules', '.greenroom-install');

/**
 * Identifies what should be installed: the lockfile, the kind of machine, and which better-sqlite3 this Node.js loads.
 *
 * @param {Place} place
 */
const wantedStamp = (place) =>
  [fingerprint(lockfile(place)), process.platform, process.arch, sqlitePackage()].join(' ');

/**
 * True if the packages of the current lockfile are installed for this kind of machine. Without `tools`, those for checks
 * and tests may be missing.
 *
 * @param {{place?: Place, tools?: boolean}} [options]
 */
export const isInstalled = ({ place = '', tools = true } = {}) => {
  const stamp = readIfExists(stampFile(place));
  return stamp === wantedStamp(place) || (!tools && stamp === `${wantedStamp(place)} without tools`);
};

/**
 * Installs exactly the packages of a lockfile, if they are not installed yet.
 *
 * @param {{place?: Place, tools?: boolean}} [options] without `tools`, only what the shop needs to be built and to run
 * @throws {ScriptError}
 */
export const install = async ({ place = '', tools = true } = {}) => {
  const stamp = `${wantedStamp(place)}${tools ? '' : ' without tools'}`;
  const installed = readIfExists(inProject(place, 'node_modules', '.package-lock.json'));
  // Complete if the user ran `npm install` after the lockfile changed.
  if (!isCompleteInstall(lockfile(place), installed, { tools })) {
    // `npm ci` begins with an empty folder. What is there stays if only the tools are missing.
    const onlyTools = tools && isCompleteInstall(lockfile(place), installed, { tools: false });
    const command = onlyTools
      ? ['install', '--no-save', '--include=dev']
      : ['ci', `--${tools ? 'include' : 'omit'}=dev`];
    const what = place ? `packages of ${place}/` : onlyTools ? 'the tools for checks and tests' : 'packages';
    await step(`Installing ${what}`, () => runNpm([...command, ...OPTIONS], { folder: inProject(place) })).catch(
      (error) => {
        if (!(error instanceof CommandFailed)) throw error;
        throw new ScriptError(`The packages could not be installed. The output was:\n\n${error.message}`);
      },
    );
  }
  writeFileSync(stampFile(place), stamp);
};

/**
 * True if npm's own record of installed packages has everything that the lockfile wants on this machine.
 *
 * @param {string} lockText package-lock.json
 * @param {string | null} installedText node_modules/.package-lock.json
 * @param {{tools: boolean}} options without `tools`, packages for development may be missing
 */
export const isCompleteInstall = (lockText, installedText, { tools }) => {
  if (!installedText) return false;
  const wanted = JSON.parse(lockText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    if (path === `node_modules/${sqlitePackage()}`) return false;
    return (entry.optional && !isForThisMachine(entry)) || (!tools && entry.dev);
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

/** @param {Place} place */
const lockfile = (place) => {
  const text = readIfExists(inProject(place, 'package-lock.json'));
  if (text === null) throw new ScriptError('package-lock.json is missing: this is not a complete copy of Greenroom.');
  return text;
};
