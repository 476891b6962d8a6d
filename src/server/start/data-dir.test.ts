import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtFile } from '../lib/program.ts';
import { DataDirError, lockDataDir, tightenDataDir } from './data-dir.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

/** Runs a command on the data folder, as an operator does who lets everybody read new files. */
const runCommand = (dataDir: string, ...args: string[]) => {
  const command = `umask 022; exec "${process.execPath}" "${builtFile('cli/main')}" ${args.join(' ')}`;
  execFileSync('sh', ['-c', command], { env: { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off' } });
};

test('a data folder that is made, and every file in it, is for the user of the shop only', () => {
  const dataDir = join(folder, 'new/data');
  runCommand(dataDir, 'backup', join(folder, 'backup.gz'));
  expect(modeOf(dataDir)).toBe('700');
  for (const name of readdirSync(dataDir)) expect([name, modeOf(join(dataDir, name))]).toEqual([name, '600']);
  expect(existsSync(join(dataDir, 'shop.db'))).toBe(true);
  expect(modeOf(join(folder, 'backup.gz'))).toBe('600');
});

test('an existing data folder is tightened, and what is not of the shop stays as it is', () => {
  chmodSync(folder, 0o755);
  for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm', 'server.lock', 'notes.txt']) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o644);
  }
  const outside = join(folder, 'outside');
  mkdirSync(outside, { mode: 0o755 });
  symlinkSync(outside, join(folder, 'shop.db-linked'));
  expect(tightenDataDir(folder)).toBe(true);
  const modes = Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
  expect([modeOf(folder), modes]).toEqual([
    '700',
    {
      'shop.db': '600',
      'shop.db-wal': '600',
      'shop.db-shm': '600',
      'server.lock': '600',
      'notes.txt': '644',
      outside: '755',
      'shop.db-linked': '755',
    },
  ]);
});

test('a folder that belongs to everybody stays open, and the start can say so', () => {
  chmodSync(folder, 0o1777);
  expect(tightenDataDir(folder)).toBe(false);
  expect(modeOf(folder)).toBe('1777');
});

test.each([
  ['is a file', 'file', 'DATA_DIR=PATH is a file. Set DATA_DIR to a folder.'],
  ['lies below a file', 'file/data', 'DATA_DIR=PATH lies below a file. Set DATA_DIR to a folder.'],
  ['leads nowhere', 'dangling', /^DATA_DIR=PATH .+\. Set DATA_DIR to /],
  ['leads to itself', 'circle', /^DATA_DIR=PATH .+\. Set DATA_DIR to /],
  ['is too long', 'x'.repeat(300), /^DATA_DIR=PATH .+\. Set DATA_DIR to /],
  ['cannot be a path', '\0', /^DATA_DIR=PATH .+\. Set DATA_DIR to /],
  [
    'is a place where nothing can be made',
    '/proc/greenroom',
    /^DATA_DIR=PATH .+\. Set DATA_DIR to |or set DATA_DIR\.$/,
  ],
])('a data folder that %s is named, with what to do', (_what, name, line) => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere/data'), join(folder, 'dangling'));
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
  const path = resolve(folder, name);
  const problem = () => {
    try {
      lockDataDir(path).release();
    } catch (error) {
      return error instanceof DataDirError ? error.message.replaceAll(path, 'PATH') : error;
    }
    return 'used';
  };
  expect(problem()).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
});
