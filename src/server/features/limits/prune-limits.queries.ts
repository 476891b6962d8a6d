import type { Tx } from '../../db/types.ts';

/** Deletes failures that no longer matter. */
export const deleteEndedThrottles = async (tx: Tx, { now }: { now: number }): Promise<void> => {
  await tx.deleteFrom('throttles').where('ends_at', '<=', now).execute();
};

/** Deletes counts of calls whose time is over. Those of acts go when they are recorded (repeated-acts.ts). */
export const deleteEndedCounts = async (tx: Tx, { now }: { now: number }): Promise<void> => {
  await tx.deleteFrom('call_counts').where('ends_at', '<=', now).where('key', 'not like', 'act %').execute();
};
