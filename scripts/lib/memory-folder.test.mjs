import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepTemporaryFilesInMemory } from './memory-folder.mjs';

/** @type {string} */
let parent;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'greenroom-memory-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** @param {Parameters<typeof keepTemporaryFilesInMemory>[0]} options */
const tmpdirAfter = (options) => {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...options?.env };
  keepTemporaryFilesInMemory({ parent, enoughBytes: 1, ...options, env });
  return env.TMPDIR;
};

test('temporary files go to memory, in a folder that the user of a database server can pass through', () => {
  const folder = tmpdirAfter({});
  expect(dirname(folder ?? '')).toBe(parent);
  expect(existsSync(folder ?? '')).toBe(true);
  expect(statSync(folder ?? '').mode & 0o777).toBe(0o711);
});

test.each([
  ['there is too little room', { enoughBytes: Number.MAX_SAFE_INTEGER }, undefined],
  ['there is no such folder', { parent: join(tmpdir(), 'greenroom-nowhere') }, undefined],
  ['somebody chose another place', { env: { TMPDIR: '/chosen' } }, '/chosen'],
])('they stay where they are if %s', (_when, options, expected) => {
  expect(tmpdirAfter(options)).toBe(expected);
});
