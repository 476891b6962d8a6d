/** Repeats tests that have failed, to tell what always fails from what fails now and then. */
import { currentLoad } from './measured-parts.mjs';
import { failedTests, reasonOf } from './tally.mjs';
import { runPlaywright, runVitest } from './test-programs.mjs';

/** How often a failed test is repeated. */
const TIMES = 10;
/** After this time a test is not repeated once more, in milliseconds. */
const LIMIT_MS = 120_000;
/** If more tests have failed than this, something is broken that no repeating explains. */
const MOST = 10;

/**
 * Repeats the failed tests of a run. They stay failed.
 *
 * @param {import('./tally.mjs').Tally} tally
 * @param {string} load how busy the machine was when they failed
 */
export const repeatFailed = async (tally, load) => {
  const failed = failedTests(tally);
  for (const test of failed.slice(0, MOST)) {
    let [times, failures] = [0, 0];
    for (const started = performance.now(); times < TIMES && performance.now() - started < LIMIT_MS; times++) {
      if (!(await passes(test))) failures++;
    }
    tally.repeats.push(
      `✗ ${test.file}: ${test.title}\n  failed under a load of ${load}, and ` +
        `${failures === times ? 'always' : `${failures} times`} when it was repeated ${times} times under ${currentLoad()}` +
        reasonOf(test),
    );
  }
  for (const test of failed.slice(MOST)) tally.repeats.push(`✗ ${test.file}: ${test.title}${reasonOf(test)}`);
};

/** @param {import('./tally.mjs').Test} test */
const passes = async ({ file, title, journey }) => {
  const { tests, errors } = journey
    ? await runPlaywright([`${file}:${journey.line}`, `--project=${journey.project}`], { output: 'never' })
    : await runVitest([file, '--testNamePattern', `^${escapePattern(title)}$`], { output: 'never' });
  const outcomes = tests.map(({ outcome }) => outcome);
  return errors.length === 0 && outcomes.includes('passed') && !outcomes.includes('failed');
};

const escapePattern = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
