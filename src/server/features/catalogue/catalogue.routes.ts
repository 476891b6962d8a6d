import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getInventoryData } from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { namesEtag } from '../../http/etag.ts';
import { checkGate } from '../../http/gate-cookie.ts';
import { endpointSchema } from '../../http/openapi.ts';
import { endpointLimit, registerRateLimits } from '../../http/rate-limits.ts';
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
 * Serves GET /api/inventory-data (specification §7, decisions §8 "catalogue bytes"). This one path is made to be as
 * fast as a bare node:http server, so it stands in a context of its own, beside the shop's: no cookies unless the gate
 * needs them, headers written once for good, bytes sent past Fastify's reply.
 */
export const registerCatalogue = (app: FastifyInstance, deps: Deps): void => {
  const { settings } = deps;
  const catalogue = catalogueOf(deps);
  app.addHook('onReady', async () => void catalogue.fresh().catch(() => {}));
  app.addHook('onClose', () => catalogue.close());
  app.register(async (lean) => {
    if (settings.CATALOGUE_NEEDS_GATE) await lean.register(cookie);
    await registerRateLimits(lean, settings);
    lean.route({
      method: 'GET',
      url: getInventoryData.path,
      schema: endpointSchema(getInventoryData),
      config: { rateLimit: endpointLimit(getInventoryData, settings) },
      ...(settings.CATALOGUE_NEEDS_GATE && { preHandler: (request) => checkGate(deps, request) }),
      handler: (request, reply) => {
        const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
        const ready = catalogue.current?.ready(encoding);
        if (ready) return sendPastFastify(request, reply, ready, catalogue.answers);
        return catalogue
          .soon()
          .then((bytes) => bytes.ready(encoding) ?? bytes.make(encoding))
          .then((answer) => sendPastFastify(request, reply, answer, catalogue.answers));
      },
    });
  });
};

const sendPastFastify = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CatalogueAnswer,
  count: Catalogue['answers'],
): void => {
  reply.hijack();
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && namesEtag(ifNoneMatch, answer.etag)) {
    count.notModified++;
    reply.raw.writeHead(304, answer.notModified).end();
  } else {
    count.full++;
    reply.raw.writeHead(200, answer.headers).end(answer.body);
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
