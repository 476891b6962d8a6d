/**
 * `npm test`: makes everything ready that the tests need (packages, build, Chromium, PostgreSQL), runs every test
 * there is, and ends with one line that sums them up.
 *
 * npm test -- [--only rules|api|journeys] [FILE …]
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { mkdtempSync, readFileSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { parseArgs } = await import('node:util');
const { findChromium } = await import('./lib/chromium.mjs');
const { findPostgres, OLDEST_POSTGRES, startPostgres } = await import('./lib/postgres.mjs');
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, SetUpProblem } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/run.mjs');
const { canInstallPackages, installPackage } = await import('./lib/system-packages.mjs');
const { addPlaywright, addVitest, closingLines, emptyTally, expectSome, totals } = await import('./lib/tally.mjs');

/** @typedef {'rules' | 'api' | 'journeys'} Part */

/** @type {Record<Part, import('./lib/tally.mjs').Size[]>} */
const sizesOf = { rules: ['rule'], api: ['API on SQLite', 'API on PostgreSQL'], journeys: ['journey'] };

/** @returns {{parts: Part[], filters: string[]}} */
const readArguments = () => {
  const all = /** @type {Part[]} */ (Object.keys(sizesOf));
  try {
    const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
    const only = /** @type {Part | undefined} */ (values.only);
    if (only === undefined || all.includes(only)) return { parts: only ? [only] : all, filters: positionals };
    throw new Error(`--only takes ${all.join(', ')}.`);
  } catch (problem) {
    process.stderr.write(`${/** @type {Error} */ (problem).message}\n`);
    process.exit(2);
  }
};

/** @returns {Promise<string>} the path of a Chromium */
const provideChromium = async () => {
  const found = findChromium();
  if (found) return found;
  if (canInstallPackages()) await installPackage('chromium');
  const installed = findChromium();
  if (installed) return installed;
  throw new SetUpProblem(
    'The journeys need Chromium, and none was found. Install it (Debian: apt-get install chromium; anywhere: ' +
      'npx playwright install chromium), or set CHROMIUM to the path of one.',
  );
};

/** @returns {Promise<{stop: () => Promise<void>}>} a server whose address is in TEST_POSTGRES_URL now */
const providePostgres = async () => {
  if (process.env.TEST_DATABASE_URL) {
    process.env.TEST_POSTGRES_URL = process.env.TEST_DATABASE_URL;
    return { stop: async () => {} };
  }
  if (!findPostgres() && canInstallPackages()) await installPackage('postgresql');
  const folder = findPostgres();
  if (!folder) {
    throw new SetUpProblem(
      `NOTHING WAS TESTED: the API tests run on PostgreSQL too, and no PostgreSQL ${OLDEST_POSTGRES} or later was found. ` +
        'Install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or set TEST_DATABASE_URL to a ' +
        'server on which databases may be created.',
    );
  }
  const server = await startPostgres(folder);
  process.env.TEST_POSTGRES_URL = server.url;
  return server;
};

const runVitest = async () => {
  const report = join(reports, 'vitest.json');
  const projects = parts.filter((part) => part !== 'journeys').map((part) => `--project=${part}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const cli = inProject('node_modules', 'vitest', 'vitest.mjs');
  const code = await runVisibly(process.execPath, [
    cli,
    'run',
    '--passWithNoTests',
    ...projects,
    ...reporters,
    ...filters,
  ]);
  const failedBefore = totals(tally).failed;
  addVitest(tally, readReport(report));
  if (code !== 0 && totals(tally).failed === failedBefore) tally.troubles.push(`Vitest ended with code ${code}.`);
};

const runPlaywright = async () => {
  const report = join(reports, 'playwright.json');
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const code = await runVisibly(
    process.execPath,
    [cli, 'test', '--pass-with-no-tests', '--reporter=list,json', ...filters],
    { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const failedBefore = totals(tally).failed;
  addPlaywright(tally, readReport(report));
  if (code !== 0 && totals(tally).failed === failedBefore) tally.troubles.push(`Playwright ended with code ${code}.`);
};

/** @param {string} path */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new SetUpProblem('The test run broke off before it could report.');
  }
};

const { parts, filters } = readArguments();
const tally = emptyTally();
const reports = mkdtempSync(join(tmpdir(), 'greenroom-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

try {
  await prepare({ built: parts.includes('journeys') });
  if (parts.includes('journeys')) process.env.CHROMIUM = await provideChromium();
  const postgres = parts.includes('api') ? await providePostgres() : null;
  try {
    if (parts.includes('rules') || parts.includes('api')) await runVitest();
  } finally {
    await postgres?.stop();
  }
  if (parts.includes('journeys')) await runPlaywright();
  if (filters.length === 0)
    expectSome(
      tally,
      parts.flatMap((part) => sizesOf[part]),
    );
  else if (totals(tally).passed + totals(tally).failed === 0)
    tally.troubles.push(`No test matches ${filters.join(' ')}.`);
} catch (problem) {
  tally.troubles.push(problem instanceof SetUpProblem ? problem.message : String(/** @type {Error} */ (problem).stack));
}
process.stdout.write(closingLines(tally));
process.exitCode = totals(tally).failed > 0 ? 1 : 0;
