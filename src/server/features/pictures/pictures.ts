import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import { Dedupe } from '../../lib/concurrency.ts';
import type { Shop } from '../../shop.ts';
import { PictureCache } from './picture-cache.ts';
import { isPdf } from './picture-content.ts';
import type { PicturePath } from './picture-path.ts';
import { PictureProcesses } from './picture-processes.ts';
import type { PictureSource, SourcePicture } from './picture-sources.ts';
import type { PictureType } from './picture-type.ts';

/** A picture ready to be sent, or a PDF. */
export interface Picture {
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

/** Preparing ahead waits for everything else, and may take its time. */
const AHEAD = { limits: { most: 60_000, slow: 60_000 }, priority: 19 };

/** The place that a kind of files comes from. */
export interface FilePlace {
  /** Keeps the cached files of two places apart. */
  name: string;
  sources: readonly PictureSource[];
  /** PDFs are accepted too, and sent as they are. */
  acceptsPdf: boolean;
}

/**
 * The pictures of /api/proxy-image/ (behavior 4.9) and the files of /api/lab-results/ (behavior 4.13), from the first
 * source that has them. Each is converted once per width and type, and cached on disk.
 */
export class Pictures {
  readonly #products: FilePlace;
  readonly #cache: PictureCache;
  readonly #dedupe = new Dedupe<Picture>();
  readonly #processes: PictureProcesses;
  readonly #processesAhead = new PictureProcesses(AHEAD.limits, AHEAD.priority);
  readonly #failures = new Map<string, { error: ShopError; until: number }>();

  constructor({
    settings,
    timeLimits,
    log,
    pictureSources,
  }: Pick<Shop, 'settings' | 'timeLimits' | 'log' | 'pictureSources'>) {
    this.#processes = new PictureProcesses(timeLimits.conversion);
    this.#products = { name: '', sources: pictureSources, acceptsPdf: false };
    this.#cache = new PictureCache(join(settings.DATA_DIR, 'images'), settings.IMAGE_CACHE_MB, log);
  }

  /**
   * Returns a picture in the width of its path, by default one of a product.
   *
   * @param left aborts when the client disconnects
   * @throws ShopError image_missing, image_refused, image_origin_failed
   * @throws AbandonedError if every client that waited for it disconnected
   */
  async find(path: PicturePath, type: PictureType, left: AbortSignal, place = this.#products): Promise<Picture> {
    const source = await findSource(place, path.candidates);
    if (!source) throw new ShopError('image_missing');
    const fingerprint = place.name + source.fingerprint;
    const key = keyOf(fingerprint, path.width, type);
    const cached = await this.#cache.read(key);
    if (cached) return toPicture(cached);
    const failure = this.#failures.get(fingerprint);
    if (failure && failure.until > performance.now()) throw failure.error;
    return this.#dedupe.run(key, left, async (checkWanted) => {
      try {
        const bytes = await this.#convert(source, { width: path.width, type, place }, checkWanted);
        // Cached before it is returned, so the next request finds it either in progress or on disk.
        await this.#cache.write(key, bytes);
        return toPicture(bytes);
      } catch (error) {
        if (error instanceof ShopError) this.#rememberFailure(fingerprint, error);
        throw error;
      }
    });
  }

  /**
   * Converts a product's picture before anybody requests it, unless it is cached. A request for it at the same time
   * does not wait for this: that conversion has a process of its own.
   * @throws what the source or the conversion throws
   */
  async prepare(path: PicturePath, type: PictureType): Promise<void> {
    const source = await findSource(this.#products, path.candidates);
    if (!source) return;
    const key = keyOf(this.#products.name + source.fingerprint, path.width, type);
    if (await this.#cache.read(key)) return;
    const bytes = await source.load(() => {});
    if (!bytes) return;
    const conversion = { source: bytes, width: path.width, type, drawn: source.drawn };
    await this.#cache.write(key, await this.#processesAhead.convert(conversion, () => {}));
  }

  /** Forgets the converted pictures, because they come from elsewhere now. */
  async forget(): Promise<void> {
    this.#failures.clear();
    await this.#cache.clear();
  }

  close(): Promise<void> {
    this.#processes.close();
    this.#processesAhead.close();
    return this.#cache.close();
  }

  async #convert(
    source: SourcePicture,
    { width, type, place }: { width: number; type: PictureType; place: FilePlace },
    checkWanted: () => void,
  ): Promise<Buffer> {
    const bytes = await source.load(checkWanted);
    if (!bytes) throw new ShopError('image_missing');
    if (place.acceptsPdf && isPdf(bytes)) return bytes;
    return this.#processes.convert({ source: bytes, width, type, drawn: source.drawn }, checkWanted);
  }

  #rememberFailure(fingerprint: string, error: ShopError): void {
    if (this.#failures.size >= MOST_FAILURES) this.#failures.clear();
    this.#failures.set(fingerprint, { error, until: performance.now() + (FAILURE_TTL[error.code] ?? 0) });
  }
}

const keyOf = (fingerprint: string, width: number, type: PictureType): string =>
  createHash('sha256')
    .update(JSON.stringify([CONVERSION, fingerprint, width, type]))
    .digest('hex');

const findSource = async (place: FilePlace, candidates: readonly string[]): Promise<SourcePicture | null> => {
  for (const source of place.sources) {
    const found = await source.find(candidates);
    if (found) return found;
  }
  return null;
};

const toPicture = (bytes: Buffer): Picture => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});
