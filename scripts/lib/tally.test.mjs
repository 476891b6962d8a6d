import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './project.mjs';
import {
  addPlaywright,
  addVitest,
  closingLines,
  createTally,
  expectSome,
  failedTests,
  reasonOf,
  totals,
} from './tally.mjs';

/**
 * A file of Vitest's report.
 *
 * @param {[titles: string[], status: string, duration?: number][]} tests the titles around each test, its status, and
 *   how many milliseconds it took
 * @param {{status?: string, name?: string}} [options]
 */
const file = (tests, { status = 'passed', name = 'src/domain/a.test.ts' } = {}) => ({
  name: join(root, name),
  status,
  assertionResults: tests.map(([ancestorTitles, outcome, duration]) => ({
    ancestorTitles,
    fullName: [...ancestorTitles, 'a test'].join(' '),
    status: outcome,
    duration: duration ?? null,
  })),
});

/**
 * A report of Playwright with journeys of one file.
 *
 * @param {[status: string, ...durations: number[]][]} runs the outcome of each journey, and the milliseconds of its runs
 */
const journeys = (...runs) => ({
  config: { rootDir: join(root, 'tests/e2e') },
  errors: [],
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: runs.map(([status, ...durations], index) => ({
            title: `journey ${index}`,
            file: 'cart.spec.ts',
            line: 7,
            tests: [{ projectName: '390', status, results: durations.map((duration) => ({ duration })) }],
          })),
        },
      ],
    },
  ],
});

/** @param {import('./tally.mjs').Tally} tally */
const counts = (tally) =>
  Object.fromEntries(
    closingLines(tally)
      .split('\n')
      .map((line) => /^(\S.*?) +(\d+) +(\d+) +(\d+)$/.exec(line))
      .flatMap((found) => (found ? [[found[1], found.slice(2).map(Number)]] : [])),
  );

test('tests are counted by their folder, those of the API by their database too, and as journeys', () => {
  const tally = createTally();
  addVitest(tally, {
    testResults: [
      file([
        [[], 'passed'],
        [['money'], 'failed'],
      ]),
      file(
        [
          [['[sqlite]', 'the cart'], 'passed'],
          [['the cart', '[postgres]'], 'passed'],
          [['[postgres]'], 'pending'],
          [['headers'], 'passed'],
        ],
        { name: 'src/server/features/cart/cart.test.ts' },
      ),
      file([[['tags'], 'passed']]),
      file([[['the demo'], 'passed']], { name: 'src/demo/feed.test.ts' }),
      file([[['[sqlite]'], 'failed']], { name: 'tests/faults/full-disk.test.ts' }),
      file([[['the bench'], 'passed']], { name: 'tests/bench/short-form.test.ts' }),
      file([[['the release'], 'passed']], { name: 'tests/release/release.test.ts' }),
    ],
  });
  addPlaywright(tally, journeys(['expected', 1], ['unexpected', 1], ['flaky', 1], ['skipped', 1]));
  expect(counts(tally)).toEqual({
    rule: [2, 1, 0],
    'API on SQLite': [1, 0, 0],
    'API on PostgreSQL': [1, 0, 1],
    'API of neither': [1, 0, 0],
    demo: [1, 0, 0],
    fault: [0, 1, 0],
    bench: [1, 0, 0],
    release: [1, 0, 0],
    journey: [1, 2, 1],
  });
  expect(totals(tally)).toEqual({ passed: 9, failed: 4 });
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
  addPlaywright(tally, { ...journeys(['expected', 1]), errors: [{ message: 'no browser' }] });
  expect(totals(tally)).toEqual({ passed: 1, failed: 1 });
  expect(closingLines(tally)).toContain('✗ no browser');
});

test('a kind of which no test ran is a failure', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([[[], 'passed']])] });
  expectSome(tally, ['rule', 'journey']);
  expect(tally.errors).toEqual(['No test of the kind "journey" ran.']);
});

test('a failed journey is known by its line and its width, so that it can be repeated', () => {
  const tally = createTally();
  addPlaywright(tally, journeys(['expected', 1], ['unexpected', 1]));
  expect(failedTests(tally)).toEqual([
    {
      kind: 'journey',
      file: 'tests/e2e/cart.spec.ts',
      title: 'journey 1 (390)',
      outcome: 'failed',
      milliseconds: 1,
      journey: { line: 7, project: '390' },
    },
  ]);
});

test('the fifteen slowest tests are listed with their seconds, those of Vitest and Playwright together', () => {
  const tally = createTally();
  /** @type {[string[], string, number]} */
  const usual = [[], 'passed', 900];
  addVitest(tally, { testResults: [file([...Array(20).fill(usual), [['slow'], 'passed', 2_500]])] });
  addPlaywright(tally, journeys(['flaky', 10_000, 2_000], ['expected', 300]));
  const lines = closingLines(tally).split('\n');
  const first = lines.indexOf('Slowest tests') + 1;
  const listed = lines.slice(first, lines.indexOf('', first)).map((line) => line.trim());
  expect(listed.slice(0, 3)).toEqual([
    '12.0 s  tests/e2e/cart.spec.ts: journey 0 (390)',
    '2.5 s  src/domain/a.test.ts: slow a test',
    '0.9 s  src/domain/a.test.ts: a test',
  ]);
  expect(listed).toHaveLength(15);
});

test('each part is listed with its minutes and the processor time of its processes', () => {
  const tally = createTally();
  tally.parts.push({ name: 'api', seconds: 90, cpuSeconds: 171.6 }, { name: 'nothing', seconds: 0.2, cpuSeconds: 0 });
  tally.parts.push({ name: 'journeys', seconds: 30, cpuSeconds: null });
  expect(closingLines(tally)).toMatch(/\n +minutes +CPU s\napi +1\.5 +172\njourneys +0\.5 +\?\n\n/);
});

test('the last line is the sum and nothing else', () => {
  const tally = createTally();
  addVitest(tally, { testResults: [file([])] });
  addPlaywright(tally, journeys(...Array(12).fill(['expected', 1])));
  expect(closingLines(tally)).toMatch(/\n12 passed, 0 failed\n$/);
});

test('a failed test says why, in the first lines of its error and without colors', () => {
  const tally = createTally();
  const failed = file([[[], 'failed']]);
  Object.assign(failed.assertionResults[0] ?? {}, {
    failureMessages: ['\x1b[31mexpected 1 to be 2\x1b[39m\n\n  at a\n  at b\n  at c\n  at d\n  at e\n  at f'],
  });
  addVitest(tally, { testResults: [failed] });
  const journey = journeys(['unexpected', 1]);
  Object.assign(journey.suites[0]?.suites?.[0]?.specs[0]?.tests[0]?.results[0] ?? {}, {
    error: { message: 'not visible' },
  });
  addPlaywright(tally, journey);
  const [test, atWidth] = failedTests(tally).map(reasonOf);
  expect(test?.split('\n')).toEqual([
    '',
    '    expected 1 to be 2',
    ...['a', 'b', 'c', 'd', 'e'].map((at) => `      at ${at}`),
  ]);
  expect(atWidth).toBe('\n    not visible');
});
