import { sql } from 'kysely';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import type { Db } from '../../db/types.ts';
import { STUCK_ATTEMPTS } from '../attention/attention.queries.ts';

/** Returns the time of the first failed sync after the last one that did not fail; null if that was the last one. */
export const findFailingSince = async (db: Db): Promise<number | null> => {
  const last = db
    .selectFrom('sync_runs')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('id'))
    .where('outcome', 'not in', ['failed', 'running']);
  const { since } = await db
    .selectFrom('sync_runs')
    .select(({ fn }) => fn.min('started_at').as('since'))
    .where('outcome', '=', 'failed')
    .where('id', '>', last)
    .executeTakeFirstOrThrow();
  return since;
};

/**
 * Notices that the panel calls stuck, and the time of the oldest. One that is no longer tried counts until another was
 * delivered after it: before that, nothing shows that the webhook is back. Neither does a delivery in time to come, whose
 * clock was ahead.
 */
export const countStuckNotices = (db: Db, { now }: { now: number }) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('delivered_at', 'is', null)
    .where('attempts', '>=', STUCK_ATTEMPTS)
    .where('last_error', 'is not', null)
    .where((where) =>
      where.or([
        where('next_attempt_at', 'is not', null),
        where(
          'created_at',
          '>=',
          where
            .selectFrom('notices as delivered')
            .where('delivered.delivered_at', '<=', now + CLOCK_TOLERANCE_MS)
            .select(({ fn }) => fn.coalesce(fn.max('delivered.delivered_at'), sql<number>`0`).as('at')),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
