import type { Tx } from '../../db/shop-database.ts';

/** Writes one line of an account's history: what was done, by whom. */
export const recordUserEvent = async (
  tx: Tx,
  event: { userId: string; what: string; actor: string; now: number },
): Promise<void> => {
  await tx
    .insertInto('user_events')
    .values({ user_id: event.userId, what: event.what, actor: event.actor, at: event.now })
    .execute();
};
