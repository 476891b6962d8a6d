import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';

/** JSON bodies of panel calls: an edit names up to 20,000 items. The upload has a limit of its own. */
export const MOST_BODY_BYTES = 1024 * 1024;
/** JSON bodies of everybody else. */
export const MOST_SMALL_BODY_BYTES = 64 * 1024;
/** Parsing less than this takes no noticeable time. */
const QUICK = 8 * 1024;

type JsonParser = ReturnType<FastifyInstance['getDefaultJsonParser']>;

/** A JSON body as it arrived. Parsing a large one takes time, which nobody without access may cost. */
class UnparsedBody {
  readonly text: string;
  readonly #parser: JsonParser;

  constructor(text: string, parser: JsonParser) {
    this.text = text;
    this.#parser = parser;
  }

  /** @throws Error of Fastify for text that is not JSON */
  parse(request: FastifyRequest): unknown {
    let result: unknown;
    this.#parser(request, this.text, (error, value) => {
      if (error) throw error;
      result = value;
    });
    return result;
  }
}

/**
 * Accepts JSON, which `parseBody` reads. An empty body counts as {} (behavior 2.3), even if a browser calls it text. No
 * call takes text.
 */
export const acceptJson = (app: FastifyInstance): void => {
  const parser = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, {});
    else done(new ShopError('wrong_kind'));
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    done(null, body === '' ? {} : new UnparsedBody(body as string, parser));
  });
};

/**
 * Parses the request's body, if it is JSON that was not parsed yet. Called once access was checked.
 * @throws Error of Fastify for text that is not JSON
 */
export const parseBody = (request: FastifyRequest): void => {
  if (request.body instanceof UnparsedBody) request.body = request.body.parse(request);
};

/** Returns whether parsing the body could take noticeable time. */
export const isLongBody = ({ body }: FastifyRequest): boolean =>
  body instanceof UnparsedBody && body.text.length > QUICK;
