import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ShopError } from '#contract/errors.ts';
import { collect, ElsewhereError, type ReadLimits, readElsewhere } from '../../lib/read-elsewhere.ts';

/** A feed, or the server's response that it has not changed. */
export type Fetched = { bytes: Buffer; validators: Validators | null } | 'not-modified';

/** Values of a response that let the next request ask whether the feed has changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Room for about 80,000 products. 20,000 take about 6 MB. */
const FEED_LIMITS: ReadLimits = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

const FEED = { name: 'The inventory feed' };

interface FeedRequest {
  token?: string | undefined;
  known?: Validators | null;
  /** The address was set in the panel, so that it must be public (behavior 1.24). */
  publicOnly?: boolean | undefined;
  /** Aborts when the shop stops. */
  stopped?: AbortSignal | undefined;
  limits?: ReadLimits;
}

/**
 * Reads the feed from a file, http or https address.
 * @throws ShopError feed_failed with the reason
 */
export const fetchFeed = async (address: string, request: FeedRequest = {}): Promise<Fetched> => {
  const url = new URL(address);
  try {
    return await (url.protocol === 'file:' && !request.publicOnly
      ? readFile(url, request)
      : fetchAddress(url, request));
  } catch (error) {
    if (error instanceof ElsewhereError) throw failed(error.message);
    throw error;
  }
};

const readFile = async (url: URL, { limits = FEED_LIMITS, stopped }: FeedRequest): Promise<Fetched> => {
  const timeout = AbortSignal.timeout(limits.milliseconds);
  try {
    const signal = stopped ? AbortSignal.any([stopped, timeout]) : timeout;
    const bytes = await collect(createReadStream(fileURLToPath(url), { signal }), {
      called: FEED,
      bytes: limits.bytes,
    });
    return { bytes, validators: null };
  } catch (error) {
    if (error instanceof ElsewhereError) throw error;
    if (timeout.aborted) throw failed(`${FEED.name} took longer than ${limits.milliseconds / 1000} seconds`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw failed(`${FEED.name} could not be reached (${code ?? message})`);
  }
};

const fetchAddress = async (
  url: URL,
  { token, known, publicOnly, stopped, limits = FEED_LIMITS }: FeedRequest,
): Promise<Fetched> => {
  const headers: Record<string, string> = { accept: 'application/json, text/plain' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (known?.etag) headers['if-none-match'] = known.etag;
  if (known?.lastModified) headers['if-modified-since'] = known.lastModified;
  const answer = await readElsewhere(url, { called: FEED, headers, limits, publicOnly, stopped });
  if (answer.status === 304) return 'not-modified';
  if (answer.status < 200 || answer.status > 299) throw failed(`${FEED.name} answered with status ${answer.status}`);
  const { bytes, headers: sent } = answer;
  return { bytes, validators: { etag: sent.etag ?? null, lastModified: sent['last-modified'] ?? null } };
};

const failed = (what: string): ShopError => new ShopError('feed_failed', { message: `${what}. Nothing was changed.` });
