import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { supportProblem } from '../../scripts/lib/node-version.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

test.each([
  ['20.20.2', '2026-04-30', false],
  ['20.20.2', '2026-05-01', true],
  ['22.14.0', '2027-05-01', true],
  ['24.21.0', '2026-11-25', false],
  ['26.0.0', '2029-05-01', true],
])('Node.js %s on %s: the start says that it gets no security updates: %s', (version, day, says) => {
  const problem = supportProblem(version, new Date(`${day}T12:00:00Z`));
  expect(problem !== null).toBe(says);
  if (says) expect(problem).toMatch(/^Node\.js \d+ has had no security updates since \d{4}-\d{2}-\d{2}\. .+\.$/);
});

test('the start says nothing about a line that was not known when the shop was released', () => {
  expect(supportProblem('99.1.0', new Date('2099-01-01'))).toBeNull();
});

test('the oldest Node.js and the one of the container are known, and the container has a supported one', () => {
  const [, oldest] = /"node": ">=(\d+)\.\d+"/.exec(read('package.json'))!;
  const [, container] = /^ARG BASE=node:(\d+)-/m.exec(read('deploy/Containerfile'))!;
  const [, released] = /^## \[[\d.]+\] - (\S+)$/m.exec(read('CHANGELOG.md'))!;
  for (const line of [oldest, container]) expect(supportProblem(`${line}.0.0`, new Date('2099-01-01'))).not.toBeNull();
  expect(supportProblem(`${container}.0.0`, new Date(released!))).toBeNull();
});

test('only one module loads better-sqlite3, so that every Node.js gets the one that runs on it', () => {
  const loading = ['src', 'tests', 'labs', 'bench', 'build']
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !path.includes('node_modules'))
    .filter((path) => /(\bfrom|\bimport|\brequire)\s*\(?\s*'better-sqlite3/.test(read(path)));
  expect(loading).toEqual(['src/server/db/sqlite-driver.ts']);
});
