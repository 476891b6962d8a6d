import type * as z from 'zod/mini';
import { CAPABILITIES, type Capability } from '#domain/permissions.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The callers that an endpoint accepts.
 * - `public`: anyone.
 * - `gate`: a browser that passed the access code (signed cookie).
 * - `catalogue`: anyone. With CATALOGUE_NEEDS_GATE=on, a browser that passed the access code.
 * - `member`: an active user, by bearer token.
 * - `panel`: an active user of any role of the panel, by bearer token.
 * - a capability such as `orders.read`: an active user whose role has it, by bearer token (behavior 3.10).
 */
export type Access = 'public' | 'gate' | 'catalogue' | 'member' | PanelAccess;
export type PanelAccess = 'panel' | Capability;

type Schema = z.core.$ZodType;

/** One call of the shop. The server serves it, the browser makes it, and the OpenAPI document lists it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Input extends Schema | undefined = Schema | undefined,
  Output extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
  Keyed extends true | undefined = true | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, and `*` at the end for the rest of the path. */
  path: string;
  access: Who;
  summary: string;
  params?: Params;
  /** The error for a malformed parameter, which has to be that of an unknown one; `not_found` if absent (behavior 2.4). */
  unknown?: ErrorCode;
  query?: Query;
  /** The JSON body. */
  input?: Input;
  /** The JSON of the response. Absent if the route sends bytes or a stream itself. */
  output?: Output;
  /** The status of a success; 200 if absent. */
  status?: 200 | 201 | 202;
  /**
   * The caller must have proved who they are a short time ago (behavior 3.18): by signing in or by re-authenticating
   * (`recent`), or by re-authenticating (`explicit`). Calls that need it for some changes only check it themselves.
   */
  reauthentication?: 'recent' | 'explicit';
  /** The call adds something. An `Idempotency-Key` header makes repeating it safe (behavior 2.10). */
  takesIdempotencyKey?: Keyed;
  /** Every error this endpoint can return (behavior 2.1). */
  errors: readonly ErrorCode[];
}

/** An endpoint without the schema in question gives undefined. The brackets keep TypeScript from distributing `never`. */
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

/** The types after parsing: for a handler, and for the caller who gets the output. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type InputOf<E extends Endpoint> = Parsed<E['input']>;
export type OutputOf<E extends Endpoint> = Parsed<E['output']>;
/** The types before parsing: for a caller. */
export type GivenParamsOf<E extends Endpoint> = Given<E['params']>;
export type GivenQueryOf<E extends Endpoint> = Given<E['query']>;
export type GivenInputOf<E extends Endpoint> = Given<E['input']>;
/** The type of a handler's result, before parsing. */
export type ResultOf<E extends Endpoint> = Given<E['output']>;

/** Whether the type of an endpoint says that it takes an Idempotency-Key. */
export type IsKeyed<E extends Endpoint> = true extends E['takesIdempotencyKey'] ? true : false;

/** Returns whether only users of the panel may make a call. */
export const isPanelAccess = (access: Access): access is PanelAccess =>
  access === 'panel' || (CAPABILITIES as readonly string[]).includes(access);

/** Returns whether calls have to send a bearer token. */
export const needsToken = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'member' || isPanelAccess(access);

const accessErrors = (access: Access): ErrorCode[] => {
  if (isPanelAccess(access)) return ['not_signed_in', 'not_admin', 'not_allowed', 'passkey_needed'];
  if (access === 'member') return ['not_signed_in'];
  return access === 'public' ? [] : ['gate_needed'];
};

/** The errors that follow from the shape of an endpoint, such as a bad body. Each endpoint adds its own. */
const impliedErrors = (definition: Omit<Endpoint, 'errors'>): ErrorCode[] => [
  ...accessErrors(definition.access),
  ...(definition.reauthentication ? (['reauthentication_needed', 'passkey_needed'] as const) : []),
  ...(definition.params ? [definition.unknown ?? 'not_found'] : []),
  ...(definition.query ? (['invalid_input'] as const) : []),
  ...(definition.method === 'GET' ? [] : (['invalid_input', 'wrong_kind', 'too_large', 'outcome_unknown'] as const)),
  'rate_limited',
  'unavailable',
  'internal',
];

/**
 * Declares an endpoint. `errors` lists the errors of its own; those that follow from method, access and schemas are
 * added.
 */
export const endpoint = <
  const Who extends Access,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Input extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
  const Keyed extends true | undefined = undefined,
>(
  definition: Endpoint<Params, Query, Input, Output, Who, Keyed>,
): Endpoint<Params, Query, Input, Output, Who, Keyed> => ({
  ...definition,
  errors: [...new Set([...definition.errors, ...impliedErrors(definition)])],
});

/** The CSV export of a list of the panel: the same filters, with text instead of JSON as the response. */
export const csvEndpoint = <Query extends Schema | undefined, const Who extends PanelAccess>(
  name: string,
  list: Pick<Endpoint<undefined, Query>, 'query'>,
  { access, reauthentication }: { access: Who } & Pick<Endpoint, 'reauthentication'>,
) =>
  endpoint({
    method: 'GET',
    path: `/api/admin/${name}.csv`,
    access,
    ...(reauthentication && { reauthentication }),
    summary: `The ${name} as CSV`,
    query: list.query as Query,
    errors: [],
  });
