import { sql } from 'kysely';
import type { Db, Tx } from '../../db/types.ts';

interface CountedAct {
  key: string;
  /** The entry that will say how often, as JSON. */
  act: string;
  userId: string | null;
  /** When the count ends if it begins now. */
  endsAt: number;
}

/** Counts an act, in a row that this transaction then holds. Returns the count and when it ends. */
export const countAct = (
  tx: Tx,
  { key, act, userId, endsAt }: CountedAct,
): Promise<{ calls: number; ends_at: number; act: string }> =>
  tx
    .insertInto('repeated_acts')
    .values({ key, act, user_id: userId, calls: 1, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ calls: sql<number>`repeated_acts.calls + 1` }))
    .returning(['calls', 'ends_at', 'act'])
    .executeTakeFirstOrThrow();

/** Begins a new count of an act, with one so far. */
export const restartAct = async (tx: Tx, { key, act, endsAt }: CountedAct): Promise<void> => {
  await tx.updateTable('repeated_acts').set({ act, calls: 1, ends_at: endsAt }).where('key', '=', key).execute();
};

/** The time at which counts have ended. One that ends after `latest` began before the clock was set back. */
interface Ended {
  now: number;
  latest: number;
}

/** The keys of counts that have ended. */
export const findEndedActs = async (db: Db, { now, latest }: Ended): Promise<string[]> => {
  const rows = await db
    .selectFrom('repeated_acts')
    .select('key')
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', latest)]))
    .limit(500)
    .execute();
  return rows.map(({ key }) => key);
};

/** Removes a count that has ended, and returns it; undefined if another process was faster. */
export const takeEndedAct = (tx: Tx, { key, now, latest }: Ended & { key: string }) =>
  tx
    .deleteFrom('repeated_acts')
    .where('key', '=', key)
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', latest)]))
    .returning(['act', 'calls'])
    .executeTakeFirst();

/** Removes and returns the counts of a user. */
export const takeActsOf = (tx: Tx, { userId }: { userId: string }) =>
  tx.deleteFrom('repeated_acts').where('user_id', '=', userId).returning(['act', 'calls']).execute();

/** The name of a user; null if the account is deleted. */
export const findNameOf = async (tx: Tx, { userId }: { userId: string }): Promise<string | null> => {
  const user = tx.selectFrom('users').select('username').where('id', '=', userId).where('deleted_at', 'is', null);
  return (await user.executeTakeFirst())?.username ?? null;
};
