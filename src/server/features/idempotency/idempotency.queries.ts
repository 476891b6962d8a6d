import type { Tx } from '../../db/types.ts';

export const deleteIdempotencyKeys = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
};
