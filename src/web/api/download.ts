import type { Endpoint } from '#contract/endpoint.ts';
import { storedToken } from '../browser/storage.ts';
import { addressOf, request, withSession } from './client.ts';

/**
 * Downloads a file with the stored token, which a plain link cannot carry.
 *
 * @throws {ApiError} like every call.
 */
export const download = (
  endpoint: Pick<Endpoint, 'path'>,
  { params, query, fallback }: { params?: Record<string, unknown>; query?: Record<string, unknown>; fallback: string },
): Promise<Blob> => {
  const address = addressOf(endpoint, params, query);
  const run = () =>
    request(address, {
      headers: { authorization: `Bearer ${storedToken()}` },
      isLarge: true,
      fallback,
      read: (response) => response.blob(),
    });
  return withSession(run, { action: address, isRepeated: true });
};
