/** Collects tests from the reports of Vitest and Playwright, and writes the closing lines of `npm test`. */
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/** The kinds of tests, as the closing table names them. An API test of neither database runs no query. */
const KINDS = /** @type {const} */ ([
  'rule',
  'API on SQLite',
  'API on PostgreSQL',
  'API of neither',
  'demo',
  'fault',
  'bench',
  'release',
  'journey',
]);

/** The number of tests in the list of the slowest. */
const SLOWEST = 15;

/** @typedef {typeof KINDS[number]} Kind */

/**
 * A test that ran.
 *
 * @typedef {object} Test
 * @property {Kind} kind
 * @property {string} file its path in the project
 * @property {string} title with those of the groups around it
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {number} milliseconds
 * @property {string} [reason] why it failed
 * @property {{line: number, project: string}} [journey] where Playwright finds it
 */

/**
 * What a part of the run took.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {number} seconds
 * @property {number | null} cpuSeconds of all its processes; null where the system does not tell
 */

/**
 * @typedef {object} Tally
 * @property {Test[]} tests
 * @property {string[]} errors failures outside of tests
 * @property {Part[]} parts
 * @property {string[]} repeats what came of repeating failed tests
 */

/** @returns {Tally} */
export const createTally = () => ({ tests: [], errors: [], parts: [], repeats: [] });

/**
 * The part of Vitest's JSON report that is read here.
 *
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name the path of the file
 * @property {string} status
 * @property {{ancestorTitles: string[], fullName: string, status: string, duration?: number | null, failureMessages?: string[]}[]} assertionResults
 */

/**
 * Adds the tests of a run of Vitest.
 *
 * @param {Tally} tally
 * @param {VitestReport} report
 */
export const addVitest = (tally, report) => {
  for (const { name, status, assertionResults } of report.testResults) {
    const file = relative(root, name);
    for (const { ancestorTitles, fullName, status: outcome, duration, failureMessages } of assertionResults) {
      tally.tests.push({
        kind: kindOf(file, ancestorTitles),
        file,
        title: fullName,
        outcome: outcomeOf(outcome),
        milliseconds: duration ?? 0,
        reason: failureMessages?.[0],
      });
    }
    const hasFailed = assertionResults.some((test) => test.status === 'failed');
    // The file could not be loaded, or a hook around its tests failed.
    if (status === 'failed' && !hasFailed) tally.errors.push(`${file} could not be run.`);
  }
};

/**
 * The kind of a test is decided by its folder. API tests have their database in the title of a group around them.
 *
 * @param {string} file
 * @param {string[]} titles
 * @returns {Kind}
 */
const kindOf = (file, titles) => {
  if (/^(tests|labs)\/faults\//.test(file)) return 'fault';
  if (file.startsWith('tests/bench/')) return 'bench';
  if (file.startsWith('tests/release/')) return 'release';
  if (file.startsWith('src/demo/')) return 'demo';
  if (!file.startsWith('src/server/')) return 'rule';
  if (titles.includes('[sqlite]')) return 'API on SQLite';
  return titles.includes('[postgres]') ? 'API on PostgreSQL' : 'API of neither';
};

/**
 * @param {string} status
 * @returns {Test['outcome']}
 */
const outcomeOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped');

/**
 * The part of Playwright's JSON report that is read here.
 *
 * @typedef {object} PlaywrightReport
 * @property {{rootDir: string}} config
 * @property {{message?: string}[]} errors
 * @property {PlaywrightSuite[]} suites
 *
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSpec[]} specs
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {string} file below `rootDir`
 * @property {number} line
 * @property {{projectName: string, status: string, results: {duration: number, error?: {message?: string}}[]}[]} tests
 */

/** The outcomes of Playwright. One that passed only when it was retried counts as failed. */
const JOURNEY_OUTCOMES = /** @type {const} */ ({
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
});

/**
 * Adds the journeys of a run of Playwright.
 *
 * @param {Tally} tally
 * @param {PlaywrightReport} report
 */
export const addPlaywright = (tally, { config, errors, suites }) => {
  for (const { message } of errors) tally.errors.push(message ?? 'Playwright reported an error without a message.');
  /** @param {PlaywrightSuite} suite */
  const addSuite = ({ specs, suites: inner = [] }) => {
    for (const { title, file, line, tests } of specs) {
      for (const { projectName, status, results } of tests) {
        tally.tests.push({
          kind: 'journey',
          file: relative(root, resolve(config.rootDir, file)),
          title: `${title} (${projectName})`,
          outcome: JOURNEY_OUTCOMES[/** @type {keyof typeof JOURNEY_OUTCOMES} */ (status)],
          milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
          reason: results.find(({ error }) => error)?.error?.message,
          journey: { line, project: projectName },
        });
      }
    }
    inner.forEach(addSuite);
  };
  suites.forEach(addSuite);
};

/**
 * Adds an error for each kind of which no test ran, because a run that tests nothing must not pass.
 *
 * @param {Tally} tally
 * @param {readonly Kind[]} expected
 */
export const expectSome = (tally, expected) => {
  for (const kind of expected) {
    if (!tally.tests.some((test) => test.kind === kind && test.outcome !== 'skipped')) {
      tally.errors.push(`No test of the kind "${kind}" ran.`);
    }
  }
};

/** @param {Tally} tally */
export const failedTests = ({ tests }) => tests.filter(({ outcome }) => outcome === 'failed');

/** The lines of a failure that say what was expected and what was found. The stack that follows is in the log. */
const REASON_LINES = 6;

/**
 * Why a test failed, as lines below its name, without the colors of a terminal.
 *
 * @param {Test} test
 */
export const reasonOf = ({ reason = '' }) =>
  stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .map((line) => `\n    ${line}`)
    .join('');

/** @param {Tally} tally */
export const totals = (tally) => ({
  passed: tally.tests.filter(({ outcome }) => outcome === 'passed').length,
  failed: failedTests(tally).length + tally.errors.length,
});

/**
 * The closing lines: what failed, the slowest tests, the parts, the counts by kind, and in the last line the sum.
 *
 * @param {Tally} tally
 */
export const closingLines = (tally) => {
  const { passed, failed } = totals(tally);
  return [
    '',
    ...tally.errors.map((error) => `✗ ${error}`),
    ...tally.repeats,
    ...slowestTests(tally),
    ...partTable(tally),
    ...countsByKind(tally),
    `${passed} passed, ${failed} failed`,
    '',
  ].join('\n');
};

/** @param {Tally} tally */
const slowestTests = ({ tests }) => {
  const slowest = [...tests].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  return [
    'Slowest tests',
    ...slowest.map(({ milliseconds, file, title }) => `${seconds(milliseconds)} s  ${file}: ${title.slice(0, 90)}`),
    '',
  ];
};

const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1000).toFixed(1).padStart(9);

/** @param {Tally} tally */
const partTable = ({ parts }) => {
  const shown = parts.filter((part) => part.seconds >= 1);
  if (shown.length === 0) return [];
  return [
    row(['', 'minutes', 'CPU s']),
    ...shown.map((part) => row([part.name, (part.seconds / 60).toFixed(1), part.cpuSeconds?.toFixed(0) ?? '?'])),
    '',
  ];
};

/** @param {Tally} tally */
const countsByKind = ({ tests }) => [
  row(['', 'passed', 'failed', 'skipped']),
  ...KINDS.map((kind) => {
    const count = (/** @type {Test['outcome']} */ outcome) =>
      tests.filter((test) => test.kind === kind && test.outcome === outcome).length;
    return row([kind, count('passed'), count('failed'), count('skipped')]);
  }),
];

const row = (/** @type {(string | number)[]} */ [name, ...cells]) =>
  `${String(name).padEnd(24)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
