import type { Db, Tx } from '../../db/shop-database.ts';

/** A user's open sessions, the last used first. */
export const listOpenSessions = async (db: Db, { userId, now }: { userId: string; now: number }) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
  }));
};

/** Ends one session of a user; answers whether there was one. */
export const endSession = async (tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> => {
  const ended = await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return ended.numDeletedRows > 0n;
};
