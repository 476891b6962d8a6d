import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import { Dedupe } from '../../lib/concurrency.ts';
import type { Shop } from '../../shop.ts';
import { PictureCache } from './picture-cache.ts';
import type { PicturePath } from './picture-path.ts';
import { PictureProcesses } from './picture-processes.ts';
import type { PictureSource, SourcePicture } from './picture-sources.ts';
import type { PictureType } from './picture-type.ts';

/** A picture ready to be sent. */
interface Picture {
  bytes: Buffer;
  etag: string;
}

/** Changes when pictures are converted differently, so that cached ones are converted again. */
const CONVERSION = 1;
/** How long a failure is repeated without asking the source again, in milliseconds. */
const FAILURE_TTL: Record<string, number> = {
  image_missing: 60_000,
  image_refused: 300_000,
  image_origin_failed: 5000,
};
const MOST_FAILURES = 5000;

/**
 * The pictures of /api/proxy-image/ (behavior 4.9), from the first source that has them. Each is converted once per
 * width and type, and cached on disk.
 */
export class Pictures {
  readonly #sources: readonly PictureSource[];
  readonly #cache: PictureCache;
  readonly #dedupe = new Dedupe<Picture>();
  readonly #processes = new PictureProcesses();
  readonly #failures = new Map<string, { error: ShopError; until: number }>();

  constructor({ settings, log, pictureSources }: Pick<Shop, 'settings' | 'log' | 'pictureSources'>) {
    this.#sources = pictureSources;
    this.#cache = new PictureCache(join(settings.DATA_DIR, 'images'), settings.IMAGE_CACHE_MB, log);
  }

  /**
   * Returns a picture in the width of its path.
   *
   * @param left aborts when the client disconnects
   * @throws ShopError image_missing, image_refused, image_origin_failed
   * @throws AbandonedError if every client that waited for it disconnected
   */
  async find(path: PicturePath, type: PictureType, left: AbortSignal): Promise<Picture> {
    const source = await this.#findSource(path.candidates);
    if (!source) throw new ShopError('image_missing');
    const key = createHash('sha256')
      .update(JSON.stringify([CONVERSION, source.fingerprint, path.width, type]))
      .digest('hex');
    const cached = await this.#cache.read(key);
    if (cached) return toPicture(cached);
    const failure = this.#failures.get(source.fingerprint);
    if (failure && failure.until > performance.now()) throw failure.error;
    return this.#dedupe.run(key, left, async (checkWanted) => {
      try {
        const bytes = await this.#convert(source, path.width, type, checkWanted);
        // Cached before it is returned, so the next request finds it either in progress or on disk.
        await this.#cache.write(key, bytes);
        return toPicture(bytes);
      } catch (error) {
        if (error instanceof ShopError) this.#rememberFailure(source.fingerprint, error);
        throw error;
      }
    });
  }

  close(): Promise<void> {
    this.#processes.close();
    return this.#cache.close();
  }

  async #findSource(candidates: readonly string[]): Promise<SourcePicture | null> {
    for (const source of this.#sources) {
      const found = await source.find(candidates);
      if (found) return found;
    }
    return null;
  }

  async #convert(source: SourcePicture, width: number, type: PictureType, checkWanted: () => void): Promise<Buffer> {
    const bytes = await source.load(checkWanted);
    if (!bytes) throw new ShopError('image_missing');
    return this.#processes.convert({ source: bytes, width, type, drawn: source.drawn }, checkWanted);
  }

  #rememberFailure(fingerprint: string, error: ShopError): void {
    if (this.#failures.size >= MOST_FAILURES) this.#failures.clear();
    this.#failures.set(fingerprint, { error, until: performance.now() + (FAILURE_TTL[error.code] ?? 0) });
  }
}

const toPicture = (bytes: Buffer): Picture => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});
