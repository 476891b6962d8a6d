import { callElsewhere, credentials, withoutCredentials } from './call-elsewhere.ts';
import { callFailureText } from './call-failure.ts';
import { NotPublicError } from './public-address.ts';

/** How long a webhook may take to respond. */
export const WEBHOOK_LIMIT_MS = 10_000;

const MOST_REASON_LENGTH = 200;

interface Message {
  /** JSON. */
  body: string;
  headers?: Record<string, string>;
  /** The address was set in the panel, so that it must be public (behavior 1.24). */
  publicOnly?: boolean | undefined;
  /** Aborts when the shop stops. */
  stopped?: AbortSignal | undefined;
}

export interface Outcome {
  /** The status of the response; null without one. */
  status: number | null;
  /** Why it was not taken, without the address; null if it was. */
  failure: string | null;
  /** The error of Node.js, if there was no response. */
  cause?: unknown;
}

/** Sends a message to a webhook, and follows no redirect. */
export const post = async (address: string, { body, headers = {}, publicOnly, stopped }: Message): Promise<Outcome> => {
  const timeout = AbortSignal.timeout(WEBHOOK_LIMIT_MS);
  const failed = (failure: string, cause?: unknown): Outcome => ({ status: null, failure, cause });
  try {
    const url = new URL(address);
    const answer = await callElsewhere(withoutCredentials(url), {
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...credentials(url) },
      body,
      publicOnly,
      signal: stopped ? AbortSignal.any([timeout, stopped]) : timeout,
    });
    answer.destroy();
    const { statusCode: status = 0 } = answer;
    return { status, failure: status >= 200 && status <= 299 ? null : `HTTP ${status}` };
  } catch (error) {
    if (timeout.aborted) return failed('The webhook did not respond in time');
    if (stopped?.aborted) return failed('The shop was stopped during the delivery');
    return failed(reasonOf(error, new URL(address)).slice(0, MOST_REASON_LENGTH), error);
  }
};

/** The same. Returns null if the webhook took the message, or the reason of the failure. */
export const postMessage = async (address: string, message: Message): Promise<string | null> =>
  (await post(address, message)).failure;

const reasonOf = (error: unknown, address: URL): string => {
  if (error instanceof NotPublicError) return `The webhook is ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  const said = callFailureText(error, address);
  // The operator of the bot knows the code.
  return said
    ? `${said.replace(/\.$/, '')} (${code ?? message})`
    : message || code || 'The webhook could not be reached';
};
