import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call:
 * - public: anyone
 * - gate: whoever passed the access code (signed cookie)
 * - catalogue: anyone, or with CATALOGUE_NEEDS_GATE=on whoever passed the access code
 * - member: a bearer token of an active user
 * - admin: a bearer token of an active user with isAdmin
 */
export type Access = 'public' | 'gate' | 'catalogue' | 'member' | 'admin';

type Schema = z.core.$ZodType;

/** One call of the shop: the server serves it, the browser makes it, the OpenAPI document lists it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Input extends Schema | undefined = Schema | undefined,
  Output extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters and a closing `*` for the rest of the path. */
  path: string;
  access: Who;
  summary: string;
  params?: Params;
  query?: Query;
  /** The JSON body. */
  input?: Input;
  /** The JSON answer; absent where bytes, a stream or a form are dealt with by the route itself. */
  output?: Output;
  /** The status of success, 200 unless told. */
  status?: 200 | 201;
  /** Expected failures of this call, besides those any call can meet (input, sign-in, limits). */
  errors: readonly ErrorCode[];
}

/** An endpoint without the schema in question gives undefined; the brackets keep `never` from being distributed away. */
type Parsed<S> = [NonNullable<S>] extends [never]
  ? undefined
  : NonNullable<S> extends Schema
    ? z.output<NonNullable<S>>
    : undefined;
type Given<S> = [NonNullable<S>] extends [never]
  ? undefined
  : NonNullable<S> extends Schema
    ? z.input<NonNullable<S>>
    : undefined;

/** What a handler gets and a caller receives, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type InputOf<E extends Endpoint> = Parsed<E['input']>;
export type OutputOf<E extends Endpoint> = Parsed<E['output']>;
/** What a caller gives, before parsing. */
export type GivenParamsOf<E extends Endpoint> = Given<E['params']>;
export type GivenQueryOf<E extends Endpoint> = Given<E['query']>;
export type GivenInputOf<E extends Endpoint> = Given<E['input']>;
/** What a handler returns, before parsing. */
export type AnswerOf<E extends Endpoint> = Given<E['output']>;

/** Declares an endpoint; a function only so that the schema types are kept. */
export const endpoint = <
  const Who extends Access,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Input extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
>(
  definition: Endpoint<Params, Query, Input, Output, Who>,
): Endpoint<Params, Query, Input, Output, Who> => definition;

/** The CSV export of a list of the panel: the same filters, answered as text instead of JSON. */
export const csvEndpoint = <Query extends Schema | undefined>(
  name: string,
  list: Pick<Endpoint<undefined, Query>, 'query'>,
) =>
  endpoint({
    method: 'GET',
    path: `/api/admin/${name}.csv`,
    access: 'admin',
    summary: `The ${name} as CSV`,
    query: list.query as Query,
    errors: [],
  });
