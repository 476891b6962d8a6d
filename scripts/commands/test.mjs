import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runVisibly } from '../lib/child-process.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { findPostgres, OLDEST_POSTGRES, startPostgres } from '../lib/postgres.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject, ScriptError } from '../lib/project.mjs';
import { canInstallPackages, installPackage } from '../lib/system-packages.mjs';
import { addPlaywright, addVitest, closingLines, createTally, expectSome, totals } from '../lib/tally.mjs';

/**
 * The parts of a run and the kinds of tests in each. A part is a project of Vitest (see vitest.config.ts), or
 * `journeys`, which Playwright runs.
 *
 * @satisfies {Record<string, import('../lib/tally.mjs').Kind[]>}
 */
const PARTS = {
  rules: ['rule'],
  api: ['API on SQLite', 'API on PostgreSQL'],
  demo: ['demo'],
  faults: ['fault'],
  bench: ['bench'],
  release: ['release'],
  journeys: ['journey'],
};

/** @typedef {keyof typeof PARTS} Part */

/**
 * `npm test`: makes everything ready that the tests need (packages, build, Chromium, PostgreSQL), runs all tests, and
 * ends with one line that counts them (behavior 1.1).
 *
 * @param {string[]} args `[--only rules|api|demo|faults|bench|release|journeys] [FILE …]`
 */
export const run = async (args) => {
  const { parts, files } = readArguments(args);
  const tally = createTally();
  const reports = mkdtempSync(join(tmpdir(), 'greenroom-reports-'));
  process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
  try {
    await runParts(tally, { parts, files, reports });
    if (files.length === 0) {
      expectSome(
        tally,
        parts.flatMap((part) => PARTS[part]),
      );
    } else if (totals(tally).passed + totals(tally).failed === 0) {
      tally.errors.push(`No test matches ${files.join(' ')}.`);
    }
  } catch (error) {
    tally.errors.push(error instanceof ScriptError ? error.message : String(/** @type {Error} */ (error).stack));
  }
  process.stdout.write(closingLines(tally));
  process.exitCode = totals(tally).failed > 0 ? 1 : 0;
};

/**
 * @param {string[]} args
 * @returns {{parts: Part[], files: string[]}}
 */
const readArguments = (args) => {
  const all = /** @type {Part[]} */ (Object.keys(PARTS));
  try {
    const options = /** @type {const} */ ({ only: { type: 'string' } });
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const only = /** @type {Part | undefined} */ (values.only);
    if (only === undefined || all.includes(only)) return { parts: only ? [only] : all, files: positionals };
    throw new Error(`--only takes ${all.join(', ')}.`);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(2);
  }
};

/**
 * @typedef {object} Run
 * @property {Part[]} parts
 * @property {string[]} files only test files whose path contains one of these; all if there are none
 * @property {string} reports the folder for the reports
 */

/**
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {Run} run
 */
const runParts = async (tally, { parts, files, reports }) => {
  const journeys = parts.includes('journeys');
  const bench = parts.includes('bench');
  const faults = parts.includes('faults');
  await prepare({ build: journeys || bench || faults || parts.includes('release') });
  if (journeys || bench) process.env.CHROMIUM = await provideChromium();
  // These start servers of their own.
  if (faults || bench) await providePrograms();

  const projects = parts.filter((part) => part !== 'journeys');
  if (projects.length > 0) {
    const postgres = parts.includes('api') ? await providePostgres() : null;
    try {
      await runVitest(tally, { projects, files, report: join(reports, 'vitest.json') });
    } finally {
      await postgres?.stop();
    }
  }
  if (journeys) await runPlaywright(tally, { files, report: join(reports, 'playwright.json') });
};

/** @returns {Promise<string>} the path of a Chromium */
const provideChromium = async () => {
  const found = findChromium({ preferShell: true });
  if (found) return found;
  // Not every distribution has the shell.
  if (canInstallPackages()) await installPackage('chromium-headless-shell').catch(() => installPackage('chromium'));
  const installed = findChromium({ preferShell: true });
  if (installed) return installed;
  throw new ScriptError(
    'The journeys need Chromium, and none was found. Install it (Debian: apt-get install chromium; anywhere: ' +
      'npx playwright install chromium), or set CHROMIUM to the path of one.',
  );
};

/**
 * Provides a PostgreSQL server and sets TEST_POSTGRES_URL to its address.
 *
 * @returns {Promise<{stop: () => Promise<void>}>}
 */
const providePostgres = async () => {
  if (process.env.TEST_DATABASE_URL) {
    process.env.TEST_POSTGRES_URL = process.env.TEST_DATABASE_URL;
    return { stop: async () => {} };
  }
  const server = await startPostgres(await providePrograms());
  process.env.TEST_POSTGRES_URL = server.url;
  return server;
};

/** @returns {Promise<string>} the folder of PostgreSQL's programs */
const providePrograms = async () => {
  if (!findPostgres() && canInstallPackages()) await installPackage('postgresql');
  const folder = findPostgres();
  if (folder) return folder;
  throw new ScriptError(
    `NOTHING WAS TESTED: the tests need PostgreSQL, and no PostgreSQL ${OLDEST_POSTGRES} or later was found. Install it ` +
      '(Debian: apt-get install postgresql; macOS: brew install postgresql). For the API tests alone, a server on which ' +
      'databases may be created will do: set TEST_DATABASE_URL, and run `npm test -- --only api`.',
  );
};

/**
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {{projects: Part[], files: string[], report: string}} run
 */
const runVitest = async (tally, { projects, files, report }) => {
  const code = await runVisibly(process.execPath, [
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--passWithNoTests',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]);
  const failedBefore = totals(tally).failed;
  addVitest(tally, readReport(report));
  if (code !== 0 && totals(tally).failed === failedBefore) tally.errors.push(`Vitest ended with code ${code}.`);
};

/**
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {{files: string[], report: string}} run
 */
const runPlaywright = async (tally, { files, report }) => {
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const code = await runVisibly(
    process.execPath,
    [cli, 'test', '--pass-with-no-tests', '--reporter=list,json', ...files],
    { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const failedBefore = totals(tally).failed;
  addPlaywright(tally, readReport(report));
  if (code !== 0 && totals(tally).failed === failedBefore) tally.errors.push(`Playwright ended with code ${code}.`);
};

/** @param {string} path */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ScriptError('The test run ended before it could write its report.');
  }
};
