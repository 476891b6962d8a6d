import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from './deps.ts';
import { registerAccounts } from './features/accounts/accounts.routes.ts';
import { registerCart } from './features/cart/cart.routes.ts';
import { catalogueFirst, registerCatalogue } from './features/catalogue/catalogue.routes.ts';
import { registerAdminEvents } from './features/events/admin-events.routes.ts';
import { registerEvents } from './features/events/events.routes.ts';
import { registerFeed } from './features/feed/feed.routes.ts';
import { registerGate } from './features/gate/gate.routes.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { registerImages } from './features/images/images.routes.ts';
import { registerBulk } from './features/inventory/bulk.routes.ts';
import { registerChanges } from './features/inventory/changes.routes.ts';
import { registerInventory } from './features/inventory/inventory.routes.ts';
import { registerUpload } from './features/inventory/upload.routes.ts';
import { registerMembers } from './features/members/members.routes.ts';
import { registerNotices } from './features/notices/notices.routes.ts';
import { registerPoints } from './features/points/points.routes.ts';
import { registerAdminReceipts } from './features/receipts/admin-receipts.routes.ts';
import { registerReceipts } from './features/receipts/receipts.routes.ts';
import { registerShop } from './features/shop/shop.routes.ts';
import { sendFailure } from './http/error-handler.ts';
import { registerOpenApi } from './http/openapi.ts';
import { registerRateLimits } from './http/rate-limits.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createServe, type Feature } from './http/serve-endpoint.ts';
import { registerStatic } from './http/static.ts';

/** Every feature of the shop, in one visible list. */
const FEATURES: readonly Feature[] = [
  registerHealth,
  registerShop,
  registerGate,
  registerAccounts,
  registerMembers,
  registerEvents,
  registerAdminEvents,
  registerImages,
  registerCart,
  registerReceipts,
  registerAdminReceipts,
  registerPoints,
  registerNotices,
  registerInventory,
  registerUpload,
  registerBulk,
  registerChanges,
  registerFeed,
];

/** JSON bodies are small; the one upload has a limit of its own. */
const BODY_BYTES = 1024 * 1024;

/**
 * Whose X-Forwarded-For is believed with TRUST_PROXY: hops on this machine or in a private network. The first public
 * address from the right is the caller; what stands left of it the caller may have written. A caller whom the proxy sees
 * at a private address is taken for a hop, so the proxy has to see the members' own (docs/operations.md).
 */
const PROXIES = 'loopback, linklocal, uniquelocal';

/** Builds the server without starting anything: no port, no timers that outlive `close`. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: deps.log,
    trustProxy: deps.settings.TRUST_PROXY && PROXIES,
    bodyLimit: BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: sendFailure,
    serverFactory: (handle, { keepAliveTimeout, requestTimeout }) =>
      Object.assign(createServer(catalogueFirst(deps, handle)), { keepAliveTimeout, requestTimeout }),
  });
  app.setErrorHandler(sendFailure);
  acceptJson(app);
  await registerOpenApi(app, deps.settings.SHOP_NAME);
  registerCatalogue(app, deps);
  // A context of its own, so that its hooks cost the catalogue nothing.
  await app.register(async (shop) => {
    registerSecurityHeaders(shop);
    await shop.register(cookie);
    await registerRateLimits(shop, deps.settings);
    const serve = createServe(shop, deps);
    for (const feature of FEATURES) await feature(serve, deps, shop);
    await registerStatic(shop, deps.settings);
  });
  return app;
};

/** An empty body counts as {} (decisions §8 "sizes"), also where a browser calls it text; no call takes text itself. */
const acceptJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, {});
    else done(new ShopError('wrong_kind'));
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else parse(request, body as string, done);
  });
};
