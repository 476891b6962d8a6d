import type { Endpoint } from '#contract/endpoint.ts';
import { storedToken } from '../browser/storage.ts';
import { ApiError, addressOf, failureOf, PATIENCE_MS, whyNoAnswer } from './client.ts';
import { patience } from './timeout-signal.ts';

/**
 * Fetches a file with the stored token: a plain link cannot carry one.
 *
 * @throws {ApiError} as every call does; `fallback` where no answer comes.
 */
export const download = async (
  endpoint: Pick<Endpoint, 'path'>,
  { query, fallback }: { query?: Record<string, unknown>; fallback: string },
): Promise<Blob> => {
  let answer: Response;
  let text: string;
  const waiting = patience(PATIENCE_MS);
  try {
    const headers = { authorization: `Bearer ${storedToken()}` };
    answer = await fetch(addressOf(endpoint, {}, query), { headers, signal: waiting.signal });
    waiting.end();
    if (answer.ok) return await answer.blob();
    text = await answer.text();
  } catch {
    throw new ApiError(whyNoAnswer(fallback, navigator.onLine), null);
  } finally {
    waiting.end();
  }
  throw failureOf(endpoint.path, answer.status, answer.headers.get('content-type') ?? '', text);
};
