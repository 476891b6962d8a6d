import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { checkGate } from './gate-cookie.ts';
import { endpointLimit } from './rate-limits.ts';
import type { Call, SignedIn } from './request-context.ts';
import { findSignedIn, findSignedInOnce, mustBeAdmin } from './sessions.ts';

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;

/**
 * Serves an endpoint of the contract: access, then input, then the handler, then the answer, each parsed by the
 * contract's own schemas. A handler of an endpoint without `output` deals with the reply itself.
 */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** A feature of the shop: it serves its endpoints. */
export type Feature = (serve: Serve, deps: Deps, app: FastifyInstance) => void | Promise<void>;

export const createServe =
  (app: FastifyInstance, deps: Deps): Serve =>
  (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint, rateLimit: endpointLimit(endpoint, deps) },
      handler: async (request, reply) => {
        const user = await checkAccess(endpoint, deps, request);
        // Set first, so that a handler may say otherwise.
        reply.code(endpoint.status ?? 200);
        const answer = await handler({
          params: parse(endpoint.params, request.params, 'not_found'),
          query: parse(endpoint.query, request.query, 'invalid_input'),
          input: parse(endpoint.input, request.body ?? {}, 'invalid_input'),
          user,
          request,
          reply,
        } as Parameters<typeof handler>[0]);
        if (!endpoint.output || reply.sent) return reply;
        reply.type('application/json; charset=utf-8');
        return JSON.stringify(z.parse(endpoint.output, answer));
      },
    });
  };

const checkAccess = async (endpoint: Endpoint, deps: Deps, request: FastifyRequest): Promise<SignedIn | null> => {
  // The limit asked before the body came, and a caller can be slow to send it: a session ends at once (decisions §3).
  const signedIn = endpoint.method === 'GET' ? findSignedInOnce : findSignedIn;
  switch (endpoint.access) {
    case 'public':
      return null;
    case 'gate':
      await checkGate(deps, request);
      return null;
    case 'catalogue':
      if (deps.settings.CATALOGUE_NEEDS_GATE) await checkGate(deps, request);
      return null;
    case 'member':
      return signedIn(deps, request);
    case 'admin':
      return mustBeAdmin(await signedIn(deps, request));
  }
};

/** What is said of a rule that has no words of its own: where it is broken, and nothing of how it is written. */
const inWords = (path: readonly PropertyKey[] = []): string =>
  path.length > 0 ? `${path.join('.')} is not valid` : 'The request is not valid.';

/** The first broken rule is the message, all of them are listed (decisions §2). A malformed id is simply not found. */
const parse = (schema: z.core.$ZodType | undefined, value: unknown, code: 'not_found' | 'invalid_input'): unknown => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value, { error: ({ path }) => inWords(path) });
  if (result.success) return result.data;
  if (code === 'not_found') throw new ShopError('not_found');
  const errors = [...new Set(result.error.issues.map((issue) => issue.message))];
  throw new ShopError('invalid_input', { message: errors[0] ?? 'The request is not valid.', errors });
};
