import { type FastifyInstance, type FastifySchema, fastify, type RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, needsToken } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { Settings } from '../settings.ts';

type JsonSchema = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint that a route serves. A route without one is not in the document. */
    endpoint?: Endpoint;
  }
}

const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
};

/** The header that makes repeating a call safe (behavior 2.10). */
const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Chosen by the caller. Repeating the call with the same key within 24 hours adds nothing again.',
    },
  },
};

/** The errors of an endpoint by status, each with the codes it can have (behavior 2.1). */
const errorResponses = ({ errors }: Endpoint): Record<number, JsonSchema> => {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of errors) codes.set(ERRORS[code].status, [...(codes.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...codes].map(([status, those]) => [
      status,
      {
        description: those.join(', '),
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string', enum: those },
          errors: { type: 'array', items: { type: 'string' } },
        },
      },
    ]),
  );
};

const endpointSchema = (endpoint: Endpoint): FastifySchema =>
  ({
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'shop'],
    ...(needsToken(endpoint) && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: toJsonSchema(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: toJsonSchema(endpoint.query, 'input') }),
    ...(endpoint.takesIdempotencyKey && { headers: IDEMPOTENCY_KEY }),
    ...(endpoint.input && endpoint.method !== 'GET' && { body: toJsonSchema(endpoint.input, 'input') }),
    response: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        ...(endpoint.output && toJsonSchema(endpoint.output, 'output')),
      },
      ...errorResponses(endpoint),
    },
  }) as FastifySchema;

/** Returns a list of the endpoints of all routes that are registered from here on. It fills as they are. */
export const collectEndpoints = (app: FastifyInstance): readonly Endpoint[] => {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    const endpoint = config?.endpoint;
    // Fastify adds a HEAD route to each GET.
    if (endpoint && endpoint.method === method) endpoints.push(endpoint);
  });
  return endpoints;
};

/** Serves the document of these endpoints at /api/openapi.json. */
export const serveOpenApi = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  settings: Pick<Settings, 'SHOP_NAME'>,
): void => {
  // As a text: anybody may ask for it, and turning it into one takes as long as twenty other calls.
  let made: { name: string; document: Promise<string> } | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    const { SHOP_NAME: name } = settings;
    if (made?.name !== name) made = { name, document: makeDocument(endpoints, name).then(JSON.stringify) };
    reply.type('application/json; charset=utf-8');
    return made.document;
  });
};

/** In an instance of its own, because the plugin sees only routes that come after it, and would cost every start time. */
const makeDocument = async (endpoints: readonly Endpoint[], shopName: string): Promise<object> => {
  const { default: swagger } = await import('@fastify/swagger');
  const documented = fastify();
  await documented.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${shopName} API`, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ url, route }) => ({ url, schema: endpointSchema((route as RouteOptions).config!.endpoint!) }),
  });
  for (const endpoint of endpoints) {
    documented.route({ method: endpoint.method, url: endpoint.path, config: { endpoint }, handler: () => null });
  }
  await documented.ready();
  return documented.swagger();
};
