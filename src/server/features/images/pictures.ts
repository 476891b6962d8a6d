import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { findDemoPicture } from './demo-pictures.ts';
import { ImageOrigin } from './image-origin.ts';
import { LocalPictures } from './local-pictures.ts';
import { PictureCache } from './picture-cache.ts';
import { makePicture } from './picture-making.ts';
import type { PicturePath } from './picture-path.ts';
import type { PictureType } from './picture-type.ts';
import { Places, SharedWork } from './work-queue.ts';

/** Where the bytes of a picture come from, before it is made in a width and type. */
export interface PictureSource {
  /** Names the bytes: the same fingerprint is the same picture. */
  fingerprint: string;
  /** Drawn by us: may be SVG. */
  drawn: boolean;
  /** Null when there is no such picture. */
  load: (checkWanted: () => void) => Promise<Buffer | null>;
}

/** A picture ready to be sent. */
export interface Picture {
  bytes: Buffer;
  etag: string;
}

/** Changes when pictures are made differently, so that kept ones are made anew. */
const RECIPE = 1;
/** How long a failure is answered without asking anew. */
const REMEMBERED_MS: Record<string, number> = {
  image_missing: 60_000,
  image_refused: 300_000,
  image_origin_failed: 5000,
};

const REMEMBERED_FAILURES = 5000;

/**
 * The pictures of /api/proxy-image/ (decisions §8 "pictures"): the operator's files first, then the demo's, then the
 * origin's. Each is made once for a width and type, and kept on disk.
 */
export class Pictures {
  readonly #local: LocalPictures;
  readonly #origin: ImageOrigin | null;
  readonly #cache: PictureCache;
  readonly #work = new SharedWork<Picture>();
  /** One core is left to the lists: image work never makes one wait. */
  readonly #making = new Places(Math.max(1, availableParallelism() - 1));
  readonly #failures = new Map<string, { error: ShopError; until: number }>();

  constructor({ settings, log }: Deps) {
    this.#local = new LocalPictures(join(settings.DATA_DIR, 'pictures'));
    this.#origin = settings.IMAGE_ORIGIN ? new ImageOrigin(settings.IMAGE_ORIGIN) : null;
    this.#cache = new PictureCache(join(settings.DATA_DIR, 'images'), settings.IMAGE_CACHE_MB, log);
  }

  /**
   * A picture in the width its path asks for. `left` tells when the asker has gone.
   * @throws ShopError image_missing, image_refused, image_origin_failed
   * @throws AbandonedError when every asker left before it was made
   */
  async find(path: PicturePath, type: PictureType, left: AbortSignal): Promise<Picture> {
    const source =
      (await this.#local.find(path.candidates)) ?? findDemoPicture(path.candidates) ?? this.#fromOrigin(path);
    const key = createHash('sha256')
      .update(JSON.stringify([RECIPE, source.fingerprint, path.width, type]))
      .digest('hex');
    const kept = await this.#cache.read(key);
    if (kept) return toPicture(kept);
    const failed = this.#failures.get(source.fingerprint);
    if (failed && failed.until > performance.now()) throw failed.error;
    return this.#work.ask(key, left, async (checkWanted) => {
      try {
        const bytes = await this.#make(source, path.width, type, checkWanted);
        // Kept before it is answered, so that whoever asks next finds it either in the making or on disk.
        await this.#cache.write(key, bytes);
        return toPicture(bytes);
      } catch (error) {
        if (error instanceof ShopError) this.#remember(source.fingerprint, error);
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  async #make(source: PictureSource, width: number, type: PictureType, checkWanted: () => void): Promise<Buffer> {
    const bytes = await source.load(checkWanted);
    if (!bytes) throw new ShopError('image_missing');
    return this.#making.use(() => {
      checkWanted();
      return makePicture(bytes, { width, type, drawn: source.drawn });
    });
  }

  #fromOrigin({ candidates }: PicturePath): PictureSource {
    return {
      fingerprint: `origin ${candidates[0]}`,
      drawn: false,
      load: async (checkWanted) => (await this.#origin?.fetchFirst(candidates, checkWanted)) ?? null,
    };
  }

  #remember(fingerprint: string, error: ShopError): void {
    if (this.#failures.size >= REMEMBERED_FAILURES) this.#failures.clear();
    this.#failures.set(fingerprint, { error, until: performance.now() + (REMEMBERED_MS[error.code] ?? 0) });
  }
}

const toPicture = (bytes: Buffer): Picture => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});
