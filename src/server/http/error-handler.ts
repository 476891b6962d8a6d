import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { constraintErrorCode, isUnreachable } from '../db/constraint-errors.ts';

/** Fastify's own refusals, in the shop's codes. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_kind',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrong_kind',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
};

/** Any failure as an expected one: what is unknown becomes `internal` and tells nothing of the inside. */
const toShopError = (error: FastifyError | Error, request: FastifyRequest): ShopError => {
  if (error instanceof ShopError) return error;
  const broken = constraintErrorCode(error);
  if (broken) return new ShopError(broken);
  if (isUnreachable(error)) return new ShopError('unavailable', { retryAfter: 5 });
  const code = 'code' in error ? FASTIFY_CODES[error.code] : undefined;
  if (code) return new ShopError(code);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new ShopError('invalid_input');
  request.log.error({ err: error }, 'request failed');
  return new ShopError('internal', { requestId: request.id });
};

/** Answers with a failure, in the one form they have (decisions §2); also where no route was found to fail. */
export const sendFailure = (failure: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
  const error = toShopError(failure, request);
  const retryAfter = error.details.retryAfter;
  if (retryAfter !== undefined) reply.header('Retry-After', String(Math.max(1, retryAfter)));
  reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(error.toBody()));
};

/** The answer where no route stands. */
export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(new ShopError('not_found').toBody()));
