import { ShopError } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { Semaphore } from '../../lib/concurrency.ts';
import { ElsewhereError, type FromElsewhere, readElsewhere } from '../../lib/read-elsewhere.ts';
import type { TimeLimits } from '../../limits.ts';
import type { PictureSource, SourcePicture } from './picture-sources.ts';

/** A slow origin must slow down neither itself nor us. */
const MOST_REQUESTS = 6;
/** After this many failures in a row the origin counts as down, and for a while no request waits for it. */
const FAILURES = 3;

/** Fetches pictures and lab results from below IMAGE_ORIGIN and from nowhere else (behavior 4.9, 4.13). */
export class ImageOrigin implements PictureSource {
  readonly #base: URL;
  readonly #limits: TimeLimits['imageOrigin'];
  readonly #redirects: number | undefined;
  readonly #accept: string;
  readonly #publicOnly: boolean | undefined;
  readonly #ofPanel: boolean;
  readonly #requests = new Semaphore(MOST_REQUESTS);
  #failures = 0;
  #downUntil = 0;

  /** `address` is an http or https address. */
  constructor(
    address: string,
    limits: TimeLimits['imageOrigin'],
    { redirects, accept = 'image/*', publicOnly, ofPanel = false }: OriginOptions = {},
  ) {
    this.#limits = limits;
    this.#redirects = redirects;
    this.#accept = accept;
    this.#publicOnly = publicOnly;
    this.#ofPanel = ofPanel;
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
  }

  /** The origin may have any picture, which shows only when it is loaded. */
  async find(candidates: readonly string[]): Promise<SourcePicture> {
    return {
      // Another origin of the panel may have another picture there, and one may just be converted.
      fingerprint: this.#ofPanel ? `origin ${this.#base} ${candidates[0]}` : `origin ${candidates[0]}`,
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
    const { status, bytes } = await this.#read(address);
    if (status >= 200 && status < 300) return bytes;
    if (status >= 500 || status === 429) throw new ShopError('image_origin_failed');
    return null;
  }

  async #read(address: URL): Promise<FromElsewhere> {
    const { response, complete } = this.#limits;
    try {
      return await readElsewhere(address, {
        called: { name: 'The picture' },
        limits: { bytes: PICTURE_MAX_BYTES, milliseconds: complete, response },
        headers: { accept: this.#accept },
        redirects: this.#redirects,
        publicOnly: this.#publicOnly,
        mayLeadTo: ({ pathname }) => this.#contains(pathname),
      });
    } catch (error) {
      if (!(error instanceof ElsewhereError) || error.why === 'silent') throw error;
      const code = error.why === 'unusable' ? 'image_origin_failed' : 'image_refused';
      throw Object.assign(new ShopError(code), { cause: error });
    }
  }

  /** Returns whether a path is below IMAGE_ORIGIN, however a server reads encoded slashes. */
  #contains(pathname: string): boolean {
    return pathname.startsWith(this.#base.pathname) && !/%2f|%5c/i.test(pathname);
  }
}

interface OriginOptions {
  /** How many redirects may follow one another (behavior 4.9). */
  redirects?: number;
  accept?: string;
  /** The address was set in the panel, so that it must be public (behavior 1.24). */
  publicOnly?: boolean;
  /** An owner has set the address, and may set another one. */
  ofPanel?: boolean;
}

type CurrentAddress = () => { address: string | undefined; publicOnly: boolean; ofPanel: boolean };

/** The IMAGE_ORIGIN of the moment, which an owner may change. Without one it has nothing. */
export class CurrentImageOrigin implements PictureSource {
  readonly #address: CurrentAddress;
  readonly #limits: TimeLimits['imageOrigin'];
  readonly #options: OriginOptions;
  #last: { key: string; origin: ImageOrigin } | null = null;

  constructor(address: CurrentAddress, limits: TimeLimits['imageOrigin'], options: OriginOptions = {}) {
    this.#address = address;
    this.#limits = limits;
    this.#options = options;
  }

  async find(candidates: readonly string[]): Promise<SourcePicture | null> {
    const { address, ...of } = this.#address();
    if (address === undefined) return null;
    const key = JSON.stringify([address, of]);
    if (this.#last?.key !== key) {
      this.#last = { key, origin: new ImageOrigin(address, this.#limits, { ...this.#options, ...of }) };
    }
    return this.#last.origin.find(candidates);
  }
}

/** Encodes a path for the origin. A question mark starts the query, as in the address that was stored. */
const escapePath = (path: string): string => {
  const [name = '', ...query] = path.split('?');
  // "./" keeps a colon in the first segment from being read as a scheme.
  const escaped = `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return query.length === 0 ? escaped : `${escaped}?${encodeURI(query.join('?')).replaceAll('#', '%23')}`;
};
