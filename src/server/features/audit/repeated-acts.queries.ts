import { sql } from 'kysely';
import type { Db, Tx } from '../../db/types.ts';

/** The counts of acts are rows of `call_counts`. */
const ACT = 'act ';

/** Counts an act, in a row that this transaction then holds. Returns the count and when its minute ends. */
export const countAct = (
  tx: Tx,
  { act, endsAt }: { act: string; endsAt: number },
): Promise<{ calls: number; ends_at: number }> =>
  tx
    .insertInto('call_counts')
    .values({ key: ACT + act, calls: 1, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ calls: sql<number>`call_counts.calls + 1` }))
    .returning(['calls', 'ends_at'])
    .executeTakeFirstOrThrow();

/** Begins a new minute of an act, with one so far. */
export const restartAct = async (tx: Tx, { act, endsAt }: { act: string; endsAt: number }): Promise<void> => {
  await tx
    .updateTable('call_counts')
    .set({ calls: 1, ends_at: endsAt })
    .where('key', '=', ACT + act)
    .execute();
};

/** The acts whose minute is over at `now`, or ends after `latest`: then the clock was set back. */
export const findEndedActs = async (db: Db, { now, latest }: { now: number; latest: number }): Promise<string[]> => {
  const rows = await db
    .selectFrom('call_counts')
    .select('key')
    .where('key', 'like', `${ACT}%`)
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', latest)]))
    .limit(500)
    .execute();
  return rows.map(({ key }) => key.slice(ACT.length));
};

/** Removes the count of an act whose minute is over. Returns it; undefined if another process was faster. */
export const takeEndedAct = async (
  tx: Tx,
  { act, now, latest }: { act: string; now: number; latest: number },
): Promise<number | undefined> => {
  const taken = await tx
    .deleteFrom('call_counts')
    .where('key', '=', ACT + act)
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', latest)]))
    .returning('calls')
    .executeTakeFirst();
  return taken?.calls;
};
