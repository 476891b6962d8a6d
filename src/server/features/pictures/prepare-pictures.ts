import { setTimeout as pause } from 'node:timers/promises';
import { pictureName } from '#domain/picture-widths.ts';
import type { BackgroundJob } from '../../lib/repeat.ts';
import { readPicturePath } from './picture-path.ts';
import type { PictureSource } from './picture-sources.ts';
import type { Pictures } from './pictures.ts';

/** Milliseconds: from the opening of the shop to the first picture, and between two. */
const WAITS = { opening: 5000, rest: 100 };
/** Above this share of its time the process is busy with members, and the pictures wait. */
const BUSY = 0.5;

interface Preparation {
  pictures: Pictures;
  sources: readonly PictureSource[];
  waits?: typeof WAITS;
}

/**
 * Prepares the pictures that a source draws itself, so that nobody waits for the first request of one (behavior 4.9).
 * They are prepared one after the other, in the type that nearly all browsers take, and only while the process has
 * little to do. `finished` settles when all are ready, or at `stop`.
 */
export const startPreparingPictures = ({
  pictures,
  sources,
  waits = WAITS,
}: Preparation): BackgroundJob & { finished: Promise<void> } => {
  const stopping = new AbortController();
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { ref: false, signal: stopping.signal });
  const restWhileBusy = async () => {
    for (;;) {
      const before = performance.eventLoopUtilization();
      await rest(waits.rest);
      if (performance.eventLoopUtilization(before).utilization < BUSY) return;
    }
  };
  const prepareAll = async () => {
    await rest(waits.opening);
    for (const { folder, bare, forms } of sources.flatMap((source) => source.toPrepare?.() ?? [])) {
      for (const form of forms) {
        await restWhileBusy();
        // A picture that fails is converted when it is requested.
        await pictures.prepare(readPicturePath(`${folder}/${pictureName(form, bare)}`), 'avif').catch(() => {});
      }
    }
  };
  // It ends by an AbortError if the shop stops first.
  const finished = prepareAll().catch(() => {});
  return {
    finished,
    stop: () => {
      stopping.abort();
      return finished;
    },
  };
};
