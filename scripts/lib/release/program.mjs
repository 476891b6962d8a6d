/**
 * The program of a release: `./greenroom start`, `./greenroom shop …` (behavior 1.15). It needs Node.js and the files of
 * the release. An old Node.js can read it and says what is missing.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { warnOfUnsupportedNode } from '../node-version.mjs';
import { CHECKSUMS, fileOf } from './checksums.mjs';
import { platformProblem } from './platform.mjs';

const USAGE = `Usage: greenroom COMMAND

  start        serve the shop; its settings come from the environment (README.md)
  shop …       a command on the shop; "shop --help" lists them
  verify       compare the files of this folder with ${CHECKSUMS}
  --version    the version of this release
`;

const release = fileURLToPath(new URL('../../../../', import.meta.url));

const inRelease = (/** @type {string} */ path) => join(release, path);

/** @type {import('./platform.mjs').Platform} */
const platform = JSON.parse(readFileSync(inRelease('platform.json'), 'utf8'));

const main = () => {
  const command = process.argv[2];
  if (command === 'start') return runApp('main.js');
  if (command === 'shop') {
    // The command line reads the arguments of the process, which begin with the name of this command.
    process.argv.splice(2, 1);
    return runApp('cli/main.js');
  }
  if (command === 'verify') return verify();
  if (command === '--version') return process.stdout.write(`${platform.version}\n`);
  const isQuestion = command === '--help' || command === 'help';
  (isQuestion ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = isQuestion ? 0 : 2;
};

/**
 * Runs a program of the shop in this process, so signals and exit codes are its own. Ends with one sentence if the
 * native modules of this release cannot run here.
 *
 * @param {string} path in the built server
 */
const runApp = (path) => {
  const problem = platformProblem(platform);
  if (problem) {
    process.stderr.write(`Greenroom cannot start. ${problem}\n`);
    process.exit(1);
  }
  // A worker of the server (WEB_CONCURRENCY) starts here too, and commands run all the time.
  if (path === 'main.js' && !process.env.NODE_UNIQUE_ID) warnOfUnsupportedNode();
  // A release is for real shops, so there is no demo unless it is asked for (behavior 1.8).
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  return import(new URL(`../../../dist/server/${path}`, import.meta.url).href);
};

/** Compares the files of the release with its checksums. Says which ones differ, and then ends with code 1. */
const verify = () => {
  const lines = readFileSync(inRelease(CHECKSUMS), 'utf8').trim().split('\n');
  const changed = lines.map(fileOf).filter(({ path, hash }) => hashOf(path) !== hash);
  for (const { path } of changed) process.stderr.write(`${path} is missing, or is not the file that was released.\n`);
  if (changed.length === 0) process.stdout.write(`All ${lines.length} files are as they were released.\n`);
  process.exitCode = changed.length === 0 ? 0 : 1;
};

/** @param {string} path */
const hashOf = (path) => {
  try {
    return createHash('sha256')
      .update(readFileSync(inRelease(path)))
      .digest('hex');
  } catch {
    return null;
  }
};

await main();
