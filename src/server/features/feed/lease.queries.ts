import type { Db, Tx } from '../../db/shop-database.ts';

interface Lease {
  name: string;
  holder: string;
}

/**
 * Takes a lease where nobody holds it, over all processes; one that its holder did not renew in time is free. Answers
 * whether it was taken.
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

/** Keeps a lease for longer, if it is still the holder's. */
export const renewLease = async (tx: Tx, { name, holder, until }: Lease & { until: number }): Promise<void> => {
  await tx
    .updateTable('leases')
    .set({ expires_at: until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
};

/** Gives a lease back, if it is still the holder's. */
export const releaseLease = async (tx: Tx, { name, holder }: Lease): Promise<void> => {
  await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
};

/** Who holds a lease and until when; undefined where nobody ever took it or it was given back. */
export const findLease = (db: Db | Tx, { name }: { name: string }) =>
  db.selectFrom('leases').select(['holder', 'expires_at']).where('name', '=', name).executeTakeFirst();
