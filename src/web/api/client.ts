import {
  type Endpoint,
  type GivenInputOf,
  type GivenParamsOf,
  type GivenQueryOf,
  needsToken,
  type OutputOf,
} from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { deleteAccount } from '#contract/users.ts';
import { SESSION_ENDED } from '#domain/constants.ts';
import { randomKey } from '../browser/random-key.ts';
import { learnShopTime } from '../browser/shop-clock.ts';
import { storedToken } from '../browser/storage.ts';
import { afterLogin, markSessionEnded, type Repeated } from './session-state.ts';

/** A call that failed, with a message that can be shown as it is (behavior 6.9). */
export class ApiError extends Error {
  /** The HTTP status, or null if no response came. */
  readonly status: number | null;
  readonly code: ErrorCode | undefined;
  /** The list that some failures carry, such as the first invalid rows of a file. */
  readonly errors: readonly string[];
  /** The whole body if it was JSON. Conflicts carry more fields. */
  readonly body: Record<string, unknown>;
  /** True if the message comes from the response, not from its bare status. */
  readonly hasMessage: boolean;
  /** After how many seconds the call can be tried again, if the response says so. */
  retryAfter: number | null = null;
  /** Of a call that waits for its user to log in again (session-state.ts). Resolves when that has happened. */
  afterLogin: Promise<Repeated<unknown> | null> | null = null;

  constructor(
    message: string,
    status: number | null,
    body: Partial<ErrorBody> & Record<string, unknown> = {},
    hasMessage = true,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.body = body;
    this.hasMessage = hasMessage;
  }
}

type Given<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Exclude<Value, undefined> };

export type CallOptions<E extends Endpoint> = Given<'params', GivenParamsOf<E>> &
  Partial<Given<'query', GivenQueryOf<E>>> &
  Given<'body', GivenInputOf<E>> & {
    /** The message if no response comes. */
    fallback?: string;
    signal?: AbortSignal;
    /** How long the response may take, in milliseconds. */
    timeoutMs?: number;
    /** Completes the call even if the page is left. */
    keepalive?: boolean;
    /** Repeating an action takes its key again. By default every POST gets a new one (behavior 2.10). */
    idempotencyKey?: string | undefined;
    /** The bearer token. Calls that need one use the stored token by default. */
    token?: string | null;
  };

type Fields = Record<string, unknown> | undefined;
type Result<E extends Endpoint> = Exclude<OutputOf<E>, undefined>;

/** The default message if no response came. */
export const NO_RESPONSE = 'The shop could not be reached. Please try again.';
const SHOP_TROUBLE = 'The shop has a problem. Please try again in a moment.';
const UNREADABLE = 'Something went wrong, try again.';

/** The default timeout. Without one, a call on a dead connection would never end. */
const TIMEOUT_MS = 30_000;

export const OFFLINE = "You're offline.";

/** The message of a call without a response: its own fallback, and the reason if this device knows it. */
export const noResponseMessage = (fallback: string, isOnline: boolean): string => {
  if (isOnline) return fallback;
  return `${withPeriod(fallback)} ${OFFLINE}`;
};

/** The address of a call, with its parameters and query. */
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

/** The error of a failed response (behavior 6.9). */
export const readFailure = (address: string, status: number, contentType: string, text: string): ApiError => {
  // A sign-in page instead of data: a proxy in front of the shop ended the session. Its page about a failure did not.
  if (contentType.includes('text/html') && address.startsWith('/api/cart') && (status < 400 || status === 401)) {
    return new ApiError(SESSION_ENDED, 401, { code: 'not_signed_in' });
  }
  const body = contentType.includes('json') ? jsonObject(text) : {};
  const fromBody = typeof body.message === 'string' && body.message !== '' ? body.message : undefined;
  // A plain text about a failure of the shop is that of a proxy, and says nothing to people.
  const isText = status < 500 && !/html|json/.test(contentType);
  const message = fromBody ?? (isText ? text.trim() || undefined : undefined);
  const shown = withErrorId(message ?? `${SHOP_TROUBLE}\nHTTP error! status: ${status}`, body.requestId);
  return new ApiError(shown, status, body, message !== undefined);
};

/** Adds the id under which the shop's log has a failure, so that the seller can look it up (behavior 2.15). */
const withErrorId = (message: string, id: unknown): string =>
  typeof id === 'string' ? `${withPeriod(message)} Error id: ${id}` : message;

const withPeriod = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

const jsonObject = (text: string): Partial<ErrorBody> & Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** The proofs of identity that the shop accepts: the password or a passkey, or only a passkey. */
export type Proof = 'any' | 'passkey';

/** Asks the person at the page who they are. Resolves to false if they cancel. */
type AskWho = (proof: Proof) => Promise<boolean>;

let askWho: AskWho | null = null;
let asking: Promise<boolean> | null = null;

/** Sets how the page asks (behavior 3.18). Returns a function that takes it back. */
export const onConfirmationNeeded = (ask: AskWho): (() => void) => {
  askWho = ask;
  return () => {
    askWho = null;
  };
};

/** The proof that a refused call waits for, or null if it was refused for another reason. */
const missingProof = (error: unknown): Proof | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'reauthentication_needed') return 'any';
  return error.code === 'passkey_needed' && error.body.confirm === 'passkey' ? 'passkey' : null;
};

/** True if a call was not made because the person canceled the question who they are. */
export const isUnconfirmed = (error: unknown): boolean => missingProof(error) !== null;

/**
 * Runs a call. If the shop first wants to know that it is really this user, it asks, and runs the call once more. Calls
 * that are refused at the same time share one question. A password that is not enough leads to a second one.
 */
export const withConfirmation = async <Data>(run: () => Promise<Data>, given: Proof | null = null): Promise<Data> => {
  try {
    return await run();
  } catch (error) {
    const missing = missingProof(error);
    if (missing === null || missing === given || given === 'passkey' || !askWho) throw error;
    asking ??= askWho(missing)
      .catch(() => false)
      .finally(() => {
        asking = null;
      });
    if (!(await asking)) throw error;
    return withConfirmation(run, missing);
  }
};

/** These are confirmed again by the person (behavior 3.21). */
const NEVER_REPEATED: readonly Endpoint[] = [confirmOrder, deleteAccount];

/**
 * Runs a call with a token. If it is refused because the session has ended, it is made once more when the same user has
 * logged in again. The refusal says when. `run` takes the token that is stored by then.
 */
export const withSession = async <Data>(
  run: () => Promise<Data>,
  { action, isRepeated }: { action: string; isRepeated: boolean },
): Promise<Data> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_signed_in') {
      error.afterLogin = afterLogin(action, isRepeated ? run : null);
    }
    throw error;
  }
};

const isFailure = (status: number, contentType: string): boolean =>
  status < 200 || status > 299 || contentType.includes('text/html');

/**
 * The parsed body of a response, or undefined if it is empty.
 *
 * @throws {ApiError} if the response is a failure or cannot be parsed.
 */
export const readResponse = (address: string, status: number, contentType: string, text: string): unknown => {
  if (isFailure(status, contentType)) throw readFailure(address, status, contentType, text);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(UNREADABLE, status);
  }
};

/** A signal that aborts after a time, or together with `signal`. AbortSignal.timeout cannot be cleared. */
const timeoutSignal = (timeoutMs: number, signal: AbortSignal | undefined) => {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(abort, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, clear };
};

interface RequestOptions<Data> extends Omit<RequestInit, 'signal'> {
  /** Reads the body of a successful response. */
  read: (response: Response) => Promise<Data>;
  /** The message if no response comes. */
  fallback?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** For large bodies: the timeout ends once the response begins. */
  isLarge?: boolean;
}

/**
 * Sends one request and reads its response. All calls go through here, except uploads (upload.ts), which report
 * progress, and event streams.
 *
 * @throws {ApiError} if the response is a failure, does not come in time or breaks off.
 * @throws the browser's AbortError if `signal` aborts.
 */
export const request = <Data>(address: string, options: RequestOptions<Data>): Promise<Data> =>
  withConfirmation(() => send(address, options));

const send = async <Data>(
  address: string,
  { read, fallback = NO_RESPONSE, signal, timeoutMs = TIMEOUT_MS, isLarge, ...init }: RequestOptions<Data>,
): Promise<Data> => {
  const timeout = timeoutSignal(timeoutMs, signal);
  try {
    const sentAt = Date.now();
    const response = await fetch(address, { ...init, signal: timeout.signal });
    learnShopTime(response.headers.get('date'), sentAt);
    if (isLarge) timeout.clear();
    const contentType = response.headers.get('content-type') ?? '';
    if (isFailure(response.status, contentType)) {
      const failure = readFailure(address, response.status, contentType, await response.text());
      failure.retryAfter = Number(response.headers.get('retry-after')) || null;
      if (failure.code === 'not_signed_in') markSessionEnded();
      throw failure;
    }
    return await read(response);
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw new ApiError(noResponseMessage(fallback, navigator.onLine), null);
  } finally {
    timeout.clear();
  }
};

/**
 * Makes one call of the contract. The server has checked the response against the same schema, so it is not parsed
 * again here.
 *
 * @throws {ApiError} if the response is a failure or does not come in time.
 * @throws the browser's AbortError if `signal` aborts.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[options = {} as CallOptions<E>]: Record<string, never> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>]
): Promise<Result<E>> => {
  const { params, query, body, fallback, signal, timeoutMs, keepalive } = options;
  const usesSession = options.token === undefined && needsToken(endpoint);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? randomKey();
  const address = addressOf(endpoint, params as Fields, query as Fields);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const run = () => {
    const token = usesSession ? storedToken() : options.token;
    return request(address, {
      method: endpoint.method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      ...(text !== undefined && { body: text }),
      ...(keepalive && { keepalive }),
      fallback,
      signal,
      timeoutMs,
      read: async (response) => {
        const contentType = response.headers.get('content-type') ?? '';
        return readResponse(address, response.status, contentType, await response.text()) as Result<E>;
      },
    });
  };
  // A call that only reads is read again after every login.
  if (!usesSession || endpoint.method === 'GET') return run();
  const action = `${endpoint.method} ${address} ${text ?? ''}`;
  return withSession(run, { action, isRepeated: !NEVER_REPEATED.includes(endpoint) });
};

/** True if the call failed because nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const TOO_MANY = 429;

/**
 * True if a call failed without a word of the shop, because of the shop, or because of too many calls: nothing that was
 * sent is wrong.
 */
export const isTrouble = (error: unknown): boolean =>
  !isSignedOut(error) &&
  !(
    error instanceof ApiError &&
    error.hasMessage &&
    error.status !== null &&
    error.status < 500 &&
    error.status !== TOO_MANY
  );

/** The message of anything that was thrown. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message ? error.message : fallback;
