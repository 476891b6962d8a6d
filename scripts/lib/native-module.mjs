import { statSync, writeFileSync } from 'node:fs';
import { CommandFailed, runNpm, runQuietly, step } from './child-process.mjs';
import { explainFailure, nativeBuildEnvironment } from './install.mjs';
import { inProject, readIfExists } from './project.mjs';

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
 * Builds better-sqlite3 again if it does not load. It may have been built for another Node.js, or not at all if npm's
 * install scripts are turned off.
 *
 * @throws {import('./project.mjs').ScriptError}
 */
export const ensureNativeModule = async () => {
  if (nativeModuleLoads()) return;
  if (!(await loads())) {
    const what = `better-sqlite3 for Node.js ${process.versions.node}`;
    try {
      await step(`Building ${what}`, () =>
        // package.json allows this script, so the npm settings of this machine must not prevent it.
        runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], nativeBuildEnvironment()),
      );
      await tryToLoad();
    } catch (error) {
      throw explainFailure(`There is no working ${what}.`, error);
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
