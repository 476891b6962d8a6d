import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { ShopError } from '#contract/errors.ts';
import { FAR_LIMITS } from '../../testing/patience.ts';
import type { Conversion } from './picture-conversion.ts';
import { PictureProcesses } from './picture-processes.ts';

const REFUSED = new ShopError('image_refused');
const checkWanted = () => {};
const HOUR_MS = 3_600_000;

let processes: PictureProcesses;
afterEach(() => processes.close());

/** A drawing that takes a decoder most of a minute. It counts as ours, because others are refused before. */
const ENDLESS: Conversion = {
  source: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1"><feTurbulence numOctaves="200" baseFrequency="0.5"/></filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(60)}</svg>`,
  ),
  width: 950,
  type: 'jpeg',
  drawn: true,
};

const buildSmall = async (): Promise<Conversion> => ({
  source: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#356' } })
    .png()
    .toBuffer(),
  width: 250,
  type: 'jpeg',
  drawn: false,
});

test('a picture that takes too long is refused at the limit, and its process has ended', async () => {
  processes = new PictureProcesses({ ...FAR_LIMITS.conversion, most: 1500 });
  await expect(processes.convert(ENDLESS, checkWanted)).rejects.toEqual(REFUSED);
  // The next one starts a process again.
  processes.close();
  processes = new PictureProcesses(FAR_LIMITS.conversion);
  expect((await processes.convert(await buildSmall(), checkWanted)).length).toBeGreaterThan(100);
});

test('a slow picture holds up no other', async () => {
  processes = new PictureProcesses({ most: HOUR_MS, slow: 100 });
  let slowDone = 0;
  const slow = [1, 2].map(() =>
    processes
      .convert(ENDLESS, checkWanted)
      .catch(() => {})
      .finally(() => slowDone++),
  );
  for (let picture = 0; picture < 3; picture++) await processes.convert(await buildSmall(), checkWanted);
  expect(slowDone).toBe(0);
  processes.close();
  await Promise.all(slow);
});

test('a picture that is wanted no more is not converted', async () => {
  processes = new PictureProcesses(FAR_LIMITS.conversion);
  const unwanted = () => {
    throw new Error('nobody waits');
  };
  await expect(processes.convert(ENDLESS, unwanted)).rejects.toThrow('nobody waits');
});

test('a picture that comes while a process is being ended gets another one', async () => {
  processes = new PictureProcesses(FAR_LIMITS.conversion);
  await processes.convert(await buildSmall(), checkWanted);
  const small = await buildSmall();
  processes.close();
  expect((await processes.convert(small, checkWanted)).length).toBeGreaterThan(100);
});
