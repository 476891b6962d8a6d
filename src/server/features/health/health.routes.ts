import { ShopError } from '#contract/errors.ts';
import { healthz, metrics, readyz } from '#contract/health.ts';
import { beingRestarted } from '../../http/running-calls.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { within } from '../../lib/concurrency.ts';
import { mayReadMetrics, registerMetrics } from './metrics.ts';

/** Returns whether the process runs, whether it takes calls and its database responds, and its metrics (behavior 1.10). */
export const registerHealth: Feature = (serve, shop, app) => {
  const { database, settings, readiness, writability } = shop;
  const registry = registerMetrics(app, shop);
  serve(healthz, () => ({ status: 'ok' }));
  serve(readyz, async () => {
    if (!readiness.ask()) throw beingRestarted();
    try {
      await within(database.timeLimits.ready, () => database.ping());
    } catch {
      throw new ShopError('unavailable', { retryAfter: 5 });
    }
    return { status: 'ok', writable: writability.isWritable };
  });
  serve(metrics, async ({ request, reply }) => {
    if (!mayReadMetrics(request, settings)) throw new ShopError('forbidden');
    reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
    return undefined;
  });
};
