/** Starts Vitest and Playwright, and reads their reports. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed, runQuietly, runVisibly } from './child-process.mjs';
import { inProject, ScriptError } from './project.mjs';
import { addPlaywright, addVitest, createTally, totals } from './tally.mjs';

const reports = mkdtempSync(join(tmpdir(), 'greenroom-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/**
 * When the output of a program is shown: as it comes, or at its end because something else is showing its own, or never.
 *
 * @typedef {'as it comes' | 'at the end' | 'never'} Output
 */

/** Numbers the reports. */
let runs = 0;

/**
 * Runs Vitest.
 *
 * @param {string[]} args
 * @param {{output?: Output}} [options]
 * @returns {Promise<import('./tally.mjs').Tally>}
 * @throws {ScriptError}
 */
export const runVitest = (args, options) =>
  runProgram('Vitest', addVitest, options, (report) => ({
    args: [
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
  }));

/**
 * Runs Playwright.
 *
 * @param {string[]} args
 * @param {{output?: Output}} [options]
 * @returns {Promise<import('./tally.mjs').Tally>}
 * @throws {ScriptError}
 */
export const runPlaywright = (args, options) =>
  runProgram('Playwright', addPlaywright, options, (report) => ({
    args: [
      inProject('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--pass-with-no-tests',
      '--reporter=list,json',
      ...args,
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }));

/**
 * @param {string} name
 * @param {(tally: import('./tally.mjs').Tally, report: any) => void} add
 * @param {{output?: Output} | undefined} options
 * @param {(report: string) => {args: string[], env?: NodeJS.ProcessEnv}} command
 */
const runProgram = async (name, add, { output = 'as it comes' } = {}, command) => {
  const report = join(reports, `${++runs}.json`);
  const { args, env } = command(report);
  const environment = { ...process.env, ...env };
  const code =
    output === 'as it comes'
      ? await runVisibly(process.execPath, args, { env: environment })
      : await runHidden(args, environment, output === 'at the end');
  const tally = createTally();
  add(tally, readReport(report));
  if (code !== 0 && totals(tally).failed === 0) tally.errors.push(`${name} ended with code ${code}.`);
  return tally;
};

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} showAtEnd
 * @returns {Promise<number>} the exit code
 */
const runHidden = async (args, env, showAtEnd) => {
  /** @type {(output: string) => void} */
  const show = (output) => void (showAtEnd && process.stdout.write(`${output}\n`));
  try {
    show(await runQuietly(process.execPath, args, { env }));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    show(error.output);
    return 1;
  }
};

/** @param {string} path */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ScriptError('The test run ended before it could write its report.');
  }
};
