import type { Endpoint, GivenInputOf, GivenParamsOf, GivenQueryOf, OutputOf } from '#contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorText } from '#contract/errors.ts';
import { storedToken } from '../browser/storage.ts';
import { patience } from './timeout-signal.ts';

/** A call that did not succeed, with the words to show (decisions §8 "a cart call fails"). */
export class ApiError extends Error {
  /** The HTTP status; null where no answer came at all. */
  readonly status: number | null;
  readonly code: ErrorCode | undefined;
  /** The list that some failures carry: the first broken rows of a file, for example. */
  readonly errors: readonly string[];
  /** The whole body, where it was JSON: conflicts carry more fields. */
  readonly body: Record<string, unknown>;
  /** Whether the words are those of the answer, rather than its bare status. */
  readonly hasWords: boolean;

  constructor(
    message: string,
    status: number | null,
    body: Partial<ErrorBody> & Record<string, unknown> = {},
    hasWords = true,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.body = body;
    this.hasWords = hasWords;
  }
}

type Given<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Exclude<Value, undefined> };

type CallOptions<E extends Endpoint> = Given<'params', GivenParamsOf<E>> &
  Partial<Given<'query', GivenQueryOf<E>>> &
  Given<'body', GivenInputOf<E>> & {
    /** What to say where no answer comes at all; each call of specification §8 has its own. */
    fallback?: string;
    signal?: AbortSignal;
    /** How long an answer is waited for, in milliseconds. */
    patienceMs?: number;
    /** The call is made to its end though the page may be left meanwhile. */
    keepalive?: boolean;
    headers?: Record<string, string>;
    /** The bearer token; the stored one unless told, and only where the call asks for one. */
    token?: string | null;
    /** A form in place of a JSON body. */
    form?: FormData;
  };

type Fields = Record<string, unknown> | undefined;
type Answer<E extends Endpoint> = Exclude<OutputOf<E>, undefined>;

/** No answer: the network is down, or the server. */
export const NO_ANSWER = 'The shop could not be reached. Please try again.';
const UNREADABLE = 'The answer of the shop could not be read. Please try again.';

/** On a line that is dead without saying so, nothing else would end the waiting. */
export const PATIENCE_MS = 30_000;

/** The call's own words (specification §8), and the reason where this device knows it. */
export const whyNoAnswer = (words: string, online: boolean): string => {
  if (online) return words;
  return `${/[.!?]$/.test(words) ? words : `${words}.`} You are offline.`;
};

/** The address of a call: parameters put in, the query at the end. */
export const addressOf = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(params[name]));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

/** Reads what a failed answer has to say; the rules of decisions §8 in one place. */
export const failureOf = (path: string, status: number, contentType: string, text: string): ApiError => {
  // A sign-in page where data was expected: whatever stands before the shop ended the session.
  if (contentType.includes('text/html') && path.startsWith('/api/cart')) {
    return new ApiError(errorText('not_signed_in'), 401, { code: 'not_signed_in' });
  }
  const body = contentType.includes('json') ? jsonObject(text) : {};
  const said = typeof body.message === 'string' && body.message !== '' ? body.message : undefined;
  const plain = /html|json/.test(contentType) ? undefined : text.trim() || undefined;
  const words = said ?? plain;
  return new ApiError(words ?? `HTTP error! status: ${status}`, status, body, words !== undefined);
};

/**
 * What an answer holds; undefined where it is empty.
 *
 * @throws {ApiError} where it is a failure, or cannot be read.
 */
export const readAnswer = (path: string, status: number, contentType: string, text: string): unknown => {
  if (status < 200 || status > 299 || contentType.includes('text/html'))
    throw failureOf(path, status, contentType, text);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(UNREADABLE, status);
  }
};

const jsonObject = (text: string): Partial<ErrorBody> & Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/**
 * Makes one call of the contract and answers its parsed type. The server has checked what it sends
 * against the same schema, so answers are not parsed again here.
 *
 * @throws {ApiError} where the answer is a failure or does not come; `message` can be shown as it is.
 * An answer that takes too long counts as none. A call that `signal` aborts throws the browser's own AbortError.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[options = {} as CallOptions<E>]: Record<string, never> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>]
): Promise<Answer<E>> => {
  const { params, query, body, form, fallback, signal, patienceMs = PATIENCE_MS, keepalive } = options;
  const needsToken = endpoint.access === 'member' || endpoint.access === 'admin';
  const token = options.token === undefined && needsToken ? storedToken() : options.token;
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';

  const waiting = patience(patienceMs, signal);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(addressOf(endpoint, params as Fields, query as Fields), {
      method: endpoint.method,
      headers,
      ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
      signal: waiting.signal,
      ...(keepalive && { keepalive }),
    });
    text = await answer.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(whyNoAnswer(fallback ?? NO_ANSWER, navigator.onLine), null);
  } finally {
    waiting.end();
  }
  return readAnswer(endpoint.path, answer.status, answer.headers.get('content-type') ?? '', text) as Answer<E>;
};

/** Whether the failure says that nobody is signed in (any more). */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The words of whatever was thrown. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message ? error.message : fallback;
