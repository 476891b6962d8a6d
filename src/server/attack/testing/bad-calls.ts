import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ValidCall } from '../../testing/every-call/every-call.ts';
import { buildUploadForm } from '../../testing/inventory.ts';
import { BAD_TYPES, badHeaders, badInAddress, badJson, badQuery } from './bad-values.ts';

/** The fields of a query or body. */
export const fieldsOf = (schema: Endpoint['query']): Record<string, z.core.$ZodType> => {
  if (schema instanceof z.ZodMiniUnion) return Object.assign({}, ...schema.def.options.map(fieldsOf));
  return schema instanceof z.ZodMiniObject ? schema.shape : {};
};

/** A schema without what is around it: optional, with a default, null allowed, transformed. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodMiniPipe) return innermost(schema.def.in);
  const wrapped =
    schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniNullable;
  return wrapped ? innermost(schema.def.innerType) : schema;
};

/** The options of a field that is a choice. */
export const optionsOf = (field: z.core.$ZodType | undefined): string[] => {
  const inner = field && innermost(field);
  return inner instanceof z.ZodMiniEnum ? inner.options.map(String) : [];
};

/** The places of a body: each field, with those inside it. The first entry of a list is "0". */
export const placesOf = (schema: z.core.$ZodType | undefined): string[][] => {
  const inner = schema && innermost(schema);
  const fields = inner instanceof z.ZodMiniArray ? { 0: inner.def.element } : inner && fieldsOf(inner);
  return Object.entries(fields ?? {}).flatMap(([name, field]) => [
    [name],
    ...placesOf(field).map((place) => [name, ...place]),
  ]);
};

type Json = Record<string, unknown>;

/** JSON of a body with the text of other JSON in some places. */
export const withBad = (
  body: unknown,
  changes: readonly (readonly [place: readonly string[], json: string])[],
): string => {
  const changed = structuredClone(body ?? {}) as Json;
  for (const [index, [place]] of changes.entries()) {
    let parent = changed;
    for (const name of place.slice(0, -1)) {
      if (typeof parent[name] !== 'object' || parent[name] === null) parent[name] = {};
      parent = parent[name] as Json;
    }
    parent[place.at(-1)!] = `bad value ${index}`;
  }
  return changes.reduce(
    (text, [, json], index) => text.replace(`"bad value ${index}"`, () => json),
    JSON.stringify(changed),
  );
};

/** A body in which something is wrong. */
type BadBody =
  | { kind: 'places'; changes: [string[], string][]; before: string }
  | { kind: 'text'; text: string; type: string }
  | { kind: 'bytes'; bytes: number[]; type: string }
  | { kind: 'form'; field: string; content: string };

/** The fault of a call. Plain data, so that a failure shows it. */
export interface BadCall {
  /** The caller: the usual one, a member, or nobody. */
  maker: 'usual' | 'member' | 'nobody';
  /** Replaces the id, or the rest of the path. */
  place?: string | undefined;
  query: [string, string][];
  headers: Record<string, string>;
  body?: BadBody | undefined;
}

const badBody = ({ method, input }: Endpoint): fc.Arbitrary<BadBody | undefined> => {
  if (method === 'GET') return fc.constant(undefined);
  const text = fc.record({
    kind: fc.constant('text' as const),
    text: badJson,
    type: fc.oneof(fc.constant('application/json'), fc.constantFrom(...BAD_TYPES)),
  });
  const bytes = fc.record({
    kind: fc.constant('bytes' as const),
    bytes: fc.array(fc.nat(255), { maxLength: 50 }),
    type: fc.constantFrom('application/json', ...BAD_TYPES),
  });
  const form = fc.record({
    kind: fc.constant('form' as const),
    field: fc.constantFrom('file', 'password', '__proto__', '', 'x'),
    content: badJson,
  });
  const places = placesOf(input);
  const odd = fc.oneof({ arbitrary: text, weight: 2 }, bytes, form);
  if (places.length === 0) return odd;
  const changed = fc.record({
    kind: fc.constant('places' as const),
    changes: fc.array(fc.tuple(fc.constantFrom(...places), badJson), { minLength: 1, maxLength: 3 }),
    before: fc.oneof(
      { arbitrary: fc.constant(''), weight: 6 },
      fc.constantFrom(
        '"__proto__":{"isAdmin":true},',
        '"constructor":{"prototype":{"isAdmin":true}},',
        '"id":1,"id":2,',
      ),
    ),
  });
  return fc.oneof({ arbitrary: changed, weight: 4 }, odd, fc.constant(undefined));
};

/** Calls of an endpoint in which one or more things are wrong. */
export const badCallsOf = (endpoint: Endpoint): fc.Arbitrary<BadCall> =>
  fc.record({
    maker: fc.oneof({ arbitrary: fc.constant('usual' as const), weight: 6 }, fc.constantFrom('member', 'nobody')),
    place: /[:*]/.test(endpoint.path)
      ? fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, badInAddress)
      : fc.constant(undefined),
    query: endpoint.query
      ? fc.array(badQuery(Object.keys(fieldsOf(endpoint.query))), { maxLength: 4 })
      : fc.oneof(
          { arbitrary: fc.constant<[string, string][]>([]), weight: 4 },
          fc.array(badQuery([]), { maxLength: 2 }),
        ),
    headers: fc.oneof({ arbitrary: fc.constant<Record<string, string>>({}), weight: 3 }, badHeaders),
    body: badBody(endpoint),
  });

/** Makes a valid call the bad one. */
export const spoil = (endpoint: Endpoint, valid: ValidCall, bad: BadCall, strangerToken: string): ValidCall => {
  const { maker, place, query, headers, body } = bad;
  const path = place === undefined ? valid.path : endpoint.path.replace(/:\w+|\*/, () => place);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const call: ValidCall = {
    ...valid,
    path: search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path,
    headers: { ...valid.headers, ...headers },
  };
  if (maker !== 'usual') call.token = maker === 'member' ? strangerToken : undefined;
  if ('cookie' in headers) call.cookies = {};
  const send = (content: string | Buffer, type: string) => {
    call.body = content;
    call.headers = { ...call.headers, 'content-type': type };
  };
  if (body?.kind === 'places') {
    send(
      withBad(valid.body, body.changes).replace('{', () => `{${body.before}`),
      'application/json',
    );
  }
  if (body?.kind === 'text') send(body.text, body.type);
  if (body?.kind === 'bytes') send(Buffer.from(body.bytes), body.type);
  if (body?.kind === 'form') {
    const { type, form } = buildUploadForm(body.content, { field: body.field });
    send(form, type);
  }
  return call;
};
