import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type Endpoint,
  type InputOf,
  type IsKeyed,
  isPanelAccess,
  needsToken,
  type PanelAccess,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '#contract/endpoint.ts';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { asCaller, type Caller } from '../db/caller.ts';
import type { Once } from '../features/idempotency/once.ts';
import type { SessionKey } from '../features/users/sessions.queries.ts';
import type { SignedIn } from '../features/users/sessions.ts';
import { AbandonedError } from '../lib/concurrency.ts';
import type { Shop } from '../shop.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { isLongBody, MOST_BODY_BYTES, MOST_SMALL_BODY_BYTES, parseBody } from './json-body.ts';
import { endpointLimit } from './rate-limits.ts';

/** The input of a handler: everything is parsed, and access is already checked. */
interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  input: InputOf<E>;
  /** The signed-in user on the endpoints of members and of the panel, otherwise null. */
  user: E['access'] extends 'member' | PanelAccess ? SignedIn : SignedIn | null;
  /** The Idempotency-Key of a call that takes one, if it was sent. */
  key: IsKeyed<E> extends true ? string | null : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A call that takes a key acts once per key, or does not compile. */
type HandledOf<E extends Endpoint> = IsKeyed<E> extends true ? Once<ResultOf<E>> : ResultOf<E>;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandledOf<E>> | HandledOf<E>;

/** The call as a handler gets it that finds the session in its own statement. */
interface SessionCall<E extends Endpoint> extends Omit<Call<E>, 'user'> {
  session: SessionKey;
}

interface ServeOptions {
  /** While it is off, the call is not found, whatever is sent. */
  isOn?: () => boolean;
}

export interface Serve {
  /**
   * Serves an endpoint of the contract: access, input, handler, output, in this order. Input and output are parsed by
   * the contract's schemas. The handler of an endpoint without `output` sends the reply itself. Whatever the handler
   * writes is stored only if the caller still has access then (db/caller.ts).
   */
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions): void;
  /**
   * Serves a member's endpoint whose one statement also finds the session. The handler has to pass the row it found to
   * `Sessions.accept`.
   */
  inOneStatement<E extends Endpoint & { access: 'member' }>(
    endpoint: E,
    handler: (call: SessionCall<E>) => Promise<HandledOf<E>>,
  ): void;
}

/** A feature of the shop: it serves its endpoints. */
export type Feature = (serve: Serve, shop: Shop, app: FastifyInstance) => void | Promise<void>;

export const createServe = (app: FastifyInstance, shop: Shop): Serve => {
  const route = <E extends Endpoint>(
    endpoint: E,
    access: (request: FastifyRequest) => object | Promise<object>,
    read: (endpoint: Endpoint, request: FastifyRequest) => object | Promise<object>,
    handler: (call: never) => ReturnType<Handler<E>>,
    { isOn = () => true }: ServeOptions = {},
  ) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint, rateLimit: endpointLimit(endpoint, shop) },
      bodyLimit: isPanelAccess(endpoint.access) ? MOST_BODY_BYTES : MOST_SMALL_BODY_BYTES,
      // After the limits, and before the body. It is read only for a caller who may have access.
      ...(needsToken(endpoint) && {
        preParsing: async (request: FastifyRequest) => void shop.sessions.keyOf(request),
      }),
      handler: async (request, reply) => {
        if (!isOn()) throw new ShopError('not_found');
        if (isAboutSomebody(endpoint)) reply.header('Cache-Control', 'no-store');
        const caller = await access(request);
        // Set before the handler runs, so that it can choose another status.
        reply.code(endpoint.status ?? 200);
        const call = { ...(await read(endpoint, request)), request, reply, ...caller } as never;
        try {
          const result = await handler(call);
          if (!endpoint.output || reply.sent) return reply;
          reply.type('application/json; charset=utf-8');
          return JSON.stringify(z.parse(endpoint.output, result));
        } catch (error) {
          if (!(error instanceof AbandonedError)) throw error;
          // Nobody reads a response.
          return reply.hijack();
        }
      },
    });
  const serve: Serve = (endpoint, handler, options) => {
    const handle = (call: Call<typeof endpoint>) => asCaller(callerOf(endpoint, call.user), () => handler(call));
    route(
      endpoint,
      async (request) => ({ user: await checkAccess(endpoint, shop, request) }),
      readInput,
      handle,
      options,
    );
  };
  serve.inOneStatement = (endpoint, handler) => {
    // A malformed call with an ended session is refused because of its session, as everywhere.
    const readOrRefuse = async (of: Endpoint, request: FastifyRequest) => {
      try {
        return readInput(of, request);
      } catch (error) {
        await shop.sessions.find(request);
        throw error;
      }
    };
    const keyOf = async (request: FastifyRequest) => {
      // Only a caller with a session may cost the time that a long body takes.
      if (isLongBody(request)) await shop.sessions.find(request);
      return { session: shop.sessions.keyOf(request) };
    };
    route(endpoint, keyOf, readOrRefuse, handler);
  };
  return serve;
};

/** Aborts when the caller no longer waits for the response. Work that then ends with an AbandonedError is no failure. */
export const leaving = (reply: FastifyReply): AbortSignal => {
  const left = new AbortController();
  if (reply.raw.destroyed) left.abort();
  else reply.raw.once('close', () => left.abort());
  return left.signal;
};

const callerOf = ({ access }: Endpoint, user: SignedIn | null): Caller | null =>
  user && (access === 'member' || isPanelAccess(access)) ? { sessionId: user.sessionId, access } : null;

const checkAccess = async (
  { method, access, reauthentication, takesIdempotencyKey }: Endpoint,
  { settings, gate, sessions }: Shop,
  request: FastifyRequest,
): Promise<SignedIn | null> => {
  if (access === 'public') return null;
  if (access === 'gate' || access === 'catalogue') {
    // A repeated registration finds its invite used up by the first one, so it checks the invite itself.
    const ended = takesIdempotencyKey && request.headers['idempotency-key'] !== undefined;
    if (access === 'gate' || settings.CATALOGUE_NEEDS_GATE) await gate.check(request, { ended });
    return null;
  }
  // The rate limit looked at the session before the body arrived, and a body can be slow. A session that ended in
  // between must not act (behavior 3.5).
  const user = await (method === 'GET' ? sessions.findOnce(request) : sessions.find(request));
  if (isPanelAccess(access)) await sessions.requireAccess(user, access);
  if (reauthentication) await sessions.requireReauthentication(user, reauthentication);
  return user;
};

/**
 * Returns whether no cache may keep what an endpoint returns (behavior 2.9): everything but what is the same for all.
 * Other responses are about a person or contain a token, or do not repeat.
 */
const isAboutSomebody = ({ access, method }: Endpoint): boolean => access !== 'catalogue' || method !== 'GET';

/** @throws ShopError not_found (404) or the `unknown` of the endpoint for a malformed parameter, invalid_input (400) */
const readInput = (endpoint: Endpoint, request: FastifyRequest): object => {
  parseBody(request);
  if (endpoint.method !== 'GET') refuseUnknownQuery(endpoint, request);
  return {
    params: parse(endpoint.params, request.params, endpoint.unknown ?? 'not_found'),
    query: parse(endpoint.query, request.query, 'invalid_input'),
    input: parse(endpoint.input, request.body ?? {}, 'invalid_input'),
    key: endpoint.takesIdempotencyKey ? idempotencyKey(request) : undefined,
  };
};

/**
 * A mistyped `dryRun` must not become the act itself.
 * @throws ShopError invalid_input (400)
 */
const refuseUnknownQuery = ({ query }: Endpoint, request: FastifyRequest): void => {
  const known = (query as { shape?: object } | undefined)?.shape ?? {};
  const unknown = Object.keys(request.query as object).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new ShopError('invalid_input', {
    message: `There is no parameter ${JSON.stringify(unknown.slice(0, 100))} here.`,
  });
};

/** The message for a broken rule without a text of its own: it names the place, and nothing of the implementation. */
const describeBrokenRule = (path: readonly PropertyKey[] = []): string =>
  path.length > 0 ? `${path.join('.')} is not valid` : 'The request is not valid.';

/** The message is the first broken rule, and all of them are listed (behavior 2.3). A malformed id is not found (2.4). */
const parse = (schema: z.core.$ZodType | undefined, value: unknown, code: ErrorCode): unknown => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value, { error: ({ path }) => describeBrokenRule(path) });
  if (result.success) return result.data;
  if (code !== 'invalid_input') throw new ShopError(code);
  const errors = [...new Set(result.error.issues.map((issue) => issue.message))];
  throw new ShopError('invalid_input', { message: errors[0] ?? 'The request is not valid.', errors });
};
