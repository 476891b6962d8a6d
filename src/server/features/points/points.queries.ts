import { sql } from 'kysely';
import type { PointsKind } from '#domain/points.ts';
import { containsText } from '../../db/contains-text.ts';
import type { Db, Touch, Tx } from '../../db/shop-database.ts';
import { decodeCursor } from '../../http/paging.ts';
import { ofUser } from '../accounts/user-filter.ts';

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

export const findBalance = async (db: Db, { userId }: { userId: string }): Promise<number> => {
  const row = await db.selectFrom('users').select('points_balance').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.points_balance;
};

/** Which entries a list is to show. */
export interface LedgerFilter {
  /** Whose: set for a member, who sees no other's. */
  userId?: string | undefined;
  /** A user's id or name, as an admin filters. */
  user?: string | undefined;
  kind?: PointsKind | undefined;
  /** Searches user and reason. */
  q?: string | undefined;
}

const matching = (db: Db, { userId, user, kind, q }: LedgerFilter) =>
  db
    .selectFrom('points_entries')
    .innerJoin('users', 'users.id', 'points_entries.user_id')
    .$if(userId !== undefined, (query) => query.where('points_entries.user_id', '=', userId!))
    .$if(!!user, (query) => query.where(ofUser(user!)))
    .$if(kind !== undefined, (query) => query.where('points_entries.kind', '=', kind!))
    .$if(!!q?.trim(), (query) =>
      query.where((where) =>
        where.or([containsText('users.username', q!.trim()), containsText('points_entries.reason', q!.trim())]),
      ),
    );

/** Where the next page of entries begins: below the last page's last id. */
export const entryBefore = (cursor: string | undefined): number | null => {
  const id = decodeCursor(cursor)?.[0];
  return Number.isSafeInteger(id) ? (id as number) : null;
};

/** Entries of the ledger, newest first: at most `limit` of those below the id `before`. */
export const listEntries = (
  db: Db,
  { before, limit, ...filter }: LedgerFilter & { before: number | null; limit: number },
) =>
  matching(db, filter)
    .leftJoin('receipts', 'receipts.id', 'points_entries.receipt_id')
    .select([
      'points_entries.id',
      'points_entries.points',
      'points_entries.kind',
      'points_entries.reason',
      'points_entries.actor',
      'points_entries.created_at',
      'users.username',
      'receipts.number as receipt_number',
    ])
    .$if(before !== null, (query) => query.where('points_entries.id', '<', before!))
    .orderBy('points_entries.id', 'desc')
    .limit(limit)
    .execute();

export type LedgerRow = Awaited<ReturnType<typeof listEntries>>[number];

/** How many entries match, and how many points they gave and took in all. */
export const sumEntries = (db: Db, filter: LedgerFilter) =>
  matching(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(case when points_entries.points > 0 then points_entries.points else 0 end), 0)`.as(
        'given',
      ),
      sql<number>`coalesce(sum(case when points_entries.points < 0 then -points_entries.points else 0 end), 0)`.as(
        'taken',
      ),
    ])
    .executeTakeFirstOrThrow();
