import type { Db, Tx } from '../../db/types.ts';

/** A user's passkeys, oldest first. */
export const listPasskeys = (db: Db | Tx, { userId }: { userId: string }) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export const deletePasskeys = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
};

export const deleteChallenges = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('challenges').where('user_id', '=', userId).execute();
};
