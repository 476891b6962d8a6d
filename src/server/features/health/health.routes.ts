import { sql } from 'kysely';
import { ShopError } from '#contract/errors.ts';
import { healthz, metrics, readyz } from '#contract/health.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { mayReadMetrics, registerMetrics } from './metrics.ts';

/** Whether the process lives, whether its database answers, and how it fares (decisions §1). */
export const registerHealth: Feature = (serve, deps, app) => {
  const { database, settings } = deps;
  const registry = registerMetrics(app, deps);
  serve(healthz, () => ({ status: 'ok' }));
  serve(readyz, async () => {
    try {
      await sql`select 1`.execute(database.read);
    } catch {
      throw new ShopError('unavailable', { retryAfter: 5 });
    }
    return { status: 'ok' };
  });
  serve(metrics, async ({ request, reply }) => {
    if (!mayReadMetrics(request, settings.METRICS_TOKEN)) throw new ShopError('forbidden');
    reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
    return undefined;
  });
};
