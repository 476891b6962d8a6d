import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PictureCache } from './picture-cache.ts';

const log = pino({ level: 'silent' });
const aKey = () => randomBytes(32).toString('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sizeOnDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

test('what was kept is read again, also by another process, and what was not is not', async () => {
  const key = aKey();
  const bytes = randomBytes(1000);
  const cache = new PictureCache(folder, 10, log);
  await cache.write(key, bytes);
  expect(await new PictureCache(folder, 10, log).read(key)).toEqual(bytes);
  expect(await cache.read(aKey())).toBeNull();
});

test('the folder stays below its cap, and the pictures used last stay in it', async () => {
  const cache = new PictureCache(folder, 1, log);
  const used = aKey();
  await cache.write(used, randomBytes(100_000));
  await cache.close();
  for (let round = 0; round < 30; round++) {
    // A new process each time notes each use anew.
    const process = new PictureCache(folder, 1, log);
    await process.read(used);
    await process.write(aKey(), randomBytes(100_000));
    await process.close();
    expect(sizeOnDisk()).toBeLessThan(1024 * 1024);
  }
  expect(await cache.read(used)).not.toBeNull();
});

test('a disk that takes nothing costs no picture', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  const cache = new PictureCache(file, 1, log);
  await cache.write(aKey(), randomBytes(10));
  await cache.close();
  expect(await cache.read(aKey())).toBeNull();
});
