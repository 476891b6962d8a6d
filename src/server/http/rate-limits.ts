import { createHash } from 'node:crypto';
import type { RateLimitOptions } from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { login, register, resetPassword } from '#contract/account.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import type { Settings } from '../settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a token or an address may ask for in a minute (decisions §3). */
export const CALLS_A_MINUTE = 600;

/** Limits an address (decisions §3); everything else has CALLS_A_MINUTE a token or address. */
const LIMITS = new Map<Endpoint, RateLimitOptions>([
  [authenticate, { max: 10, timeWindow: MINUTE_MS }],
  [login, { max: 10, timeWindow: MINUTE_MS }],
  [register, { max: 5, timeWindow: HOUR_MS }],
  [resetPassword, { max: 10, timeWindow: MINUTE_MS }],
]);

/** Public addresses behind one token or one network address; a token is hashed so that none lies in memory. */
const tokenOrAddress = (request: FastifyRequest): string => {
  const { authorization } = request.headers;
  return authorization ? createHash('sha256').update(authorization).digest('base64') : request.ip;
};

/** The limit of one endpoint, or false where limits are off. */
export const endpointLimit = (endpoint: Endpoint, settings: Settings): RateLimitOptions | false => {
  if (!settings.RATE_LIMITS) return false;
  const own = LIMITS.get(endpoint);
  return own ? { ...own, keyGenerator: (request) => `${endpoint.path} ${request.ip}` } : {};
};

/**
 * Counts sign-ins of one user name from one address: 50 an hour (decisions §3). The name counts with the address, so
 * that nobody can lock an account out from elsewhere.
 * @throws ShopError rate_limited (429)
 */
export const signInLimit = (app: FastifyInstance, settings: Settings) => {
  if (!settings.RATE_LIMITS) return async () => {};
  const name = (request: FastifyRequest) => String((request.body as { username?: unknown }).username ?? '').trim();
  const limit = app.createRateLimit({
    max: 50,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `sign-in ${request.ip} ${name(request).toLowerCase()}`,
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
    max: CALLS_A_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: tokenOrAddress,
    // Thrown like any other failure, so that one handler formats it; the plugin has set Retry-After by then.
    errorResponseBuilder: (_request, { ttl }) => new ShopError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  });
};
