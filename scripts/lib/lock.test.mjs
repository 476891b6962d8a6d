import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

let folder = '';
let lock = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-lock-'));
  lock = join(folder, 'not-there-yet', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test('work under one lock is done one after the other', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await pause(20);
    inside -= 1;
  };
  await Promise.all([withLock(lock, work), withLock(lock, work), withLock(lock, work)]);
  expect(most).toBe(1);
});

test('the lock is gone after the work, also after work that failed', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test('a lock whose process is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(folder, 'left');
  writeFileSync(left, `${hostname()} ${pid}`);
  expect(await withLock(left, async () => 'done')).toBe('done');
});

test('a lock that nobody has touched for long is taken over, whoever left it', async () => {
  const left = join(folder, 'left');
  for (const holder of ['another-machine 1', '']) {
    writeFileSync(left, holder);
    utimesSync(left, new Date(0), new Date(0));
    expect(await withLock(left, async () => 'done')).toBe('done');
  }
});

test('who waits is told once for whom', async () => {
  /** @type {string[]} */
  const told = [];
  const first = withLock(lock, () => pause(250));
  await withLock(lock, async () => {}, { onWait: (holder) => told.push(holder) });
  await first;
  expect(told).toEqual([`${hostname()} ${process.pid}`]);
});
