import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveToFree, NEW_FILE, removeLeftovers, withUnfinished } from './whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = () => readdirSync(folder).sort();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const write = (name: string, text = '') => writeFileSync(join(folder, name), text);
/** "1.gz", "2.gz" and so on. */
const numbered = (count = 100) => Array.from({ length: count }, (_, index) => join(folder, `${index + 1}.gz`));

const store = (text: string) =>
  withUnfinished(numbered()[0]!, async (unfinished) => {
    await writeFile(unfinished, text, { flag: NEW_FILE.flags });
    return moveToFree(unfinished, numbered());
  });

test('a file never replaces another, and gets the next name', async () => {
  write('1.gz', 'first');
  expect(await store('second')).toBe(join(folder, '2.gz'));
  expect([names(), read('1.gz'), read('2.gz')]).toEqual([['1.gz', '2.gz'], 'first', 'second']);
});

test('of many that want the same name at once, each gets one, and nothing else is left', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
  const stored = await Promise.all(texts.map(store));
  expect(new Set(stored).size).toBe(texts.length);
  expect(stored.map((file) => readFileSync(file, 'utf8'))).toEqual(texts);
  expect(names()).toHaveLength(texts.length);
});

test('a process that was killed while it took a name costs that name only', async () => {
  write('1.gz.unfinished');
  expect(await store('next')).toBe(join(folder, '2.gz'));
  expect(names()).toEqual(['1.gz.unfinished', '2.gz']);
});

test('without a free name the file is not lost silently', async () => {
  write('1.gz', 'first');
  const store = withUnfinished(join(folder, '1.gz'), async (unfinished) => {
    await writeFile(unfinished, 'second');
    return moveToFree(unfinished, numbered(1));
  });
  await expect(store).rejects.toThrow('There is no free name');
  expect([names(), read('1.gz')]).toEqual([['1.gz'], 'first']);
});

test('two that write the same file at once do not meet, and the last one stays', async () => {
  const file = join(folder, 'named.gz');
  const save = (text: string) =>
    withUnfinished(file, async (unfinished) => {
      await writeFile(unfinished, text.slice(0, 10), { flag: NEW_FILE.flags });
      await writeFile(unfinished, text.slice(10), { flag: 'a' });
      await rename(unfinished, file);
    });
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`.padEnd(40, '.'));
  await Promise.all(texts.map(save));
  expect(names()).toEqual(['named.gz']);
  expect(texts).toContain(read('named.gz'));
});

test('work that fails leaves nothing', async () => {
  const failing = withUnfinished(join(folder, 'named.gz'), async (unfinished) => {
    await writeFile(unfinished, 'half');
    throw new Error('no space');
  });
  await expect(failing).rejects.toThrow('no space');
  expect(names()).toEqual([]);
});

test('what a killed process left of a file goes when that file is written again, after an hour', async () => {
  const left = ['named.gz.1f3a.unfinished', 'named.gz.2b4c.unfinished', 'other.gz.1f3a.unfinished'];
  for (const name of left) write(name);
  const long = Date.now() / 1000 - 2 * 3600;
  for (const name of [left[0]!, left[2]!]) utimesSync(join(folder, name), long, long);
  await withUnfinished(join(folder, 'named.gz'), (unfinished) => writeFile(unfinished, ''));
  expect(names()).toEqual(left.slice(1));
  await removeLeftovers(folder);
  expect(names()).toEqual([left[1]]);
});
