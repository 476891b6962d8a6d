import { sql } from 'kysely';
import type { Touch, Tx } from '../../db/shop-database.ts';

export type PointsKind = 'earned' | 'granted' | 'deducted' | 'reversed' | 'test';

/**
 * Writes one entry of the ledger and moves the balance with it, in the caller's transaction. The database refuses a
 * balance below 0 whatever runs in parallel (`users_points_not_below_zero`, answered as not_enough_points), and a
 * second entry for one receipt (`points_earned_once`). Answers the new balance.
 */
export const addPoints = async (
  tx: Tx,
  touch: Touch,
  entry: {
    userId: string;
    /** Whole points, negative where they are taken; 0 writes nothing. */
    points: number;
    kind: PointsKind;
    reason: string;
    /** Who granted or deducted; null where the shop did. */
    actor: string | null;
    receiptId: string | null;
    now: number;
  },
): Promise<number> => {
  const { points_balance } = await tx
    .updateTable('users')
    .set({ points_balance: sql`points_balance + ${entry.points}` })
    .where('id', '=', entry.userId)
    .returning('points_balance')
    .executeTakeFirstOrThrow();
  if (entry.points === 0) return points_balance;
  await tx
    .insertInto('points_entries')
    .values({
      user_id: entry.userId,
      points: entry.points,
      kind: entry.kind,
      reason: entry.reason,
      actor: entry.actor,
      receipt_id: entry.receiptId,
      created_at: entry.now,
    })
    .execute();
  touch('points', [entry.userId]);
  return points_balance;
};
