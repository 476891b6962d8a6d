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

test('work under one lock runs one after the other', async () => {
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

test('the lock is gone after the work, even if the work failed', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test('a lock whose process has ended is taken over immediately', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const abandoned = join(folder, 'abandoned');
  writeFileSync(abandoned, `${hostname()} ${pid}`);
  let waited = false;
  const onWait = () => {
    waited = true;
  };
  expect(await withLock(abandoned, async () => 'done', { onWait })).toBe('done');
  expect(waited).toBe(false);
});

test('an old lock is taken over, even from another machine', async () => {
  const abandoned = join(folder, 'abandoned');
  for (const holder of ['another-machine 1', '']) {
    writeFileSync(abandoned, holder);
    utimesSync(abandoned, new Date(0), new Date(0));
    expect(await withLock(abandoned, async () => 'done')).toBe('done');
  }
});

test('a process that waits is notified once of the holder', async () => {
  /** @type {string[]} */
  const notified = [];
  const first = withLock(lock, () => pause(250));
  await withLock(lock, async () => {}, { onWait: (holder) => notified.push(holder) });
  await first;
  expect(notified).toEqual([`${hostname()} ${process.pid}`]);
});
