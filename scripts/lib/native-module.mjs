import { statSync, writeFileSync } from 'node:fs';
import { explainFailure, nativeBuildEnvironment } from './install.mjs';
import { inProject, readIfThere } from './project.mjs';
import { CommandFailed, runNpm, runQuietly, step } from './run.mjs';

const binary = inProject('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
const stampFile = inProject('node_modules', '.greenroom-native');

/** What tells one build of the module from another, and this Node.js from one that it would not load in. */
const presentStamp = () => {
  const file = statSync(binary, { throwIfNoEntry: false });
  return `${process.versions.modules} ${process.platform} ${process.arch} ${file?.mtimeMs} ${file?.size}`;
};

/** True where better-sqlite3, as it is now, has been seen to load in this Node.js. */
export const nativeModuleLoads = () => readIfThere(stampFile) === presentStamp();

/**
 * Builds better-sqlite3 anew where it does not load: it was built for another Node.js, or never, because npm was told
 * to run no install scripts.
 *
 * @throws {import('./project.mjs').SetUpProblem}
 */
export const ensureNativeModule = async () => {
  if (nativeModuleLoads()) return;
  if (!(await loads())) {
    const what = `better-sqlite3 for Node.js ${process.versions.node}`;
    try {
      await step(`Building ${what}`, () =>
        // The approval in package.json is meant here, whatever the machine's npm settings say about scripts.
        runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], nativeBuildEnvironment()),
      );
      await tryToLoad();
    } catch (problem) {
      throw explainFailure(`There is no working ${what}.`, problem);
    }
  }
  writeFileSync(stampFile, presentStamp());
};

/** In a process of its own: one that has failed to load the module once would go on failing after a new build. */
const tryToLoad = () => runQuietly(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);

const loads = async () => {
  try {
    await tryToLoad();
    return true;
  } catch (problem) {
    if (problem instanceof CommandFailed) return false;
    throw problem;
  }
};
