import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chromiumCandidates } from './chromium.mjs';
import { isAtLeast } from './node-version.mjs';
import { postgresFolders } from './postgres.mjs';

let machine = '';
beforeEach(() => {
  machine = realpathSync(mkdtempSync(join(tmpdir(), 'greenroom-machine-')));
});
afterEach(() => rmSync(machine, { recursive: true }));

/**
 * @param {string} folder
 * @param {string[]} [programs]
 */
const install = (folder, programs = ['initdb', 'postgres']) => {
  mkdirSync(join(machine, folder), { recursive: true });
  for (const program of programs) writeFileSync(join(machine, folder, program), '');
  return join(machine, folder);
};

test('PostgreSQL comes from PATH first, then from the versioned folders, newest first', () => {
  const older = install('usr/lib/postgresql/9/bin');
  const newer = install('usr/lib/postgresql/17/bin');
  const brewed = install('opt/homebrew/opt/postgresql@16/bin');
  const own = install('home/bin');
  expect(postgresFolders({ path: own, root: machine })).toEqual([own, newer, brewed, older]);
});

test('a folder with only the client programs is no PostgreSQL server', () => {
  const client = install('usr/bin', ['psql']);
  install('usr/lib/postgresql/16/bin', ['postgres']);
  expect(postgresFolders({ path: client, root: machine })).toEqual([]);
});

test('a link on PATH to an installed PostgreSQL counts as the same one', () => {
  const installed = install('usr/lib/postgresql/15/bin');
  mkdirSync(join(machine, 'bin'));
  for (const program of ['initdb', 'postgres']) symlinkSync(join(installed, program), join(machine, 'bin', program));
  expect(postgresFolders({ path: join(machine, 'bin'), root: machine })).toEqual([installed]);
});

test('Chromium is looked for on PATH, at the usual paths, and last at the path of Playwright', () => {
  const candidates = chromiumCandidates({ PATH: '/opt/mine' }, () => '/playwright/chrome');
  expect(candidates[0]).toBe('/opt/mine/chromium');
  expect(candidates).toContain('/usr/bin/chromium');
  expect(candidates.at(-1)).toBe('/playwright/chrome');
});

test('if CHROMIUM is set, no other browser is considered', () => {
  expect(chromiumCandidates({ CHROMIUM: '/opt/chrome', PATH: '/usr/bin' }, () => '/playwright/chrome')).toEqual([
    '/opt/chrome',
  ]);
});

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['24.0.0', true],
  ['20.18.3', false],
  ['20.9.0', false],
  ['18.20.0', false],
])('Node.js %s counts as 20.19 or later: %s', (version, enough) => {
  expect(isAtLeast(version, '20.19')).toBe(enough);
});
