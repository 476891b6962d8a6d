import { ShopError } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { Semaphore } from '../../lib/concurrency.ts';
import type { TimeLimits } from '../../limits.ts';
import type { PictureSource, SourcePicture } from './picture-sources.ts';

/** How often the origin may redirect a request for a picture (behavior 4.9). */
const MOST_REDIRECTS = 3;
/** A slow origin must slow down neither itself nor us. */
const MOST_REQUESTS = 6;
/** After this many failures in a row the origin counts as down, and for a while no request waits for it. */
const FAILURES = 3;

/** Fetches pictures and lab results from below IMAGE_ORIGIN and from nowhere else (behavior 4.9, 4.13). */
export class ImageOrigin implements PictureSource {
  readonly #base: URL;
  readonly #limits: TimeLimits['imageOrigin'];
  readonly #redirects: number;
  readonly #headers: Record<string, string>;
  readonly #requests = new Semaphore(MOST_REQUESTS);
  #failures = 0;
  #downUntil = 0;

  /** `address` is an http or https address, and `redirects` how many of them may follow one another. */
  constructor(
    address: string,
    limits: TimeLimits['imageOrigin'],
    { redirects = MOST_REDIRECTS, accept = 'image/*' } = {},
  ) {
    this.#limits = limits;
    this.#redirects = redirects;
    this.#headers = { accept };
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
    // fetch refuses an address with user and password.
    const { username, password } = this.#base;
    if (username === '' && password === '') return;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#base.username = '';
    this.#base.password = '';
  }

  /** The origin may have any picture, which shows only when it is loaded. */
  async find(candidates: readonly string[]): Promise<SourcePicture> {
    return {
      fingerprint: `origin ${candidates[0]}`,
      drawn: false,
      load: (checkWanted) => this.fetchFirst(candidates, checkWanted),
    };
  }

  /**
   * Returns the bytes of the first candidate that the origin has, or null if it has none.
   * @throws ShopError image_refused (400) for a redirect that leaves the origin or a picture that is too large,
   * image_origin_failed (502)
   */
  fetchFirst(candidates: readonly string[], checkWanted: () => void): Promise<Buffer | null> {
    return this.#requests.run(async () => {
      for (const candidate of candidates) {
        checkWanted();
        const found = await this.#guarded(() => this.#fetch(new URL(escapePath(candidate), this.#base)));
        if (found) return found;
      }
      return null;
    });
  }

  /**
   * Skips requests while the origin is down, except for one try after each pause. Down means silent or out of reach. A
   * bad response does not count, or else anybody could turn the pictures off by requesting one that fails.
   */
  async #guarded(request: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const now = performance.now();
    if (this.#failures >= FAILURES) {
      if (now < this.#downUntil) throw new ShopError('image_origin_failed');
      this.#downUntil = now + this.#limits.down;
    }
    try {
      const bytes = await request();
      this.#failures = 0;
      return bytes;
    } catch (error) {
      if (error instanceof ShopError) {
        this.#failures = 0;
        throw error;
      }
      this.#failures++;
      if (this.#failures === FAILURES) this.#downUntil = performance.now() + this.#limits.down;
      throw Object.assign(new ShopError('image_origin_failed'), { cause: error });
    }
  }

  async #fetch(address: URL): Promise<Buffer | null> {
    const abort = new AbortController();
    const complete = setTimeout(() => abort.abort(), this.#limits.complete);
    const responseTimer = setTimeout(() => abort.abort(), this.#limits.response);
    try {
      const response = await this.#follow(address, abort.signal);
      clearTimeout(responseTimer);
      if (response.ok) return await readBytes(response);
      if (response.status >= 500 || response.status === 429) throw new ShopError('image_origin_failed');
      return null;
    } finally {
      clearTimeout(responseTimer);
      clearTimeout(complete);
      abort.abort();
    }
  }

  /** Returns whether an address is below IMAGE_ORIGIN, however a server reads encoded slashes. */
  #contains({ origin, pathname }: URL): boolean {
    return origin === this.#base.origin && pathname.startsWith(this.#base.pathname) && !/%2f|%5c/i.test(pathname);
  }

  async #follow(address: URL, signal: AbortSignal): Promise<Response> {
    let next = address;
    for (let redirects = 0; redirects <= this.#redirects; redirects++) {
      const response = await fetch(next.href, { redirect: 'manual', signal, headers: this.#headers });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      if (this.#redirects === 0) throw new ShopError('image_refused');
      if (!URL.canParse(location, next.href)) throw new ShopError('image_origin_failed');
      next = new URL(location, next);
      if (!this.#contains(next)) throw new ShopError('image_refused');
    }
    throw new ShopError('image_origin_failed');
  }
}

/** Encodes a path for the origin. A question mark starts the query, as in the address that was stored. */
const escapePath = (path: string): string => {
  const [name = '', ...query] = path.split('?');
  // "./" keeps a colon in the first segment from being read as a scheme.
  const escaped = `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return query.length === 0 ? escaped : `${escaped}?${encodeURI(query.join('?')).replaceAll('#', '%23')}`;
};

const readBytes = async (response: Response): Promise<Buffer> => {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > PICTURE_MAX_BYTES) throw new ShopError('image_refused');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > PICTURE_MAX_BYTES) throw new ShopError('image_refused');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
