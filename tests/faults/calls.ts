/** The shop's response to a call, as its caller sees it. */
export interface Answer {
  /** The status; 0 if there was no complete response. */
  status: number;
  body: Record<string, unknown>;
  /** The code of an error (`{message, code}`), otherwise null. */
  code: string | null;
  retryAfter: string | null;
  milliseconds: number;
  /** Why there was no complete response, otherwise null. */
  failure: string | null;
}

interface CallOptions {
  method?: string;
  token?: string;
  cookie?: string;
  /** Sent as JSON. */
  json?: unknown;
  form?: FormData;
  idempotencyKey?: string;
  /** The caller gives up after this time. */
  patienceMs?: number;
}

/** Longer than every limit of the shop on a busy machine, so that a call that hangs is seen as one. */
const PATIENCE_MS = 90_000;

/** Makes a call. Never throws, because a broken connection is one of the things that tests look for. */
export const call = async (
  url: string,
  { method = 'GET', token, cookie, json, form, idempotencyKey, patienceMs = PATIENCE_MS }: CallOptions = {},
): Promise<Answer> => {
  const started = performance.now();
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(cookie && { cookie }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  const sent = form ?? (json === undefined ? undefined : JSON.stringify(json));
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, { method, headers, signal, ...(sent !== undefined && { body: sent }) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return {
      status: response.status,
      body,
      code: typeof body.code === 'string' ? body.code : null,
      retryAfter: response.headers.get('retry-after'),
      milliseconds: performance.now() - started,
      failure: null,
    };
  } catch (error) {
    const milliseconds = performance.now() - started;
    return { status: 0, body: {}, code: null, retryAfter: null, milliseconds, failure: reasonOf(error, patienceMs) };
  }
};

const HANGING = 'no answer within ';

/** Tells whether a call got no response because its caller gave up. */
export const isHanging = (failure: string): boolean => failure.startsWith(HANGING);

const reasonOf = (error: unknown, patienceMs: number): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `${HANGING}${inSeconds(patienceMs)}`;
  return cause?.code ?? cause?.message ?? message;
};

/** Names a call and its response. */
export const describeAnswer = (what: string, { status, code, failure }: Answer): string =>
  `${what}: ${failure ?? [status, code].filter(Boolean).join(' ')}`;

export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
