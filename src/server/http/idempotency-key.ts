import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';

const MAX_LENGTH = 200;

/**
 * Returns the request's Idempotency-Key, or null (behavior 2.10). Node refuses control characters in headers, so every
 * key can be stored.
 * @throws ShopError invalid_input (400) for an empty or very long key
 */
export const idempotencyKey = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_LENGTH) {
    throw new ShopError('invalid_input', { message: `The Idempotency-Key must be 1 to ${MAX_LENGTH} characters` });
  }
  return key;
};
