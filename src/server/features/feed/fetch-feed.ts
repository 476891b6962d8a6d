import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ShopError } from '#contract/errors.ts';

/** A feed, or the server's response that it has not changed. */
export type Fetched = { bytes: Buffer; validators: Validators | null } | 'not-modified';

/** Values of a response that let the next request ask whether the feed has changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedLimits {
  /** For the whole response, because a feed may stream forever. */
  milliseconds: number;
  bytes: number;
}

/** Room for about 80,000 products. 20,000 take about 6 MB. */
const FEED_LIMITS: FeedLimits = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Reads the feed from a file, http or https address. The token is sent to the feed's own origin only, and a redirect from
 * https to http is refused.
 * @throws ShopError feed_failed with the reason
 */
export const fetchFeed = async (
  address: string,
  {
    token,
    known,
    stopped,
    limits = FEED_LIMITS,
  }: {
    token?: string | undefined;
    known?: Validators | null;
    /** Aborts when the shop stops. */
    stopped?: AbortSignal | undefined;
    limits?: FeedLimits;
  } = {},
): Promise<Fetched> => {
  const url = new URL(address);
  const timeout = AbortSignal.timeout(limits.milliseconds);
  const signal = stopped ? AbortSignal.any([stopped, timeout]) : timeout;
  try {
    if (url.protocol === 'file:') {
      const file = createReadStream(fileURLToPath(url), { signal });
      return { bytes: await collect(file, limits), validators: null };
    }
    const response = await followRedirects(url, { token, known, signal });
    if (response.status === 304) {
      await response.body?.cancel();
      return 'not-modified';
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw failed(`answered with status ${response.status}`);
    }
    const bytes = await collect(response.body, limits);
    const { headers } = response;
    return { bytes, validators: { etag: headers.get('etag'), lastModified: headers.get('last-modified') } };
  } catch (error) {
    if (error instanceof ShopError) throw error;
    if (timeout.aborted) throw failed(`took longer than ${limits.milliseconds / 1000} seconds`);
    throw failed(`could not be reached (${reasonOf(error)})`);
  }
};

const followRedirects = async (
  start: URL,
  { token, known, signal }: { token: string | undefined; known: Validators | null | undefined; signal: AbortSignal },
): Promise<Response> => {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const headers: Record<string, string> = { accept: 'application/json, text/plain' };
    if (url.origin === start.origin) {
      if (token) headers.authorization = `Bearer ${token}`;
      if (known?.etag) headers['if-none-match'] = known.etag;
      if (known?.lastModified) headers['if-modified-since'] = known.lastModified;
    }
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    if (!REDIRECTS.includes(response.status)) return response;
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (!location || !URL.canParse(location, url.href)) throw failed('redirects to nowhere');
    const next = new URL(location, url);
    if (redirects === MOST_REDIRECTS) throw failed('redirects too often');
    if (!['http:', 'https:'].includes(next.protocol)) throw failed(`redirects to ${next.protocol}`);
    if (url.protocol === 'https:' && next.protocol === 'http:') throw failed('redirects from https to http');
    url = next;
  }
};

const collect = async (source: AsyncIterable<Uint8Array>, limits: FeedLimits): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limits.bytes) throw failed(`is larger than ${Math.floor(limits.bytes / 1024 / 1024)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const failed = (what: string): ShopError =>
  new ShopError('feed_failed', { message: `The inventory feed ${what}. Nothing was changed.` });

/** fetch puts the reason in the cause. */
const reasonOf = (error: unknown): string => {
  const { cause, code, message } = error as {
    cause?: { code?: string; message?: string };
    code?: string;
    message?: string;
  };
  return cause?.code ?? code ?? cause?.message ?? message ?? 'unknown reason';
};
