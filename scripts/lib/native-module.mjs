import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { CommandFailed, runNpm, runQuietly } from './child-process.mjs';
import { inProject, readIfExists, ScriptError } from './project.mjs';
import { hasNodeApi10, sqlitePackage } from './sqlite-package.mjs';

const folder = inProject('node_modules', sqlitePackage());
const stampFile = inProject('node_modules', '.greenroom-native');

/** Identifies the package, its binary if that did not come with it, and this version of Node.js. */
const currentStamp = () => {
  const files = ['package.json', 'build/Release/better_sqlite3.node'].map((path) => {
    const file = statSync(join(folder, path), { throwIfNoEntry: false });
    return `${file?.mtimeMs} ${file?.size}`;
  });
  return [process.versions.modules, process.platform, process.arch, sqlitePackage(), ...files].join(' ');
};

/** True if this better-sqlite3 has loaded in this Node.js before. */
export const nativeModuleLoads = () => readIfExists(stampFile) === currentStamp();

/**
 * Builds better-sqlite3 if it does not load. Version 13 comes with binaries for the usual machines, and is compiled on
 * others. Version 12 is built after an installation, which runs no scripts of packages, and for another Node.js. It is
 * compiled if no ready binary can be downloaded, which takes a minute or two of one core.
 *
 * @throws {ScriptError}
 */
export const ensureNativeModule = async () => {
  if (nativeModuleLoads()) return;
  if (!(await loads())) {
    try {
      await buildPackage();
      await loadSqlite();
    } catch (error) {
      throw explainFailure(error);
    }
  }
  writeFileSync(stampFile, currentStamp());
};

/** The npm settings of this machine must not prevent it. */
const buildPackage = () =>
  hasNodeApi10()
    ? runNpm(['run', 'build-release', '--ignore-scripts=false'], { env: nativeBuildEnvironment(), folder })
    : runNpm(['rebuild', sqlitePackage(), '--ignore-scripts=false'], { env: nativeBuildEnvironment() });

/**
 * Loads the module in a new process, because a process that failed once keeps failing after a new build.
 *
 * @returns {Promise<string>} the path of the binary, in the folder of the package
 */
export const loadSqlite = async () => {
  const program = `
    new (require('${sqlitePackage()}'))(':memory:').close();
    console.log(process.report.getReport().sharedObjects.find((file) => file.endsWith('.node')));`;
  return relative(realpathSync(folder), (await runQuietly(process.execPath, ['-e', program])).trim());
};

const loads = async () => {
  try {
    await loadSqlite();
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
};

/**
 * The environment for compiling. It points to the headers that were installed with this Node.js, if there are any, so
 * they are not downloaded.
 *
 * @returns {NodeJS.ProcessEnv}
 */
const nativeBuildEnvironment = () => {
  const prefix = join(dirname(process.execPath), '..');
  const version = readIfExists(join(prefix, 'include', 'node', 'node_version.h')) ?? '';
  const abi = /#define NODE_MODULE_VERSION (\d+)/.exec(version)?.[1];
  return abi === process.versions.modules ? { ...process.env, npm_config_nodedir: prefix } : process.env;
};

/** @param {unknown} error */
const explainFailure = (error) => {
  if (!(error instanceof CommandFailed)) return error;
  const what = `There is no working better-sqlite3 for Node.js ${process.versions.node}.`;
  const missing = /gyp/.test(error.output) ? missingBuildTools() : [];
  return new ScriptError(
    missing.length > 0
      ? `${what} It must be compiled on this machine, and these programs are missing: ${missing.join(', ')}. ` +
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
