import type { RateLimitOptions } from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, needsToken } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import { getSignInOptions, signInWithPasskey } from '#contract/passkeys.ts';
import { login, register, resetPassword } from '#contract/users.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import { visitorAt } from '../features/audit/audit.queries.ts';
import { recordRepeatedAct } from '../features/audit/repeated-acts.ts';
import type { CallLimit } from '../features/limits/call-limits.ts';
import { logSecurity } from '../lib/security-log.ts';
import type { Shop } from '../shop.ts';
import { AddressLimit } from './address-limit.ts';
import { clientIp } from './client-ip.ts';
import { countsBy } from './steady-counts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often a session or an address may make the same call in a minute (behavior 2.7). Each process counts its own. */
export const CALLS_PER_MINUTE = 600;

/** Limits per address that hold over all processes (behavior 2.7). Everything else has CALLS_PER_MINUTE. */
const LIMITS = new Map<Endpoint, CallLimit>([
  [authenticate, { most: 10, milliseconds: MINUTE_MS }],
  [login, { most: 10, milliseconds: MINUTE_MS }],
  [getSignInOptions, { most: 10, milliseconds: MINUTE_MS }],
  [signInWithPasskey, { most: 10, milliseconds: MINUTE_MS }],
  // Refused ones too. Accounts that are made have a limit of their own (features/users/register.service.ts).
  [register, { most: 30, milliseconds: HOUR_MS }],
  [resetPassword, { most: 10, milliseconds: MINUTE_MS }],
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

/** Returns the limit of one endpoint in this process, or false if it has none. */
export const endpointLimit = (endpoint: Endpoint, shop: Shop): RateLimitOptions | false => {
  if (!shop.settings.RATE_LIMITS || LIMITS.has(endpoint)) return false;
  return needsToken(endpoint) ? { keyGenerator: sessionOrAddress(shop) } : {};
};

/** The most addresses whose refusal a process remembers. */
const MOST_REMEMBERED = 10_000;

/** Counts the calls of LIMITS, before their body is read. */
const countLimitedCalls = (app: FastifyInstance, shop: Shop): void => {
  const { limits, clock, database, log } = shop;
  /** Until when calls are refused, so that a flood does not reach the database. */
  const refusedUntil = new Map<string, number>();
  /** The gate works without the database (behavior 2.11), and then this process counts for itself. */
  const ofThisProcess = new AddressLimit(LIMITS.get(authenticate)!.most);

  const secondsUntilAllowed = async (endpoint: Endpoint, limit: CallLimit, request: FastifyRequest) => {
    const key = `${endpoint.path} ${clientIp(request)}`;
    const rest = (refusedUntil.get(key) ?? 0) - clock();
    if (rest > 0 && rest <= limit.milliseconds + CLOCK_TOLERANCE_MS) return Math.ceil(rest / 1000);
    const counting = () => limits.count(key, limit);
    const counted = endpoint === authenticate ? await database.writeOr(null, counting) : await counting();
    if (!counted) return ofThisProcess.count(clientIp(request), clock());
    const { calls, retryAfter } = counted;
    if (retryAfter === 0) return 0;
    if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(key, clock() + retryAfter * 1000);
    // Only the first refusal is recorded, whichever process it meets.
    if (calls === limit.most + 1) {
      const act = { kind: 'limited', actor: visitorAt(request.ip ?? null), subject: endpoint.path } as const;
      await database.writeOr(null, () => database.write((tx) => recordRepeatedAct(tx, act, clock())));
      logSecurity(log, { event: 'limit', userId: null, address: request.ip, result: endpoint.path });
    }
    return retryAfter;
  };

  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    const limit = endpoint && LIMITS.get(endpoint);
    if (!limit) return;
    const retryAfter = await secondsUntilAllowed(endpoint, limit, request);
    if (retryAfter > 0) throw new ShopError('rate_limited', { retryAfter });
  });
};

export const registerRateLimits = async (app: FastifyInstance, shop: Shop): Promise<void> => {
  if (!shop.settings.RATE_LIMITS) return;
  await app.register(rateLimit, {
    global: true,
    max: CALLS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    store: countsBy(shop.steady),
    keyGenerator: clientIp,
    // Thrown like any other failure, so that one handler formats it. The plugin has already set Retry-After.
    errorResponseBuilder: (_request, { ttl }) => new ShopError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  countLimitedCalls(app, shop);
};
