import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PictureCache } from './picture-cache.ts';

const log = pino({ level: 'silent' });
const buildKey = () => randomBytes(32).toString('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sizeOnDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

test('a stored picture is found, also by another process, and any other is not', async () => {
  const key = buildKey();
  const bytes = randomBytes(1000);
  const cache = new PictureCache(folder, 10, log);
  await cache.write(key, bytes);
  expect(await new PictureCache(folder, 10, log).read(key)).toEqual(bytes);
  expect(await cache.read(buildKey())).toBeNull();
});

test('the folder stays below its size limit, and recently used pictures stay in it', async () => {
  const cache = new PictureCache(folder, 1, log);
  const used = buildKey();
  await cache.write(used, randomBytes(100_000));
  await cache.close();
  for (let round = 0; round < 30; round++) {
    // A process records only the first use of a picture.
    const process = new PictureCache(folder, 1, log);
    await process.read(used);
    await process.write(buildKey(), randomBytes(100_000));
    await process.close();
    expect(sizeOnDisk()).toBeLessThan(1024 * 1024);
  }
  expect(await cache.read(used)).not.toBeNull();
});

test('a disk that cannot be written to causes no error', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  const cache = new PictureCache(file, 1, log);
  await cache.write(buildKey(), randomBytes(10));
  await cache.close();
  expect(await cache.read(buildKey())).toBeNull();
});
