import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';

/*
 * A test waits for what has to happen, for as long as a busy machine may need, and checks the order of things. How many
 * seconds they take is measured by `npm run bench` and `npm run faults`.
 */

const project = fileURLToPath(new URL('../../', import.meta.url));
const DEFAULT_MS = 30_000;

/** Every test of Vitest with its text, and the helpers of the fault tests. Journeys are tests of Playwright. */
const tests = ['src', 'tests/faults', 'tests/rules', 'tests/release', 'labs/faults', 'bench']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.test\.tsx?$/.test(path) || /\/testing\/.*\.ts$|^tests\/faults\/[^/]+\.ts$/.test(path))
  .filter((path) => path !== 'tests/rules/waits.test.ts' && !path.includes('node_modules'))
  .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }));

/** The places in tests at which this is written, as "file:line: text". */
const placesOf = (pattern: RegExp): string[] =>
  tests.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length}: ${found}`,
    ),
  );

test('the tests are read', () => {
  expect(tests.length).toBeGreaterThan(250);
  expect(placesOf(/expect\.poll\(/g).length).toBeGreaterThan(50);
});

test('every wait has the time that a busy machine needs', () => {
  const projects = config.test!.projects as { test: { name: string; expect?: { poll?: { timeout?: number } } } }[];
  for (const { test } of projects) expect([test.name, test.expect?.poll?.timeout]).toEqual([test.name, DEFAULT_MS]);
  // Use `expect.poll`: the waits of `vi` end after a second.
  expect(placesOf(/\bvi\s*\.(waitFor|waitUntil)\(/g)).toEqual([]);
  const polls = [/\.poll\((?:[^;]*?)\btimeout: ([\d_]+)/g].flatMap(placesOf);
  const short = polls.filter((place) => Number(/timeout: ([\d_]+)$/.exec(place)![1]!.replaceAll('_', '')) < DEFAULT_MS);
  expect(short).toEqual([]);
});

test('no test asserts how long something took', () => {
  expect(placesOf(/(?:performance|Date)\.now\(\) - \w+/g).filter((place) => !isMeasured(place))).toEqual([]);
  expect(placesOf(/expect\((?:milliseconds|elapsed|took|\w+Ms)\)\.toBeLess\w*/g)).toEqual([]);
  expect(placesOf(/\bpg_sleep\((?!60\))/g)).toEqual([]);
});

/** These files measure for a report, or for others that check order. */
const MEASURING = ['tests/faults/calls.ts', 'tests/faults/killed-shop.test.ts'];
const isMeasured = (place: string) => MEASURING.some((path) => place.startsWith(`${path}:`));
