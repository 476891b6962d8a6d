import { sql } from 'kysely';
import { ShopError } from '#contract/errors.ts';
import { healthz, readyz } from '#contract/health.ts';
import type { Feature } from '../../http/serve-endpoint.ts';

/** Whether the process lives and whether its database answers (decisions §1). */
export const registerHealth: Feature = (serve, { database }) => {
  serve(healthz, () => ({ status: 'ok' }));
  serve(readyz, async () => {
    try {
      await sql`select 1`.execute(database.read);
    } catch {
      throw new ShopError('unavailable', { retryAfter: 5 });
    }
    return { status: 'ok' };
  });
};
