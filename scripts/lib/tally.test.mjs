import { expect, test } from 'vitest';
import { addPlaywright, addVitest, closingLines, emptyTally, expectSome, totals } from './tally.mjs';

/**
 * @param {[string[], string][]} tests titles around each test, and its status
 * @param {string} [status]
 */
const file = (tests, status = 'passed') => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map(([ancestorTitles, status]) => ({ ancestorTitles, status })),
});
const journeys = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

test('tests are told apart by the database in the titles around them', () => {
  const tally = emptyTally();
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
    ],
  });
  addPlaywright(tally, { ...journeys, stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(tally.bySize).toEqual({
    rule: { passed: 2, failed: 1, skipped: 0 },
    'API on SQLite': { passed: 1, failed: 0, skipped: 0 },
    'API on PostgreSQL': { passed: 1, failed: 0, skipped: 1 },
    journey: { passed: 5, failed: 2, skipped: 2 },
  });
  expect(totals(tally)).toEqual({ passed: 9, failed: 3 });
});

test('a file that could not be loaded counts as one failure', () => {
  const tally = emptyTally();
  addVitest(tally, { testResults: [file([], 'failed')] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a file whose preparations failed, so that its tests never ran, counts as one failure', () => {
  const tally = emptyTally();
  addVitest(tally, { testResults: [file([[['[sqlite]'], 'skipped']], 'failed')] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a failed file is not counted beside its failed tests', () => {
  const tally = emptyTally();
  addVitest(tally, { testResults: [file([[[], 'failed']], 'failed')] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('an error of Playwright outside of any journey counts as a failure', () => {
  const tally = emptyTally();
  addPlaywright(tally, { ...journeys, errors: [{ message: 'a file could not be read' }] });
  expect(totals(tally)).toEqual({ passed: 0, failed: 1 });
});

test('a size of which no test ran is a failure', () => {
  const tally = emptyTally();
  addPlaywright(tally, { ...journeys, stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 } });
  expectSome(tally, ['rule', 'journey']);
  expect(totals(tally)).toEqual({ passed: 1, failed: 1 });
  expect(closingLines(tally)).toContain('Not one test of the size "rule" ran.');
});

test('the sum stands alone in the last line', () => {
  const tally = emptyTally();
  addPlaywright(tally, { ...journeys, stats: { expected: 12, unexpected: 0, flaky: 0, skipped: 0 } });
  expect(closingLines(tally)).toMatch(/\n12 passed, 0 failed\n$/);
});
