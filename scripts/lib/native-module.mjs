import { createRequire } from 'node:module';
import { explainFailure, nativeBuildEnvironment } from './install.mjs';
import { inProject, SetUpProblem } from './project.mjs';
import { CommandFailed, runNpm, runQuietly, step } from './run.mjs';

const requireHere = createRequire(inProject('package.json'));

/** True where better-sqlite3 is there and was built for this Node.js. */
export function nativeModuleLoads() {
  try {
    openAndClose();
    return true;
  } catch {
    return false;
  }
}

function openAndClose() {
  const Database = requireHere('better-sqlite3');
  new Database(':memory:').close();
}

/**
 * Builds better-sqlite3 anew where it does not load: it was built for another Node.js, or never, because npm was told
 * to run no install scripts.
 *
 * @throws {SetUpProblem}
 */
export async function ensureNativeModule() {
  if (nativeModuleLoads()) return;
  const env = nativeBuildEnvironment();
  try {
    await step(`Building better-sqlite3 for Node.js ${process.versions.node}`, () =>
      // The approval in package.json is meant here, whatever the machine's npm settings say about scripts.
      runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], env),
    );
    await runQuietly(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);
  } catch (problem) {
    if (!(problem instanceof CommandFailed)) throw problem;
    throw explainFailure(`better-sqlite3 could not be built for Node.js ${process.versions.node}.`, problem);
  }
  if (!nativeModuleLoads()) throw new SetUpProblem('better-sqlite3 was built anew. Please start again.');
}
