import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string[]} parts a path inside the project */
export const inProject = (...parts) => join(root, ...parts);

/**
 * The content of a file, or null if there is no such file.
 *
 * @param {string} path
 */
export const readIfExists = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
};

/** @param {string | Buffer} content */
export const fingerprint = (content) => createHash('sha256').update(content).digest('hex');

/** An expected failure. Its message is for the person who started the command and is shown without a stack trace. */
export class ScriptError extends Error {}

/**
 * Runs a command. If it throws, the process prints the message of a ScriptError, or the stack of any other error, and
 * ends with code 1.
 *
 * @param {() => Promise<unknown>} work
 */
export const runScript = async (work) => {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ScriptError ? error.message : describeUnknown(error)}\n`);
    process.exit(1);
  }
};

/** @param {unknown} error */
const describeUnknown = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
