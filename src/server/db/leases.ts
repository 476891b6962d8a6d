import type { Db, Tx } from './types.ts';

interface Lease {
  name: string;
  holder: string;
}

/**
 * Takes a lease if no process holds it. A lease that its holder did not renew in time is free. Returns whether it was
 * taken.
 */
export const takeLease = async (
  tx: Tx,
  { name, holder, now, until }: Lease & { now: number; until: number },
): Promise<boolean> => {
  const row = await tx
    .insertInto('leases')
    .values({ name, holder, expires_at: until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ holder, expires_at: until }).where('leases.expires_at', '<=', now),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
};

/** Extends a lease if this holder still has it. */
export const renewLease = async (tx: Tx, { name, holder, until }: Lease & { until: number }): Promise<void> => {
  await tx
    .updateTable('leases')
    .set({ expires_at: until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
};

/** Returns a lease if this holder still has it. */
export const releaseLease = async (tx: Tx, { name, holder }: Lease): Promise<void> => {
  await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
};

/** The holder of a lease and its end; undefined if it was never taken, or was returned. */
export const findLease = (db: Db | Tx, { name }: { name: string }) =>
  db.selectFrom('leases').select(['holder', 'expires_at']).where('name', '=', name).executeTakeFirst();
