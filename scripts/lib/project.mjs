import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string[]} parts a path inside the project */
export const inProject = (...parts) => join(root, ...parts);

/**
 * What a file holds, or null where there is none.
 *
 * @param {string} path
 */
export const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (/** @type {NodeJS.ErrnoException} */ (problem).code === 'ENOENT') return null;
    throw problem;
  }
};

/** @param {string | Buffer} content */
export const fingerprint = (content) => createHash('sha256').update(content).digest('hex');

/** What stands in the way of starting, in words for the person who started it; shown without a stack trace. */
export class SetUpProblem extends Error {}

/**
 * Runs a script's work; a known problem ends it with its message, an unknown one with all there is to know.
 *
 * @param {() => Promise<unknown>} work
 */
export const runScript = async (work) => {
  try {
    await work();
  } catch (problem) {
    process.stderr.write(`${problem instanceof SetUpProblem ? problem.message : describeUnknown(problem)}\n`);
    process.exit(1);
  }
};

/** @param {unknown} problem */
const describeUnknown = (problem) => (problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
