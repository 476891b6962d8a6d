import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { callElsewhere, credentials, withoutCredentials } from './call-elsewhere.ts';
import { NotPublicError } from './public-address.ts';

/** A problem with a body from elsewhere. The message says it in words, and begins with the name of that body. */
export class ElsewhereError extends Error {
  readonly why: 'silent' | 'too_large' | 'leaves_host' | 'not_public' | 'unusable';

  /** `silent`: out of reach, too slow, or broken off. `unusable`: a response that cannot be used. */
  constructor(why: ElsewhereError['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** The name of the read in messages. */
export interface Called {
  name: string;
  /** "The rates are", not "is". */
  plural?: true;
}

export interface ReadLimits {
  /** Of the body, packed and unpacked. */
  bytes: number;
  /** For everything, because a body may arrive forever. */
  milliseconds: number;
  /** Until the response begins; as long as everything if absent. */
  response?: number;
}

interface Wanted {
  called: Called;
  limits: ReadLimits;
  headers?: Record<string, string>;
  /** How many redirects may follow one another. */
  redirects?: number;
  /** Says which addresses a redirect may lead to, of those on the host. */
  mayLeadTo?: (address: URL) => boolean;
  /** The address was set in the panel, so that it and its redirects must be public (behavior 1.24). */
  publicOnly?: boolean | undefined;
  /** Aborts when the shop stops. */
  stopped?: AbortSignal | undefined;
}

export interface FromElsewhere {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty unless the status is a success. */
  bytes: Buffer;
}

const MOST_REDIRECTS = 3;
const REDIRECTS: readonly unknown[] = [301, 302, 303, 307, 308];
const KB = 1024;

/**
 * Reads a body from another server: the feed, a picture, the rates. The shop fetches everything through here. It
 * decodes only gzip, and by itself, so that no small response becomes a large one in memory. User and password in the
 * address are sent as credentials, and like all headers to this host alone.
 *
 * @throws ElsewhereError
 */
export const readElsewhere = async (start: URL, { limits, stopped, ...wanted }: Wanted): Promise<FromElsewhere> => {
  const { called, redirects = MOST_REDIRECTS, publicOnly } = wanted;
  const late = new AbortController();
  const timers = [limits.milliseconds, limits.response ?? limits.milliseconds].map((milliseconds) =>
    setTimeout(() => late.abort(milliseconds), milliseconds),
  );
  const signal = stopped ? AbortSignal.any([stopped, late.signal]) : late.signal;
  try {
    const headers = { 'accept-encoding': 'gzip, identity', ...wanted.headers, ...credentials(start) };
    let address = withoutCredentials(start);
    for (let followed = 0; ; followed++) {
      const answer = await callElsewhere(address, { headers, publicOnly, signal });
      const { location } = answer.headers;
      if (!REDIRECTS.includes(answer.statusCode) || location === undefined) {
        clearTimeout(timers[1]);
        return await readAnswer(answer, { called, bytes: limits.bytes });
      }
      answer.destroy();
      address = redirectTarget(address, location, called);
      if (redirects === 0 || wanted.mayLeadTo?.(address) === false) {
        throw new ElsewhereError('leaves_host', `${verb(called, 'redirect')} to an address that is not allowed`);
      }
      if (followed === redirects) throw new ElsewhereError('unusable', `${verb(called, 'redirect')} too often`);
    }
  } catch (error) {
    if (error instanceof ElsewhereError) throw error;
    if (error instanceof NotPublicError)
      throw new ElsewhereError('not_public', `${verb(called, 'be')} ${error.message}`);
    if (late.signal.aborted) {
      const seconds = (late.signal.reason as number) / 1000;
      throw new ElsewhereError('silent', `${called.name} took longer than ${seconds} seconds`, { cause: error });
    }
    // Packed bytes that cannot be unpacked are a response, however bad.
    if (codeOf(error)?.startsWith('Z_')) {
      throw new ElsewhereError('unusable', `${called.name} cannot be unpacked`, { cause: error });
    }
    throw new ElsewhereError('silent', `${called.name} could not be reached (${reasonOf(error)})`, { cause: error });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};

/**
 * Returns where a redirect leads. It stays on the host with its port, and may go from http to https but not back.
 * @throws ElsewhereError
 */
export const redirectTarget = (from: URL, location: string, called: Called): URL => {
  const redirects = verb(called, 'redirect');
  if (!URL.canParse(location, from.href)) throw new ElsewhereError('unusable', `${redirects} to nowhere`);
  const to = withoutCredentials(new URL(location, from));
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    throw new ElsewhereError('leaves_host', `${redirects} to ${to.protocol}`);
  }
  // The host has no port if it is the one of the protocol, so that http and https of one host are alike.
  if (to.host !== from.host) throw new ElsewhereError('leaves_host', `${redirects} to another host`);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new ElsewhereError('leaves_host', `${redirects} from https to http`);
  }
  return to;
};

const readAnswer = async (
  answer: IncomingMessage,
  { called, bytes: most }: { called: Called; bytes: number },
): Promise<FromElsewhere> => {
  const { headers, statusCode: status = 0 } = answer;
  try {
    if (status < 200 || status > 299) return { status, headers, bytes: Buffer.alloc(0) };
    const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
    if (coding !== 'identity' && coding !== 'gzip') {
      throw new ElsewhereError('unusable', `${verb(called, 'be')} packed as ${coding.slice(0, 30)}, not as gzip`);
    }
    if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(called, most);
    const all = (source: AsyncIterable<Uint8Array>) => collect(source, { called, bytes: most });
    const bytes =
      coding === 'gzip' ? await pipeline(limited(answer, called, most), createGunzip(), all) : await all(answer);
    return { status, headers, bytes };
  } finally {
    answer.destroy();
  }
};

const limited = async function* (source: AsyncIterable<Uint8Array>, called: Called, most: number) {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > most) throw tooLarge(called, most);
    yield chunk;
  }
};

/** Reads everything of a stream that is not larger than this. */
export const collect = async (
  source: AsyncIterable<Uint8Array>,
  { called, bytes: most }: { called: Called; bytes: number },
): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(source, called, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const tooLarge = (called: Called, most: number): ElsewhereError => {
  const size = most < KB * KB ? `${Math.ceil(most / KB)} KB` : `${Math.floor(most / KB / KB)} MB`;
  return new ElsewhereError('too_large', `${verb(called, 'be')} larger than ${size}`);
};

const verb = ({ name, plural }: Called, word: 'be' | 'redirect'): string =>
  `${name} ${{ be: plural ? 'are' : 'is', redirect: plural ? 'redirect' : 'redirects' }[word]}`;

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

const reasonOf = (error: unknown): string => codeOf(error) ?? ((error as Error).message || 'unknown reason');
