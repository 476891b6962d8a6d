import type { FastifyInstance, InjectOptions } from 'fastify';
import {
  type Endpoint,
  type GivenInputOf,
  type GivenParamsOf,
  type GivenQueryOf,
  isPanelAccess,
  type OutputOf,
} from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { may, mayOpenPanel, type Role } from '#domain/permissions.ts';

/** The sender of a request. */
export interface Sender {
  /** Sent as a bearer token. */
  token?: string | undefined;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** The address that the request comes from; otherwise this machine. */
  remoteAddress?: string;
}

export interface RequestOptions extends Sender {
  /** An object is sent as JSON, text and bytes as they are. */
  body?: unknown;
}

/** A part that a call needs if its endpoint has it. A call of any `Endpoint` may have every part. */
type Part<Name extends string, Value> = unknown extends Value
  ? { [N in Name]?: unknown }
  : [Value] extends [undefined]
    ? { [N in Name]?: undefined }
    : { [N in Name]: Value };

/** The parameters of a path, where a number is as good as its text. */
type PathParams<Params> = unknown extends Params ? unknown : { [Name in keyof Params]: string | number };

/** The JSON input, or the bytes of an endpoint without one. A test of bad input sends `… as never`. */
type Body<Input> = [Input] extends [undefined] ? { body?: Buffer } : Part<'body', Input>;

export type CallOptions<E extends Endpoint> = Sender &
  Part<'params', PathParams<GivenParamsOf<E>>> &
  Partial<Part<'query', GivenQueryOf<E>>> &
  Body<GivenInputOf<E>>;

/** Makes a call of the contract. The options may be left out if the endpoint needs none. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...options: Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]
) => Promise<Response<BodyOf<E>>>;

export interface Response<Body> {
  status: number;
  /** The parsed JSON; undefined if the response is compressed or something else. */
  body: Body;
  text: string;
  bytes: Buffer;
  headers: Record<string, string | string[] | number | undefined>;
}

/** The output of an endpoint and the fields of an error, so that a test reads either without a cast. */
export type BodyOf<E extends Endpoint> = (OutputOf<E> extends undefined ? unknown : OutputOf<E>) & Partial<ErrorBody>;

/** "POST /api/login". */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Whether a role may make a call, as the contract and the permissions of roles declare it. */
export const mayCall = (role: Role, { access }: Endpoint): boolean => {
  if (!isPanelAccess(access)) return true;
  return access === 'panel' ? mayOpenPanel(role) : may(role, access);
};

type Values = Record<string, unknown>;

/** The address of a call. Values of the query that are undefined or null are left out. */
export const addressOf = (
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: { params?: unknown; query?: unknown } = {},
): string => {
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Values)[name])));
  const given = Object.entries(query as Values).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${address}?${search}` : address;
};

/** The three ways to call a shop in tests; they need no network. */
export interface Calls {
  call: Call;
  /** Calls with a bearer token. */
  as(token: string): Call;
  /** For tests whose subject is the path, the method or the raw body. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response<unknown>>;
}

export const createCalls = (app: FastifyInstance): Calls => {
  const request: Calls['request'] = async (method, path, { token, body, headers, cookies, remoteAddress } = {}) => {
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(cookies && { cookies }),
      ...(remoteAddress && { remoteAddress }),
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    const { 'content-type': type, 'content-encoding': encoding } = response.headers;
    const isJson = encoding === undefined && String(type).includes('json');
    return {
      status: response.statusCode,
      body: isJson && response.body ? JSON.parse(response.body) : undefined,
      text: response.body,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  };
  const send = (endpoint: Endpoint, options: CallOptions<Endpoint> = {}) =>
    request(endpoint.method, addressOf(endpoint, options), options);
  return {
    request,
    call: send as Call,
    as: (token) =>
      ((endpoint: Endpoint, options?: CallOptions<Endpoint>) => send(endpoint, { ...options, token })) as Call,
  };
};

/** Reads all pages of a list. `readPage` gets the cursor of each page. */
export const readPages = async <Page extends { nextCursor: string | null }>(
  readPage: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> => {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await readPage(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return pages;
};
