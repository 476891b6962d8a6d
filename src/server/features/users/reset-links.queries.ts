import type { Tx } from '../../db/types.ts';
import { hashToken, newToken } from '../../lib/secrets.ts';

const DAY_MS = 86_400_000;

/** Creates a one-time link for 24 hours. Older links of the user end. Only the token's hash is stored (behavior 3.6). */
export const createResetLink = async (
  tx: Tx,
  link: { userId: string; createdBy: string; now: number },
): Promise<{ token: string; expiresAt: number }> => {
  const token = newToken();
  const expiresAt = link.now + DAY_MS;
  await deleteResetLinks(tx, link);
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

/** Uses a link, if it is still valid. Returns its user, or undefined. If it is used twice at the same time, one call wins. */
export const useResetLink = (tx: Tx, { token, now }: { token: string; now: number }) =>
  tx
    .updateTable('reset_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'created_by'])
    .executeTakeFirst();

export const deleteResetLinks = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
};
