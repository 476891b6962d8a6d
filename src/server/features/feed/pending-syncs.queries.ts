import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/types.ts';

const COLUMNS = ['id', 'feed_cursor', 'prices', 'reason', 'actor', 'plan_hash', 'created_at'] as const;

/** The sync that waits for a decision, without its feed, which has megabytes. */
export const findPendingSync = (db: Db | Tx) =>
  db.selectFrom('pending_syncs').select(COLUMNS).select(sql<number>`length(feed)`.as('size')).executeTakeFirst();

/** The same with its feed. */
export const findPendingFeed = (db: Db) =>
  db.selectFrom('pending_syncs').select(COLUMNS).select('feed').executeTakeFirst();

export type PendingFeed = NonNullable<Awaited<ReturnType<typeof findPendingFeed>>>;

/** A waiting sync as its plan describes it. */
interface PendingPlan {
  planHash: string;
  /** JSON {external id: cents}. */
  prices: string;
  reason: string;
}

/** Stores a sync that waits. It replaces the one before it. If the same plan waits already, only its time moves. */
export const putPendingSync = async (
  tx: Tx,
  {
    feed,
    cursor,
    actor,
    now,
    ...plan
  }: PendingPlan & { feed: string; cursor: string | null; actor: string; now: number },
): Promise<void> => {
  const same = await tx
    .updateTable('pending_syncs')
    .set({ created_at: now, feed_cursor: cursor })
    .where('plan_hash', '=', plan.planHash)
    .returning('id')
    .executeTakeFirst();
  if (same) return;
  await deletePendingSync(tx);
  await tx
    .insertInto('pending_syncs')
    .values({
      id: randomUUID(),
      feed,
      feed_cursor: cursor,
      prices: plan.prices,
      reason: plan.reason,
      actor,
      plan_hash: plan.planHash,
      created_at: now,
    })
    .execute();
};

/** The inventory has moved, so the sync that waits has another plan. */
export const replacePendingPlan = async (
  tx: Tx,
  { id, planHash, prices, reason }: PendingPlan & { id: string },
): Promise<void> => {
  await tx.updateTable('pending_syncs').set({ plan_hash: planHash, prices, reason }).where('id', '=', id).execute();
};

export const deletePendingSync = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('pending_syncs').execute();
};
