import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './project.mjs';
import { addPlaywright, addVitest, closingLines, createTally, expectSome, totals } from './tally.mjs';

/**
 * A file of Vitest's report that took one second.
 *
 * @param {[string[], string][]} tests the titles around each test, and its status
 * @param {{status?: string, name?: string}} [options]
 */
const file = (tests, { status = 'passed', name = 'src/a.test.ts' } = {}) => ({
  name: join(root, name),
  status,
  startTime: 5_000,
  endTime: 6_000,
  assertionResults: tests.map(([ancestorTitles, status]) => ({ ancestorTitles, status })),
});

/** A report of Playwright without any journey. */
const journeys = {
  config: { rootDir: join(root, 'tests/e2e') },
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
  errors: [],
  suites: [],
};

/** @param {number[]} durations of one journey's runs, in milliseconds */
const journey = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });

test('tests are counted by their database, by their folder, and as journeys', () => {
  const tally = createTally();
  addVitest(tally, {
    testResults: [
      file([
        [[], 'passed'],
        [['money'], 'failed'],
        [['[sqlite]', 'the cart'], 'passed'],
        [['the cart', '[postgres]'], 'passed'],
        [['[postgres]'], 'pending'],
      ]),
      file([[['tags'], 'passed']]),
      file([[['the demo'], 'passed']], { name: 'src/demo/feed.test.ts' }),
      file([[['[sqlite]'], 'failed']], { name: 'tests/faults/full-disk.test.ts' }),
      file([[['the bench'], 'passed']], { name: 'tests/bench/short-form.test.ts' }),
      file([[['the release'], 'passed']], { name: 'tests/release/release.test.ts' }),
    ],
  });
  addPlaywright(tally, { ...journeys, stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(tally.byKind).toEqual({
    rule: { passed: 2, failed: 1, skipped: 0 },
    'API on SQLite': { passed: 1, failed: 0, skipped: 0 },
    'API on PostgreSQL': { passed: 1, failed: 0, skipped: 1 },
    demo: { passed: 1, failed: 0, skipped: 0 },
    fault: { passed: 0, failed: 1, skipped: 0 },
    bench: { passed: 1, failed: 0, skipped: 0 },
    release: { passed: 1, failed: 0, skipped: 0 },
    journey: { passed: 5, failed: 2, skipped: 2 },
  });
  expect(totals(tally)).toEqual({ passed: 12, failed: 4 });
});

test('a file that could not be loaded counts as one failure', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([], { status: 'failed' })] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a file whose tests never ran because its hook failed counts as one failure', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([[['[sqlite]'], 'skipped']], { status: 'failed' })] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a failed file is not counted in addition to its failed tests', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([[[], 'failed']], { status: 'failed' })] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('an error of Playwright outside of journeys counts as a failure', () => {
  const tally = createTally();
  addPlaywright(tally, { ...journeys, errors: [{ message: 'a file could not be read' }] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a kind of which no test ran is a failure', () => {
  const tally = createTally();
  addPlaywright(tally, { ...journeys, stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 } });
  expectSome(tally, ['demo', 'journey']);
  expect(totals(tally)).toEqual({ passed: 1, failed: 1 });
  expect(closingLines(tally)).toContain('No test of the kind "demo" ran.');
});

test('the ten slowest files are listed with their seconds, those of Vitest and Playwright together', () => {
  const tally = createTally();
  const fast = Array.from({ length: 10 }, (_, i) => file([], { name: `src/fast-${i}.test.ts` }));
  const slow = { ...file([], { name: 'src/slow.test.ts' }), endTime: 7_500 };
  addVitest(tally, { testResults: [...fast, slow] });
  const cart = { file: 'cart.spec.ts', specs: [journey(10_000, 2_000)] };
  addPlaywright(tally, {
    ...journeys,
    suites: [{ ...cart, suites: [{ ...cart, specs: [journey(300)] }] }, cart, { file: 'menu.spec.ts', specs: [] }],
  });
  const lines = closingLines(tally).split('\n');
  const first = lines.indexOf('Slowest test files') + 1;
  const listed = lines.slice(first, lines.indexOf('', first)).map((line) => line.trim().split(/\s+/));
  expect(listed.slice(0, 3)).toEqual([
    ['24.3', 's', 'tests/e2e/cart.spec.ts'],
    ['2.5', 's', 'src/slow.test.ts'],
    ['1.0', 's', 'src/fast-0.test.ts'],
  ]);
  expect(listed).toHaveLength(10);
});

test('the last line is the sum and nothing else', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([])] });
  addPlaywright(tally, { ...journeys, stats: { expected: 12, unexpected: 0, flaky: 0, skipped: 0 } });
  expect(closingLines(tally)).toMatch(/\n12 passed, 0 failed\n$/);
});
