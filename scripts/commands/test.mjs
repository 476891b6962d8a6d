import { parseArgs } from 'node:util';
import { staleBuilds } from '../lib/build.mjs';
import { apiFoldersFor, changedFiles, journeysFor } from '../lib/changed-tests.mjs';
import { CommandFailed, runQuietly, step } from '../lib/child-process.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { currentLoad, measurePart } from '../lib/measured-parts.mjs';
import { keepTemporaryFilesInMemory } from '../lib/memory-folder.mjs';
import { ensureNativeModule } from '../lib/native-module.mjs';
import { findPostgres, OLDEST_POSTGRES, startPostgres } from '../lib/postgres.mjs';
import { buildAll, installPackages, withSetupLock } from '../lib/prepare.mjs';
import { inProject, ScriptError } from '../lib/project.mjs';
import { repeatFailed } from '../lib/repeat-failed.mjs';
import { canInstallPackages, installPackage } from '../lib/system-packages.mjs';
import { closingLines, createTally, expectSome, failedTests, totals } from '../lib/tally.mjs';
import { runPlaywright, runVitest } from '../lib/test-programs.mjs';

/**
 * The parts of a run and the kinds of tests in each. A part is a project of Vitest (see vitest.config.ts), or
 * `journeys`, which Playwright runs.
 *
 * @satisfies {Record<string, import('../lib/tally.mjs').Kind[]>}
 */
const PARTS = {
  rules: ['rule'],
  demo: ['demo'],
  api: ['API on SQLite', 'API on PostgreSQL'],
  faults: ['fault'],
  bench: ['bench'],
  release: ['release'],
  journeys: ['journey'],
};

/** @typedef {keyof typeof PARTS} Part */

/** Parts that need no database, so they run while better-sqlite3 is compiled. */
const WITHOUT_DATABASE = /** @type {const} */ (['rules', 'demo']);
/** Parts of which `--changed` chooses tests: those that are quick, and of which it is known what they run. */
const CHANGEABLE = /** @type {const} */ (['rules', 'demo', 'api', 'journeys']);
/** Parts that run one file after the other, beside everything else. */
const ONE_AFTER_THE_OTHER = /** @type {const} */ (['faults', 'bench', 'release']);

/**
 * `npm test`: makes everything ready that the tests need (packages, build, Chromium, PostgreSQL), runs all tests, and
 * ends with one line that counts them (behavior 1.1).
 *
 * @param {string[]} args `[--only rules|demo|api|faults|bench|release|journeys] [--sqlite] [--changed [REVISION]] [FILE …]`.
 *   `--sqlite` leaves out the tests on PostgreSQL. `--changed` runs the rules, API tests and journeys that the files
 *   concern which differ from a revision, HEAD if there is none
 */
export const run = async (args) => {
  const options = readArguments(args);
  const { parts, files, sqliteOnly, changedSince } = options;
  const tally = createTally();
  keepTemporaryFilesInMemory();
  try {
    await runParts(tally, options);
    if (changedSince) {
      if (tally.tests.length === 0) process.stdout.write('\nThe change concerns no test.\n');
    } else if (files.length === 0) {
      const kinds = parts.flatMap((part) => PARTS[part]);
      expectSome(
        tally,
        kinds.filter((kind) => !sqliteOnly || kind !== 'API on PostgreSQL'),
      );
    } else if (tally.tests.length === 0) {
      tally.errors.push(`No test matches ${files.join(' ')}.`);
    }
    const load = currentLoad();
    // Who runs a single file repeats it by hand.
    if (files.length === 0 && failedTests(tally).length > 0) {
      process.stdout.write('\nThe failed tests are repeated, to see whether they always fail.\n');
      await measurePart(tally.parts, 'repeated', () => repeatFailed(tally, load));
    }
  } catch (error) {
    tally.errors.push(error instanceof ScriptError ? error.message : String(/** @type {Error} */ (error).stack));
  }
  process.stdout.write(closingLines(tally));
  process.exitCode = totals(tally).failed > 0 ? 1 : 0;
};

/**
 * @typedef {object} Run
 * @property {Part[]} parts
 * @property {string[]} files only test files whose path contains one of these; all if there are none
 * @property {boolean} sqliteOnly
 * @property {string | undefined} changedSince only tests that concern files that differ from this revision
 */

/**
 * @param {string[]} args
 * @returns {Run}
 */
const readArguments = (args) => {
  const all = /** @type {Part[]} */ (Object.keys(PARTS));
  try {
    const options = /** @type {const} */ ({
      only: { type: 'string' },
      sqlite: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
    });
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { sqlite: sqliteOnly, changed } = values;
    const only = /** @type {Part | undefined} */ (values.only);
    if (only !== undefined && !all.includes(only)) throw new Error(`--only takes ${all.join(', ')}.`);
    if (!changed) return { parts: only ? [only] : all, files: positionals, sqliteOnly, changedSince: undefined };
    const [changedSince = 'HEAD', ...rest] = positionals;
    if (rest.length > 0) throw new Error('--changed takes one revision and no files.');
    return { parts: only ? [only] : [...CHANGEABLE], files: [], sqliteOnly, changedSince };
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(2);
  }
};

/**
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {Run} run
 */
const runParts = async (tally, { parts, files, sqliteOnly, changedSince }) => {
  const changed = changedSince ? await changedFiles(changedSince) : [];
  /** @type {(some: readonly Part[], args: string[], output?: import('../lib/test-programs.mjs').Output) => Promise<void>} */
  const runProjects = async (some, args, output) => {
    const projects = some.filter((part) => parts.includes(part));
    if (projects.length === 0) return;
    await measurePart(tally.parts, projects.join(', '), async () =>
      add(tally, await runVitest([...projects.map((part) => `--project=${part}`), ...args], { output })),
    );
  };
  const runApi = async () => {
    const chosen = changedSince ? apiFoldersFor(changed) : files;
    if (!parts.includes('api') || (changedSince && chosen.length === 0)) return;
    const only = sqliteOnly ? ['--testNamePattern=^(?!.*\\[postgres\\])'] : [];
    const postgres = await providePostgres();
    await runProjects(['api'], [...only, ...chosen]).finally(() => postgres.stop());
  };
  const runJourneys = async () => {
    const chosen = changedSince ? journeysFor(changed).map((each) => `/${each}.spec.ts`) : files;
    if (!parts.includes('journeys') || (changedSince && chosen.length === 0)) return;
    await measurePart(tally.parts, 'journeys', async () => add(tally, await runPlaywright(chosen)));
  };

  await withSetupLock(async () => {
    const compiling = await measurePart(tally.parts, 'set-up', () => setUp(tally, parts));
    await runProjects(WITHOUT_DATABASE, changedSince ? [`--changed=${changedSince}`] : files);
    await measurePart(tally.parts, 'rest of the compiling', () => compiling.done);
  });
  // Each of them waits as much as it computes.
  await Promise.all([runProjects(ONE_AFTER_THE_OTHER, files, 'at the end'), runApi(), runJourneys()]);
};

/**
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {import('../lib/tally.mjs').Tally} more
 */
const add = (tally, more) => {
  tally.tests.push(...more.tests);
  tally.errors.push(...more.errors);
};

/**
 * Makes ready what the parts need. Compiling better-sqlite3 12 takes one core a minute or two, so it goes on in the
 * background.
 *
 * @param {import('../lib/tally.mjs').Tally} tally
 * @param {Part[]} parts
 */
const setUp = async (tally, parts) => {
  const needs = (/** @type {Part[]} */ ...some) => some.some((part) => parts.includes(part));
  const isWhole = parts.length === Object.keys(PARTS).length;
  await installPackages({ tools: true, bench: needs('bench') });
  const done = ensureNativeModule();
  // A failure is reported when somebody waits for it.
  done.catch(() => {});
  const stale = needs('api', 'faults', 'bench', 'release', 'journeys') ? staleBuilds() : [];
  if (stale.length > 0) await step('Building', () => buildAll(stale));
  if (isWhole) await step('Checking the types', checkTypes).catch((error) => tally.errors.push(error.message));
  if (needs('journeys', 'bench')) process.env.CHROMIUM = await provideChromium();
  // These start servers of their own.
  if (needs('faults', 'bench')) await providePrograms();
  return { done };
};

/**
 * Several checkers would check much of it twice.
 *
 * @throws {ScriptError}
 */
const checkTypes = () =>
  runQuietly(process.execPath, [inProject('node_modules', 'typescript', 'bin', 'tsc'), '-b', '--checkers', '1']).catch(
    (error) => {
      if (!(error instanceof CommandFailed)) throw error;
      throw new ScriptError(`The types are wrong.\n\n${error.output}`);
    },
  );

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
  const stop = async () => {
    // A test that is repeated later starts a server of its own.
    delete process.env.TEST_POSTGRES_URL;
    await server.stop();
  };
  return { stop };
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
