import type { RateLimitOptions } from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, needsToken } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import { getSignInOptions, signInWithPasskey } from '#contract/passkeys.ts';
import { login, register, resetPassword } from '#contract/users.ts';
import type { Settings } from '../settings.ts';
import type { Shop } from '../shop.ts';
import { clientIp } from './client-ip.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often a session or an address may make the same call in a minute (behavior 2.7). */
export const CALLS_PER_MINUTE = 600;

/** Limits per address (behavior 2.7). Everything else has CALLS_PER_MINUTE per session or address. */
const LIMITS = new Map<Endpoint, RateLimitOptions>([
  [authenticate, { max: 10, timeWindow: MINUTE_MS }],
  [login, { max: 10, timeWindow: MINUTE_MS }],
  [getSignInOptions, { max: 10, timeWindow: MINUTE_MS }],
  [signInWithPasskey, { max: 10, timeWindow: MINUTE_MS }],
  [register, { max: 5, timeWindow: HOUR_MS }],
  [resetPassword, { max: 10, timeWindow: MINUTE_MS }],
]);

/**
 * Calls that need a token count for their session, so members who share an address have a count each. A missing or
 * refused token counts for the address, so inventing tokens gives no new counts. A session is looked up once and then
 * remembered.
 */
const sessionOrAddress =
  ({ sessions }: Shop) =>
  async (request: FastifyRequest) => {
    try {
      return `session ${await sessions.idForCounting(request)}`;
    } catch (error) {
      if (error instanceof ShopError) return clientIp(request);
      throw error;
    }
  };

/** Returns the limit of one endpoint, or false if limits are off. */
export const endpointLimit = (endpoint: Endpoint, shop: Shop): RateLimitOptions | false => {
  if (!shop.settings.RATE_LIMITS) return false;
  const own = LIMITS.get(endpoint);
  if (own) return { ...own, keyGenerator: (request) => `${endpoint.path} ${clientIp(request)}` };
  return needsToken(endpoint) ? { keyGenerator: sessionOrAddress(shop) } : {};
};

/**
 * Counts sign-ins per user name at one address: 50 an hour (behavior 2.7). The name counts together with the address, so
 * that nobody can lock an account from elsewhere.
 * @throws ShopError rate_limited (429)
 */
export const signInLimit = (app: FastifyInstance, settings: Settings) => {
  if (!settings.RATE_LIMITS) return async () => {};
  const name = (request: FastifyRequest) => String((request.body as { username?: unknown }).username ?? '').trim();
  const limit = app.createRateLimit({
    max: 50,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `sign-in ${clientIp(request)} ${name(request).toLowerCase()}`,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const state = await limit(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new ShopError('rate_limited', { retryAfter: Math.ceil(state.ttl / 1000) });
    }
  };
};

export const registerRateLimits = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  if (!settings.RATE_LIMITS) return;
  await app.register(rateLimit, {
    global: true,
    max: CALLS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: clientIp,
    // Thrown like any other failure, so that one handler formats it. The plugin has already set Retry-After.
    errorResponseBuilder: (_request, { ttl }) => new ShopError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  });
};
