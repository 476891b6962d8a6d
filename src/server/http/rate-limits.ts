import type { RateLimitOptions } from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import { login, register, resetPassword } from '#contract/users.ts';
import type { Deps } from '../deps.ts';
import type { Settings } from '../settings.ts';
import { callerOf } from './caller.ts';
import { findSignedInOnce } from './sessions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often a token or an address may ask for the same call in a minute (decisions §3). */
export const CALLS_A_MINUTE = 600;

/** Limits an address (decisions §3); everything else has CALLS_A_MINUTE a token or address. */
const LIMITS = new Map<Endpoint, RateLimitOptions>([
  [authenticate, { max: 10, timeWindow: MINUTE_MS }],
  [login, { max: 10, timeWindow: MINUTE_MS }],
  [register, { max: 5, timeWindow: HOUR_MS }],
  [resetPassword, { max: 10, timeWindow: MINUTE_MS }],
]);

/**
 * Who is counted where a call needs a token: the session of a good one, so that members who share an address have a
 * count each; the address where the token is missing or refused, so that inventing tokens opens no fresh counts. The
 * price is one look at the sessions for each such call, also past the limit, and another where a body follows.
 */
const sessionOrAddress = (deps: Deps) => async (request: FastifyRequest) => {
  try {
    return `session ${(await findSignedInOnce(deps, request)).sessionId}`;
  } catch (error) {
    if (error instanceof ShopError) return callerOf(request);
    throw error;
  }
};

/** The limit of one endpoint, or false where limits are off. */
export const endpointLimit = (endpoint: Endpoint, deps: Deps): RateLimitOptions | false => {
  if (!deps.settings.RATE_LIMITS) return false;
  const own = LIMITS.get(endpoint);
  if (own) return { ...own, keyGenerator: (request) => `${endpoint.path} ${callerOf(request)}` };
  const needsToken = endpoint.access === 'member' || endpoint.access === 'admin';
  return needsToken ? { keyGenerator: sessionOrAddress(deps) } : {};
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
    keyGenerator: (request) => `sign-in ${callerOf(request)} ${name(request).toLowerCase()}`,
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
    keyGenerator: callerOf,
    // Thrown like any other failure, so that one handler formats it; the plugin has set Retry-After by then.
    errorResponseBuilder: (_request, { ttl }) => new ShopError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  });
};
