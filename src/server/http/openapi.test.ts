import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addToCart } from '#contract/cart.ts';
import { type Endpoint, needsToken } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

type JsonSchema = Record<string, unknown>;

interface Content {
  content?: { 'application/json': { schema: JsonSchema } };
}

/** A call in the OpenAPI document. */
interface Operation {
  parameters?: { in: string; name: string; required: boolean; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  security?: unknown;
}

let shop: TestShop;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  shop = await startTestShop({ settings: { TEST_POINTS: 'on' } });
  ({ paths } = (await shop.request('GET', '/api/openapi.json')).body as { paths: typeof paths });
});
afterAll(() => shop.close());

const documentPath = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}');
const operationOf = (endpoint: Endpoint): Operation => {
  const operation = paths[documentPath(endpoint)]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not in the document.`);
  return operation;
};
const schemaIn = ({ content }: Content) => content?.['application/json'].schema;

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};
/** The parameters that a schema for a path or a query declares. */
const parametersOf = (schema: z.core.$ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    in: place,
    name,
    required: required.includes(name),
    schema: property,
  }));
};
const everyEndpoint = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test('the document lists exactly the calls of the contract', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = ENDPOINTS.map((endpoint) => `${endpoint.method} ${documentPath(endpoint)}`);
  expect(documented.sort()).toEqual(declared.sort());
});

test.each(everyEndpoint)('%s is documented with its parameters, input and output', (_name, endpoint) => {
  const { parameters = [], requestBody = {}, responses, security } = operationOf(endpoint);
  const declared = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')];
  const key = endpoint.takesIdempotencyKey ? [expect.objectContaining({ in: 'header', name: 'Idempotency-Key' })] : [];
  const wildcard = endpoint.path.endsWith('*') ? [expect.objectContaining({ in: 'path', name: '*' })] : [];
  expect(parameters).toHaveLength(declared.length + key.length + wildcard.length);
  expect(parameters).toEqual(expect.arrayContaining([...declared, ...key, ...wildcard]));
  expect(schemaIn(requestBody)).toEqual(endpoint.input && jsonSchema(endpoint.input, 'input'));
  expect(schemaIn(responses[endpoint.status ?? 200]!)).toEqual({
    description: 'Success',
    ...(endpoint.output && jsonSchema(endpoint.output, 'output')),
  });
  expect(security !== undefined).toBe(needsToken(endpoint));
});

test.each(everyEndpoint)('%s is documented with the status and code of each of its errors', (_name, endpoint) => {
  const { [endpoint.status ?? 200]: _success, ...failures } = operationOf(endpoint).responses;
  const documented = Object.entries(failures).flatMap(([status, response]) => {
    const { code } = schemaIn(response)!.properties as { code: { enum: ErrorCode[] } };
    return code.enum.map((each) => `${status} ${each}`);
  });
  expect(documented.sort()).toEqual(endpoint.errors.map((code) => `${ERRORS[code].status} ${code}`).sort());
});

test('adding to the cart is documented as clients use it', () => {
  const { requestBody, responses } = operationOf(addToCart);
  expect(schemaIn(requestBody!)).toMatchObject({ required: ['productId'], properties: { quantity: { default: 1 } } });
  expect(schemaIn(responses[200]!)).toMatchObject({ required: ['cart', 'items'] });
  expect(schemaIn(responses[409]!)).toMatchObject({
    required: ['message', 'code'],
    properties: { code: { enum: ['not_enough_stock'] } },
  });
});
