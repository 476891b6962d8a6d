import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { readSettings } from '../../settings.ts';
import { listen } from '../../testing/event-reader.ts';
import { FAR_LIMITS } from '../../testing/patience.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { readPicturePath } from './picture-path.ts';
import type { PictureSource } from './picture-sources.ts';
import { Pictures } from './pictures.ts';
import { startPreparingPictures } from './prepare-pictures.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="600" height="900"/></svg>';
const AT_ONCE = { opening: 0, rest: 0 };
const NAMES = ['demo/a.jpg', 'demo/b.jpg'];

/** Every picture waits for it. */
let load: () => Promise<void>;
/** The pictures that were taken from the source, in order. */
let loaded: string[];
/** A source that draws two pictures and one that fails. */
const source: PictureSource = {
  find: async (candidates) => {
    const name = candidates.find((candidate) => [...NAMES, 'demo/broken.jpg'].includes(candidate));
    if (name === undefined) return null;
    const draw = async () => {
      loaded.push(name);
      await load();
      return Buffer.from(name === 'demo/broken.jpg' ? 'no drawing' : DRAWING);
    };
    return { fingerprint: name, drawn: true, load: draw };
  },
  toPrepare: () =>
    ['broken.jpg', 'a.jpg', 'b.jpg'].map((bare) => ({ folder: 'demo', bare, forms: ['small', 'middle'] })),
};

let dataDir: string;
let pictures: Pictures;
beforeEach(() => {
  loaded = [];
  load = async () => {};
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-prepare-'));
  const settings = readSettings({ DATA_DIR: dataDir });
  pictures = new Pictures({ settings, timeLimits: FAR_LIMITS, log: createLog('silent'), pictureSources: [source] });
});
afterEach(async () => {
  await pictures.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('nobody waits for the first request of a picture that was drawn ahead, whatever another one did', async () => {
  await startPreparingPictures({ pictures, sources: [source], waits: AT_ONCE }).finished;
  expect(loaded).toEqual([...Array(2).fill('demo/broken.jpg'), ...NAMES.flatMap((name) => [name, name])]);
  loaded = [];
  for (const name of ['x250-a', 'x560-a', 'x250-b', 'x560-b']) {
    const path = readPicturePath(`demo/${name}.jpg`);
    expect((await pictures.find(path, 'avif', new AbortController().signal)).bytes.length).toBeGreaterThan(200);
  }
  expect(loaded).toEqual([]);
});

test('a restarted shop does not draw again what it has', async () => {
  await startPreparingPictures({ pictures, sources: [source], waits: AT_ONCE }).finished;
  loaded = [];
  await startPreparingPictures({ pictures, sources: [source], waits: AT_ONCE }).finished;
  expect(loaded).toEqual(Array(2).fill('demo/broken.jpg'));
});

test('nothing is drawn in the first seconds, and a shop that stops draws nothing more', async () => {
  const waiting = startPreparingPictures({ pictures, sources: [source], waits: { opening: 60_000, rest: 0 } });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  load = async () => held;
  const running = startPreparingPictures({ pictures, sources: [source], waits: AT_ONCE });
  await expect.poll(() => loaded.length).toBe(1);
  await waiting.stop();
  const stopped = running.stop();
  release();
  await pictures.close();
  await stopped;
  await running.finished;
  expect(loaded).toHaveLength(1);
});

test('a shop with the demo prepares its pictures once it is open, and ends that when it closes', async () => {
  const shop = await startTestShop({ settings: { DEMO: 'on' } });
  onTestFinished(() => void vi.restoreAllMocks());
  const finds = shop.pictureSources.map((source) => vi.spyOn(source, 'find'));
  const wanted = () => finds.flatMap(({ mock }) => mock.calls);
  expect(wanted()).toEqual([]);
  await listen(shop);
  // A busy machine does not get to it sooner.
  await expect.poll(() => wanted().length, { timeout: 100_000 }).toBeGreaterThan(0);
  await shop.close();
});
