import type { Db, Tx } from '../../db/types.ts';
import { hashToken, newToken } from '../../lib/secrets.ts';

/**
 * Creates a one-time link and returns its token, of which only the hash is stored (behavior 3.6). Older links of the user
 * end. The caller has locked the user.
 */
export const createResetLink = async (
  tx: Tx,
  link: { userId: string; makerId: string; removePasskeys: boolean; now: number; expiresAt: number },
): Promise<string> => {
  const token = newToken();
  await deleteResetLinks(tx, link);
  await tx
    .insertInto('reset_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      created_by: link.makerId,
      created_at: link.now,
      expires_at: link.expiresAt,
      remove_passkeys: link.removePasskeys ? 1 : 0,
    })
    .execute();
  return token;
};

/** The users who may make reset links: active owners. */
const makers = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null);

/** Returns the user of a link that is still valid, or undefined. */
export const findResetLink = (db: Db | Tx, { token, now }: { token: string; now: number }) =>
  db
    .selectFrom('reset_links')
    .innerJoin('users', 'users.id', 'reset_links.user_id')
    .select(['users.id', 'users.username', 'users.email'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('created_by', 'in', makers(db))
    .executeTakeFirst();

/**
 * Uses a link, if it and its maker's rights are still valid. Returns its user, or undefined. If it is used twice at the
 * same time, one call wins. The caller has locked the user, whose row is always locked before those of the links.
 */
export const redeemResetLink = (tx: Tx, { token, now }: { token: string; now: number }) =>
  tx
    .updateTable('reset_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_by', 'in', makers(tx))
    .returning(['user_id', 'created_by', 'remove_passkeys'])
    .executeTakeFirst();

export const deleteResetLinks = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
};

/** Ends the links that a user made, because the user may no longer make any (behavior 3.6). */
export const deleteResetLinksBy = async (tx: Tx, { makerId }: { makerId: string }): Promise<void> => {
  await tx.deleteFrom('reset_links').where('created_by', '=', makerId).execute();
};
