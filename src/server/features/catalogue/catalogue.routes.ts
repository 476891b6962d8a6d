import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { getInventoryData } from '#contract/catalogue.ts';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { callerOf, callerOfConnection } from '../../http/caller.ts';
import { namesEtag } from '../../http/etag.ts';
import { checkGate } from '../../http/gate-cookie.ts';
import { CALLS_A_MINUTE } from '../../http/rate-limits.ts';
import { AddressLimit } from './address-limit.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueAnswer } from './catalogue-bytes.ts';
import { chooseEncoding } from './content-encoding.ts';

const catalogues = new WeakMap<Deps, Catalogue>();

/** The catalogue of this shop, for the features that tell of its changes. */
export const catalogueOf = (deps: Deps): Catalogue => {
  const known = catalogues.get(deps);
  if (known) return known;
  const made = new Catalogue(deps, commonHeaders(deps));
  catalogues.set(deps, made);
  return made;
};

/** The catalogue where this process serves it: a command of the command line has none. */
export const servedCatalogue = (deps: Deps): Catalogue | undefined => catalogues.get(deps);

/**
 * Serves GET /api/inventory-data (specification §7, decisions §8 "catalogue bytes"), in a context of its own, beside the
 * shop's hooks: its headers are written once for good.
 */
export const registerCatalogue = (app: FastifyInstance, deps: Deps): void => {
  const { settings } = deps;
  const catalogue = catalogueOf(deps);
  const limit = limitOf(deps);
  app.addHook('onReady', async () => void catalogue.fresh().catch(() => {}));
  app.addHook('onClose', () => catalogue.close());
  app.register(async (lean) => {
    if (settings.CATALOGUE_NEEDS_GATE) await lean.register(cookie);
    lean.route({
      method: 'GET',
      url: getInventoryData.path,
      config: { endpoint: getInventoryData },
      handler: async (request, reply) => {
        const retryAfter = limit?.count(callerOf(request), performance.now()) ?? 0;
        if (retryAfter > 0) throw new ShopError('rate_limited', { retryAfter });
        if (settings.CATALOGUE_NEEDS_GATE) await checkGate(deps, request);
        const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
        const bytes = catalogue.current ?? (await catalogue.soon());
        const answer = bytes.ready(encoding) ?? (await bytes.make(encoding));
        reply.hijack();
        send(request.raw, reply.raw, answer, catalogue.answers);
      },
    });
  });
};

/**
 * Answers the catalogue call before Fastify begins with it, where the bytes lie ready and nothing but the limit is to be
 * checked: what members ask for most costs hardly more than a bare node:http server. All else is `handle`'s.
 */
export const catalogueFirst = (deps: Deps, handle: RequestListener): RequestListener => {
  const { CATALOGUE_NEEDS_GATE, TRUST_PROXY } = deps.settings;
  const catalogue = catalogueOf(deps);
  const limit = limitOf(deps);
  // Behind a proxy the address has to be read from headers: that is Fastify's.
  if (CATALOGUE_NEEDS_GATE || (limit && TRUST_PROXY)) return handle;
  return (request, response) => {
    if (request.url === getInventoryData.path && request.method === 'GET') {
      const answer = catalogue.current?.ready(chooseEncoding(request.headers['accept-encoding'] as string | undefined));
      if (answer && (limit?.count(callerOfConnection(request), performance.now()) ?? 0) === 0) {
        return send(request, response, answer, catalogue.answers);
      }
    }
    handle(request, response);
  };
};

const limits = new WeakMap<Deps, AddressLimit>();

/** One count for both ways to the catalogue. */
const limitOf = (deps: Deps): AddressLimit | undefined => {
  if (!deps.settings.RATE_LIMITS) return undefined;
  const limit = limits.get(deps) ?? new AddressLimit(CALLS_A_MINUTE);
  limits.set(deps, limit);
  return limit;
};

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: CatalogueAnswer,
  count: Catalogue['answers'],
): void => {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && namesEtag(ifNoneMatch, answer.etag)) {
    count.notModified++;
    response.writeHead(304, answer.notModified).end();
  } else {
    count.full++;
    response.writeHead(200, answer.headers).end(answer.body);
  }
};

/** "no-cache" lets browsers keep it but makes them ask each time, which is a 304. JSON needs no more protection. */
const commonHeaders = ({ settings }: Deps): string[] => [
  'Vary',
  'Accept-Encoding',
  'Cache-Control',
  settings.CATALOGUE_NEEDS_GATE ? 'private, no-cache' : 'no-cache',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Referrer-Policy',
  'same-origin',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];
