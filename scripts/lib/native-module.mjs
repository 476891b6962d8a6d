import { existsSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CommandFailed, runNpm, runQuietly } from './child-process.mjs';
import { inProject, readIfExists, ScriptError } from './project.mjs';

const binary = inProject('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
const stampFile = inProject('node_modules', '.greenroom-native');

/** Identifies this build of the module and this version of Node.js. */
const currentStamp = () => {
  const file = statSync(binary, { throwIfNoEntry: false });
  return `${process.versions.modules} ${process.platform} ${process.arch} ${file?.mtimeMs} ${file?.size}`;
};

/** True if this build of better-sqlite3 has loaded in this Node.js before. */
export const nativeModuleLoads = () => readIfExists(stampFile) === currentStamp();

/**
 * Builds better-sqlite3 if it does not load: after an installation, which runs no scripts of packages, or because it was
 * built for another Node.js. Where no ready binary can be downloaded, it is compiled, which takes a minute or two of one
 * core.
 *
 * @throws {ScriptError}
 */
export const ensureNativeModule = async () => {
  if (nativeModuleLoads()) return;
  if (!(await loads())) {
    try {
      // package.json allows this script, so the npm settings of this machine must not prevent it.
      await runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], { env: nativeBuildEnvironment() });
      await tryToLoad();
    } catch (error) {
      throw explainFailure(error);
    }
  }
  writeFileSync(stampFile, currentStamp());
};

/** Loads the module in a new process, because a process that failed once keeps failing after a new build. */
const tryToLoad = () => runQuietly(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);

const loads = async () => {
  try {
    await tryToLoad();
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
