import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

type JsonSchema = Record<string, unknown>;

const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What of the contract a route serves; one without stays out of the document. */
    endpoint?: Endpoint;
  }
}

const endpointSchema = (endpoint: Endpoint): FastifySchema => {
  const signedIn = endpoint.access === 'member' || endpoint.access === 'admin';
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'shop'],
    ...(signedIn && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: toJsonSchema(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: toJsonSchema(endpoint.query, 'input') }),
    ...(endpoint.input && endpoint.method !== 'GET' && { body: toJsonSchema(endpoint.input, 'input') }),
    ...(endpoint.output && {
      response: {
        [endpoint.status ?? 200]: { description: 'Success', ...toJsonSchema(endpoint.output, 'output') },
      },
    }),
  } as FastifySchema;
};

/** Serves the document made from the contract at /api/openapi.json, put together when it is first asked for. */
export const registerOpenApi = async (app: FastifyInstance, shopName: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${shopName} API`, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ url, route }) => {
      const { endpoint } = (route as RouteOptions).config ?? {};
      return { url, schema: endpoint ? endpointSchema(endpoint) : { hide: true } };
    },
  });
  app.get('/api/openapi.json', () => app.swagger());
};
