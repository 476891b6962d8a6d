import { ShopError } from '#contract/errors.ts';
import { Places } from './work-queue.ts';

/** What is taken from the origin (decisions §8 "pictures"). */
const MOST_BYTES = 15 * 1024 * 1024;
const MOST_REDIRECTS = 3;
/** Milliseconds until the origin begins to answer, until the picture is whole, and for which a silent one is left alone. */
const PATIENCE = { answer: 5000, whole: 10_000, down: 15_000 };
/** So many requests at a time, so that a slow origin holds up neither itself nor us. */
const AT_ONCE = 6;
/** After so many failures in a row the origin counts as down: for a while nobody waits for it. */
const FAILURES = 3;

/** Fetches from IMAGE_ORIGIN and from nowhere else. */
export class ImageOrigin {
  readonly #base: URL;
  readonly #patience: typeof PATIENCE;
  readonly #headers: Record<string, string> = { accept: 'image/*' };
  readonly #places = new Places(AT_ONCE);
  #failures = 0;
  #downUntil = 0;

  /** `address` is http or https (settings.ts). */
  constructor(address: string, patience = PATIENCE) {
    this.#patience = patience;
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
    // fetch takes no user and password in an address.
    const { username, password } = this.#base;
    if (username === '' && password === '') return;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#base.username = '';
    this.#base.password = '';
  }

  /**
   * The bytes of the first candidate that the origin has, or null when it has none.
   * @throws ShopError image_refused (400) for what leads out of the origin or is too large, image_origin_failed (502)
   */
  fetchFirst(candidates: readonly string[], checkWanted: () => void): Promise<Buffer | null> {
    return this.#places.use(async () => {
      for (const candidate of candidates) {
        checkWanted();
        const found = await this.#guarded(() => this.#fetch(new URL(escapePath(candidate), this.#base)));
        if (found) return found;
      }
      return null;
    });
  }

  /**
   * While the origin is down nothing is asked, but for one try after each pause. Down means silent or out of reach: an
   * answer, however bad, is one, or else anybody could switch the pictures off by asking for what makes it fail.
   */
  async #guarded(ask: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const now = performance.now();
    if (this.#failures >= FAILURES) {
      if (now < this.#downUntil) throw new ShopError('image_origin_failed');
      this.#downUntil = now + this.#patience.down;
    }
    try {
      const answer = await ask();
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ShopError) {
        this.#failures = 0;
        throw error;
      }
      this.#failures++;
      if (this.#failures === FAILURES) this.#downUntil = performance.now() + this.#patience.down;
      throw Object.assign(new ShopError('image_origin_failed'), { cause: error });
    }
  }

  async #fetch(address: URL): Promise<Buffer | null> {
    const given = new AbortController();
    const whole = setTimeout(() => given.abort(), this.#patience.whole);
    const answer = setTimeout(() => given.abort(), this.#patience.answer);
    try {
      const response = await this.#follow(address, given.signal);
      clearTimeout(answer);
      if (response.ok) return await readBytes(response);
      if (response.status >= 500 || response.status === 429) throw new ShopError('image_origin_failed');
      return null;
    } finally {
      clearTimeout(answer);
      clearTimeout(whole);
      given.abort();
    }
  }

  async #follow(address: URL, signal: AbortSignal): Promise<Response> {
    let next = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await fetch(next.href, { redirect: 'manual', signal, headers: this.#headers });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      if (!URL.canParse(location, next.href)) throw new ShopError('image_origin_failed');
      next = new URL(location, next);
      if (next.origin !== this.#base.origin) throw new ShopError('image_refused');
    }
    throw new ShopError('image_origin_failed');
  }
}

/** The path as the origin reads it: a question mark begins its query, as in the address the path was taken from. */
const escapePath = (path: string): string => {
  const [name = '', ...query] = path.split('?');
  // "./" keeps a first segment with a colon from being read as a scheme.
  const escaped = `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return query.length === 0 ? escaped : `${escaped}?${encodeURI(query.join('?')).replaceAll('#', '%23')}`;
};

const readBytes = async (response: Response): Promise<Buffer> => {
  const told = Number(response.headers.get('content-length') ?? 0);
  if (told > MOST_BYTES) throw new ShopError('image_refused');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new ShopError('image_refused');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
