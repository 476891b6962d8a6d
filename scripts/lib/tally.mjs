/** Counts tests by kind from the reports of Vitest and Playwright, and writes the closing lines of `npm test`. */
import { relative, resolve } from 'node:path';
import { root } from './project.mjs';

/** The kinds of tests, as the closing table names them. */
const KINDS = /** @type {const} */ ([
  'rule',
  'API on SQLite',
  'API on PostgreSQL',
  'demo',
  'fault',
  'bench',
  'release',
  'journey',
]);

/** The number of test files in the list of the slowest. */
const SLOWEST = 10;

/** @typedef {typeof KINDS[number]} Kind */
/** @typedef {{passed: number, failed: number, skipped: number}} Count */

/**
 * @typedef {object} Tally
 * @property {Record<Kind, Count>} byKind
 * @property {Map<string, number>} milliseconds how long each test file took, by its path in the project
 * @property {string[]} errors failures outside of tests
 */

/** @returns {Tally} */
export const createTally = () => {
  const none = () => ({ passed: 0, failed: 0, skipped: 0 });
  return {
    byKind: {
      rule: none(),
      'API on SQLite': none(),
      'API on PostgreSQL': none(),
      demo: none(),
      fault: none(),
      bench: none(),
      release: none(),
      journey: none(),
    },
    milliseconds: new Map(),
    errors: [],
  };
};

/**
 * The part of Vitest's JSON report that is read here. Times are epoch milliseconds: the start of a file's first test
 * and the end of its last one.
 *
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name the path of the file
 * @property {string} status
 * @property {number} startTime
 * @property {number} endTime
 * @property {{ancestorTitles: string[], status: string}[]} assertionResults
 */

/**
 * Adds the tests of a run of Vitest.
 *
 * @param {Tally} tally
 * @param {VitestReport} report
 */
export const addVitest = (tally, report) => {
  for (const file of report.testResults) {
    for (const { ancestorTitles, status } of file.assertionResults) {
      tally.byKind[kindOf(file.name, ancestorTitles)][outcomeOf(status)] += 1;
    }
    addTime(tally, file.name, file.endTime - file.startTime);
    const failedTests = file.assertionResults.filter(({ status }) => status === 'failed');
    // The file could not be loaded, or a hook around its tests failed.
    if (file.status === 'failed' && failedTests.length === 0) tally.errors.push(`${file.name} could not be run.`);
  }
};

/**
 * API tests have their database in the title of a group around them. Tests of faults, of the bench, of the release and of
 * the demo have folders.
 *
 * @param {string} path
 * @param {string[]} titles
 * @returns {Kind}
 */
const kindOf = (path, titles) => {
  if (path.includes('/tests/faults/')) return 'fault';
  if (path.includes('/tests/bench/')) return 'bench';
  if (path.includes('/tests/release/')) return 'release';
  if (titles.includes('[sqlite]')) return 'API on SQLite';
  if (titles.includes('[postgres]')) return 'API on PostgreSQL';
  return path.includes('/src/demo/') ? 'demo' : 'rule';
};

/** @param {string} status */
const outcomeOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped');

/**
 * @param {Tally} tally
 * @param {string} path
 * @param {number} milliseconds
 */
const addTime = ({ milliseconds: times }, path, milliseconds) => {
  const name = relative(root, path);
  times.set(name, (times.get(name) ?? 0) + milliseconds);
};

/**
 * The part of Playwright's JSON report that is read here. Durations are milliseconds.
 *
 * @typedef {object} PlaywrightReport
 * @property {{rootDir: string}} config
 * @property {{expected: number, unexpected: number, flaky: number, skipped: number}} stats
 * @property {{message?: string}[]} errors
 * @property {PlaywrightSuite[]} suites
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} file the path of the file below `rootDir`
 * @property {{tests: {results: {duration: number}[]}[]}[]} specs
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * Adds the journeys of a run of Playwright. A journey that passed only when it was retried counts as failed.
 *
 * @param {Tally} tally
 * @param {PlaywrightReport} report
 */
export const addPlaywright = (tally, { config, stats, errors, suites }) => {
  const { journey } = tally.byKind;
  journey.passed += stats.expected;
  journey.failed += stats.unexpected + stats.flaky;
  journey.skipped += stats.skipped;
  for (const { message } of errors) tally.errors.push(message ?? 'Playwright reported an error without a message.');

  /** @param {PlaywrightSuite} suite */
  const addSuite = (suite) => {
    for (const { duration } of suite.specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))) {
      addTime(tally, resolve(config.rootDir, suite.file), duration);
    }
    suite.suites?.forEach(addSuite);
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
    const { passed, failed } = tally.byKind[kind];
    if (passed + failed === 0) tally.errors.push(`No test of the kind "${kind}" ran.`);
  }
};

/** @param {Tally} tally */
export const totals = ({ byKind, errors }) => {
  const counts = Object.values(byKind);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0) + errors.length,
  };
};

/**
 * The closing lines: errors outside of tests, the slowest test files, the counts by kind, and in the last line the sum.
 *
 * @param {Tally} tally
 */
export const closingLines = (tally) => {
  const { passed, failed } = totals(tally);
  return [
    '',
    ...tally.errors.map((error) => `✗ ${error}`),
    ...slowestFiles(tally),
    ...countsByKind(tally),
    `${passed} passed, ${failed} failed`,
    '',
  ].join('\n');
};

/** @param {Tally} tally */
const slowestFiles = ({ milliseconds }) => {
  const slowest = [...milliseconds].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  return [
    'Slowest test files',
    ...slowest.map(([path, time]) => `${(time / 1000).toFixed(1).padStart(9)} s  ${path}`),
    '',
  ];
};

/** @param {Tally} tally */
const countsByKind = ({ byKind }) => {
  const row = (/** @type {(string | number)[]} */ [kind, ...numbers]) =>
    `${String(kind).padEnd(18)}${numbers.map((number) => String(number).padStart(9)).join('')}`;
  return [
    row(['', 'passed', 'failed', 'skipped']),
    ...KINDS.map((kind) => {
      const { passed, failed, skipped } = byKind[kind];
      return row([kind, passed, failed, skipped]);
    }),
  ];
};
