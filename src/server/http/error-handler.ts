import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { constraintErrorCode, isUnreachable, OutcomeUnknownError } from '../db/failures.ts';
import { TooSlowError } from '../lib/concurrency.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';

/** Called when an endpoint returns an error that its contract does not list. */
export type OnUndeclaredError = (endpoint: Endpoint, code: ErrorCode, request: FastifyRequest) => void;

/** In production, an error that the contract does not list is worth a warning. */
export const warnOfUndeclaredError: OnUndeclaredError = ({ method, path }, code, { log }) =>
  log.warn(`${method} ${path} returned "${code}", which its contract does not list`);

/** Fastify's own errors as the shop's codes. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_kind',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrong_kind',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
};

/**
 * Turns any failure into a ShopError. An unknown one becomes `internal` and reveals nothing. One that nobody expected is
 * logged with the id that its caller reads (behavior 2.2).
 */
const toShopError = (error: FastifyError | Error, request: FastifyRequest): ShopError => {
  if (error instanceof ShopError) return error;
  const violated = constraintErrorCode(error);
  if (violated) return new ShopError(violated);
  const requestId = request.id;
  const call = { method: request.method, route: request.routeOptions?.url };
  const isUnknown = error instanceof OutcomeUnknownError;
  if (isUnknown || isUnreachable(error) || error instanceof TooSlowError) {
    request.log.warn({ ...call, reason: error.message }, isUnknown ? 'outcome unknown' : 'database unavailable');
    return new ShopError(isUnknown ? 'outcome_unknown' : 'unavailable', { retryAfter: 5, requestId });
  }
  const code = 'code' in error ? FASTIFY_CODES[error.code] : undefined;
  if (code) return new ShopError(code);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new ShopError('invalid_input');
  request.log.error({ ...call, err: error }, 'request failed');
  return new ShopError('internal', { requestId });
};

/**
 * Sends failures in the one form they have (behavior 2.1), and checks that the endpoint's contract lists them.
 * `onUnavailable` is called if one may be the database's.
 */
export const createFailureHandler =
  (onUndeclared: OnUndeclaredError, onUnavailable: (failure: Error) => void = () => {}) =>
  (failure: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toShopError(failure, request);
    if (error.status === 503) onUnavailable(failure);
    const { endpoint } = request.routeOptions?.config ?? {};
    if (endpoint && !endpoint.errors.includes(error.code)) onUndeclared(endpoint, error.code, request);
    sendError(reply, error);
  };

/** Sends an error as a response. For failures that no contract lists, because they come before any endpoint. */
export const sendError = (reply: FastifyReply, error: ShopError): FastifyReply => {
  const { retryAfter, requestId } = error.details;
  if (requestId !== undefined) reply.header(REQUEST_ID_HEADER, requestId);
  if (retryAfter !== undefined) reply.header('Retry-After', String(Math.max(1, retryAfter)));
  return reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(error.toBody()));
};
