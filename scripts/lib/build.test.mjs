import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceStamp } from './build.mjs';

let folder = '';
const stamp = () => sourceStamp(folder, ['src', 'package.json', 'absent']);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-stamp-'));
  mkdirSync(join(folder, 'src', 'deep', 'testing'), { recursive: true });
  writeFileSync(join(folder, 'src', 'deep', 'a.ts'), 'one');
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['a changed file', () => writeFileSync(join(folder, 'src', 'deep', 'a.ts'), 'two')],
  ['a new file', () => writeFileSync(join(folder, 'src', 'b.ts'), '')],
  ['a renamed file', () => renameSync(join(folder, 'src', 'deep', 'a.ts'), join(folder, 'src', 'deep', 'b.ts'))],
  ['a removed file', () => rmSync(join(folder, 'src', 'deep', 'a.ts'))],
  ['a change outside folders', () => writeFileSync(join(folder, 'package.json'), '{"type":"module"}')],
])('%s makes the build stale', (_what, change) => {
  const before = stamp();
  change();
  expect(stamp()).not.toBe(before);
});

test.each([
  ['a test', () => writeFileSync(join(folder, 'src', 'deep', 'a.test.ts'), 'x')],
  ['a file for tests only', () => writeFileSync(join(folder, 'src', 'deep', 'testing', 'x.ts'), 'x')],
  ['a modification time', () => utimesSync(join(folder, 'src', 'deep', 'a.ts'), 1, 1)],
  ['a file outside the sources', () => writeFileSync(join(folder, 'README.md'), 'x')],
])('%s does not make the build stale', (_what, change) => {
  const before = stamp();
  change();
  expect(stamp()).toBe(before);
});
