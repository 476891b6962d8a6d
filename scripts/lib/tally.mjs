/**
 * Counts tests by size from the reports of Vitest and Playwright, and words the closing lines of `npm test`.
 */

/** The sizes of tests there are, as they are named in the closing table. */
const sizes = /** @type {const} */ (['rule', 'API on SQLite', 'API on PostgreSQL', 'journey']);

/** @typedef {typeof sizes[number]} Size */
/** @typedef {{passed: number, failed: number, skipped: number}} Count */
/** @typedef {{bySize: Record<Size, Count>, troubles: string[]}} Tally `troubles` are failures outside of any test */

/** @returns {Tally} */
export const emptyTally = () => {
  const none = () => ({ passed: 0, failed: 0, skipped: 0 });
  return {
    bySize: { rule: none(), 'API on SQLite': none(), 'API on PostgreSQL': none(), journey: none() },
    troubles: [],
  };
};

/**
 * Adds the rule tests and API tests of a run of Vitest. An API test says its database in the title of a group around
 * it; any other test is a rule.
 *
 * @param {Tally} tally
 * @param {{testResults: {name: string, status: string, assertionResults: {ancestorTitles: string[], status: string}[]}[]}} report
 */
export const addVitest = (tally, report) => {
  for (const file of report.testResults) {
    for (const { ancestorTitles, status } of file.assertionResults) {
      tally.bySize[sizeOf(ancestorTitles)][outcomeOf(status)] += 1;
    }
    const failedTests = file.assertionResults.filter(({ status }) => status === 'failed');
    // The file itself did not load, or what it does before its tests went wrong.
    if (file.status === 'failed' && failedTests.length === 0) tally.troubles.push(`${file.name} could not be run.`);
  }
};

/** @param {string[]} titles */
const sizeOf = (titles) => {
  if (titles.includes('[sqlite]')) return 'API on SQLite';
  if (titles.includes('[postgres]')) return 'API on PostgreSQL';
  return 'rule';
};

/** @param {string} status */
const outcomeOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped');

/**
 * Adds the journeys of a run of Playwright. One that passed only on a second try has failed.
 *
 * @param {Tally} tally
 * @param {{stats: {expected: number, unexpected: number, flaky: number, skipped: number}, errors: {message?: string}[]}} report
 */
export const addPlaywright = (tally, { stats, errors }) => {
  const { journey } = tally.bySize;
  journey.passed += stats.expected;
  journey.failed += stats.unexpected + stats.flaky;
  journey.skipped += stats.skipped;
  for (const { message } of errors) tally.troubles.push(message ?? 'Playwright reported an error without a message.');
};

/**
 * Adds one trouble for each size of which a test should have run and none did: a run that tests nothing must not pass.
 *
 * @param {Tally} tally
 * @param {readonly Size[]} expected
 */
export const expectSome = (tally, expected) => {
  for (const size of expected) {
    const { passed, failed } = tally.bySize[size];
    if (passed + failed === 0) tally.troubles.push(`Not one test of the size "${size}" ran.`);
  }
};

/** @param {Tally} tally */
export const totals = ({ bySize, troubles }) => {
  const counts = Object.values(bySize);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0) + troubles.length,
  };
};

/**
 * The closing lines: what went wrong outside of tests, the counts by size, and, alone and last, the sum.
 *
 * @param {Tally} tally
 */
export const closingLines = (tally) => {
  const row = (/** @type {(string | number)[]} */ [size, ...numbers]) =>
    `${String(size).padEnd(18)}${numbers.map((number) => String(number).padStart(9)).join('')}`;
  const rows = sizes.map((size) => {
    const { passed, failed, skipped } = tally.bySize[size];
    return row([size, passed, failed, skipped]);
  });
  const { passed, failed } = totals(tally);
  return [
    '',
    ...tally.troubles.map((trouble) => `✗ ${trouble}`),
    row(['', 'passed', 'failed', 'skipped']),
    ...rows,
    `${passed} passed, ${failed} failed`,
    '',
  ].join('\n');
};
