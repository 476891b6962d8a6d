import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { getInventoryData } from '#contract/catalogue.ts';
import { ShopError } from '#contract/errors.ts';
import { AddressLimit } from '../../http/address-limit.ts';
import { clientIp, clientIpOfConnection } from '../../http/client-ip.ts';
import { chooseEncoding, matchesEtag } from '../../http/negotiation.ts';
import { CALLS_PER_MINUTE } from '../../http/rate-limits.ts';
import type { Shop } from '../../shop.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueResponse } from './catalogue-bytes.ts';

/** The two ways to the catalogue, which share one limit. */
export interface CatalogueRoutes {
  /** Serves GET /api/inventory-data in a context of its own, without the shop's hooks: its headers never change. */
  register(app: FastifyInstance): void;
  /**
   * Puts the catalogue call in front of Fastify, if the bytes are ready and only the limit has to be checked. So the
   * most frequent call costs hardly more than on a bare node:http server. `handle` gets everything else.
   */
  first(handle: RequestListener): RequestListener;
}

export const catalogueRoutes = ({ settings, catalogue, categories, gate }: Shop): CatalogueRoutes => {
  const limit = settings.RATE_LIMITS ? new AddressLimit(CALLS_PER_MINUTE) : undefined;
  return {
    register: (app) => {
      app.addHook('onReady', async () => {
        await categories.start();
        catalogue.start();
      });
      app.addHook('onClose', async () => {
        await catalogue.close();
        await categories.close();
      });
      app.register(async (lean) => {
        await lean.register(cookie);
        lean.route({
          method: 'GET',
          url: getInventoryData.path,
          config: { endpoint: getInventoryData },
          handler: async (request, reply) => {
            const retryAfter = limit?.count(clientIp(request), performance.now()) ?? 0;
            if (retryAfter > 0) throw new ShopError('rate_limited', { retryAfter });
            if (settings.CATALOGUE_NEEDS_GATE) await gate.check(request);
            const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
            const bytes = catalogue.current ?? (await catalogue.soon());
            const response = bytes.ready(encoding) ?? (await bytes.prepare(encoding));
            reply.hijack();
            send(request.raw, reply.raw, response, catalogue.responses);
          },
        });
      });
    },
    first: (handle) => {
      // Behind a proxy the address has to be read from headers, which Fastify does.
      if (limit && settings.TRUST_PROXY) return handle;
      return (request, response) => {
        if (request.url === getInventoryData.path && request.method === 'GET' && !settings.CATALOGUE_NEEDS_GATE) {
          const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
          const ready = catalogue.current?.ready(encoding);
          if (ready && (limit?.count(clientIpOfConnection(request), performance.now()) ?? 0) === 0) {
            return send(request, response, ready, catalogue.responses);
          }
        }
        handle(request, response);
      };
    },
  };
};

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  ready: CatalogueResponse,
  count: Catalogue['responses'],
): void => {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, ready.etag)) {
    count.notModified++;
    response.writeHead(304, ready.notModifiedHeaders).end();
  } else {
    count.full++;
    response.writeHead(200, ready.headers).end(ready.body);
  }
};
