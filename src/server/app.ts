import { maxHeaderSize } from 'node:http';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { registerAddresses } from './features/addresses/addresses.routes.ts';
import { registerAlerts } from './features/alerts/alerts.routes.ts';
import { registerAttention } from './features/attention/attention.routes.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { registerBackups } from './features/backup/backup.routes.ts';
import { registerCart } from './features/cart/cart.routes.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { registerChanges } from './features/changes/changes.routes.ts';
import { registerAdminEvents } from './features/events/events.admin.routes.ts';
import { registerEvents } from './features/events/events.routes.ts';
import { registerUserEvents } from './features/events/events.user.routes.ts';
import { registerExports } from './features/exports/exports.routes.ts';
import { registerFavorites } from './features/favorites/favorites.routes.ts';
import { registerFeed } from './features/feed/feed.routes.ts';
import { registerGate } from './features/gate/gate.routes.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { registerImports } from './features/imports/imports.routes.ts';
import { registerBulk } from './features/inventory/bulk.routes.ts';
import { registerCategories } from './features/inventory/categories.routes.ts';
import { registerExplanations } from './features/inventory/explain.routes.ts';
import { registerInventory } from './features/inventory/inventory.routes.ts';
import { registerItemPictures } from './features/inventory/item-pictures.routes.ts';
import { registerItems } from './features/inventory/items.routes.ts';
import { registerUpload } from './features/inventory/upload.routes.ts';
import { registerInvites } from './features/invites/invites.routes.ts';
import { registerLogo } from './features/logo/logo.routes.ts';
import { registerNotices } from './features/notices/notices.routes.ts';
import { registerOpening } from './features/opening/opening.routes.ts';
import { registerOverview } from './features/overview/overview.routes.ts';
import { registerPasskeys } from './features/passkeys/passkeys.routes.ts';
import { registerPersonalData } from './features/personal-data/personal-data.routes.ts';
import { registerImages } from './features/pictures/pictures.routes.ts';
import { registerPoints } from './features/points/points.routes.ts';
import { registerPurchaseLimits } from './features/purchase-limits/purchase-limits.routes.ts';
import { registerRates } from './features/rates/rates.routes.ts';
import { registerAdminReceipts } from './features/receipts/receipts.admin.routes.ts';
import { registerReceipts } from './features/receipts/receipts.routes.ts';
import { registerSettings } from './features/settings/settings.routes.ts';
import { registerShopNotices } from './features/shop-notices/shop-notices.routes.ts';
import { registerTasks } from './features/tasks/tasks.routes.ts';
import { registerAdminUsers } from './features/users/users.admin.routes.ts';
import { registerUsers } from './features/users/users.routes.ts';
import { registerViews } from './features/views/views.routes.ts';
import { registerWatching } from './features/watching/watching.routes.ts';
import { refuseMalformed } from './http/client-errors.ts';
import { closeAfterEarlyResponse } from './http/early-response.ts';
import { createFailureHandler, type OnUndeclaredError, warnOfUndeclaredError } from './http/error-handler.ts';
import { checkForwarded } from './http/forwarded.ts';
import { createHttpServer } from './http/http-server.ts';
import { acceptJson, MOST_BODY_BYTES } from './http/json-body.ts';
import { collectEndpoints, serveOpenApi } from './http/openapi.ts';
import { registerRateLimits } from './http/rate-limits.ts';
import { recordRefusals } from './http/record-refusals.ts';
import { createRequestLog } from './http/request-log.ts';
import { RunningCalls } from './http/running-calls.ts';
import { registerSecurityHeaders, securityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { createServe, type Feature } from './http/serve-endpoint.ts';
import { registerStatic } from './http/static.ts';
import { MOST_CONNECTIONS } from './limits.ts';
import type { Shop } from './shop.ts';

/** Every feature of the shop. The catalogue is registered apart, because it is served without the shop's hooks. */
const FEATURES: readonly Feature[] = [
  registerHealth,
  registerSettings,
  registerOpening,
  registerAudit,
  registerGate,
  registerUsers,
  registerAdminUsers,
  registerPasskeys,
  registerInvites,
  registerPersonalData,
  registerEvents,
  registerUserEvents,
  registerAdminEvents,
  registerAttention,
  registerOverview,
  registerImages,
  registerLogo,
  registerCart,
  registerAddresses,
  registerFavorites,
  registerAlerts,
  registerReceipts,
  registerAdminReceipts,
  registerRates,
  registerWatching,
  registerPoints,
  registerPurchaseLimits,
  registerShopNotices,
  registerNotices,
  registerInventory,
  registerItems,
  registerItemPictures,
  registerCategories,
  registerExplanations,
  registerUpload,
  registerImports,
  registerBulk,
  registerChanges,
  registerFeed,
  registerViews,
  registerTasks,
  registerBackups,
  registerExports,
];

/**
 * The hops whose X-Forwarded-For is trusted with TRUST_PROXY: this machine and private networks. The first public
 * address from the right is the client, and anything left of it may have been written by the client. A client that the
 * proxy sees at a private address counts as a hop, so the proxy must see the members' own addresses (docs/operations.md).
 */
const TRUSTED_PROXIES = 'loopback, linklocal, uniquelocal';

interface AppOptions {
  onUndeclaredError?: OnUndeclaredError;
}

/** Builds the server without starting anything: no port, and no timers that outlive `close`. */
export const buildApp = async (
  shop: Shop,
  { onUndeclaredError = warnOfUndeclaredError }: AppOptions = {},
): Promise<FastifyInstance> => {
  const { settings, timeLimits, log } = shop;
  const running = new RunningCalls(timeLimits.stop);
  const catalogue = catalogueRoutes(shop);
  const sendFailure = createFailureHandler(onUndeclaredError, (failure) => shop.writability.suspect(failure));
  const requestLog = createRequestLog(shop.log);
  const headers = securityHeaders(settings);
  const limitsAddresses = settings.RATE_LIMITS && !settings.TRUST_PROXY;
  const app = fastify({
    loggerInstance: log,
    trustProxy: settings.TRUST_PROXY && TRUSTED_PROXIES,
    bodyLimit: MOST_BODY_BYTES,
    // The endpoint says what a long parameter means. Node.js limits the address.
    routerOptions: { maxParamLength: maxHeaderSize },
    genReqId: requestLog.idOf,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    // RunningCalls refuses calls while the shop stops, and ends the connections.
    return503OnClosing: false,
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, headers);
      sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseMalformed(headers, log),
    serverFactory: (handle, { keepAliveTimeout }) =>
      createHttpServer(requestLog.before(catalogue.first(handle)), {
        keepAliveTimeout: Number(keepAliveTimeout),
        limits: timeLimits.request,
        mostOfAddress: limitsAddresses ? MOST_CONNECTIONS.ofAddress : null,
      }),
  });
  app.setErrorHandler(sendFailure);
  requestLog.follow(app);
  acceptJson(app);
  closeAfterEarlyResponse(app);
  app.addHook('preClose', async () => {
    shop.streams.endAll(shop.readiness);
    await running.finish(app.server, shop.readiness.stoppingFor);
  });
  app.addHook('onClose', async () => {
    await Promise.all([shop.jobs.close(running.timeLeft), shop.backupJobs.close(running.timeLeft)]);
    await shop.tasks.finished(running.timeLeft);
  });
  const endpoints = collectEndpoints(app);
  catalogue.register(app);
  // A context of its own, so that its hooks cost the catalogue nothing.
  await app.register(async (scope) => {
    registerSecurityHeaders(scope, headers);
    checkForwarded(scope, shop);
    running.follow(scope);
    await scope.register(cookie);
    await registerRateLimits(scope, shop);
    recordRefusals(scope, shop);
    serveOpenApi(scope, endpoints, settings);
    const serve = createServe(scope, shop);
    for (const feature of FEATURES) await feature(serve, shop, scope);
    await registerStatic(scope, settings);
  });
  return app;
};
