/** How long a webhook may take to respond. */
export const WEBHOOK_LIMIT_MS = 10_000;

const MOST_REASON_LENGTH = 200;

interface Message {
  /** JSON. */
  body: string;
  headers?: Record<string, string>;
  /** Aborts when the shop stops. */
  stopped?: AbortSignal | undefined;
}

/** Sends a message to a webhook. Returns null if it took it, or the reason of the failure, without the address. */
export const postMessage = async (
  address: string,
  { body, headers = {}, stopped }: Message,
): Promise<string | null> => {
  const timeout = AbortSignal.timeout(WEBHOOK_LIMIT_MS);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Greenroom', ...headers },
      body,
      redirect: 'error',
      signal: stopped ? AbortSignal.any([timeout, stopped]) : timeout,
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return reasonOf(error).slice(0, MOST_REASON_LENGTH);
  }
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'The webhook did not respond in time';
  if (error.name === 'AbortError') return 'The shop was stopped during the delivery';
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
};
