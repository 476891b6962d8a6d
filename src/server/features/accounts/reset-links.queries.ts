import type { Tx } from '../../db/shop-database.ts';
import { hashToken, newToken } from '../../http/sessions.ts';

const DAY_MS = 86_400_000;

/** Makes a one-time link's token, good for 24 hours; older links of the user end. Only its hash is stored. */
export const createResetToken = async (
  tx: Tx,
  link: { userId: string; createdBy: string; now: number },
): Promise<{ token: string; expiresAt: number }> => {
  const token = newToken();
  const expiresAt = link.now + DAY_MS;
  await tx.deleteFrom('reset_links').where('user_id', '=', link.userId).execute();
  await tx
    .insertInto('reset_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      created_by: link.createdBy,
      created_at: link.now,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
};

/** Uses a link up, if it still is good: answers its user, or undefined. Of two at once one wins. */
export const redeemResetToken = (tx: Tx, { token, now }: { token: string; now: number }) =>
  tx
    .updateTable('reset_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'created_by'])
    .executeTakeFirst();
