import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../http/request-context.ts';
import { verifyPassword } from '../../passwords.ts';
import { refuseLosingLastAdmin } from '../members/last-admin.ts';
import { deleteNoticesOf } from '../notices/notices.queries.ts';
import { endSessions, findUserById } from './accounts.queries.ts';
import { recordUserEvent } from './user-events.queries.ts';

/**
 * Deletes an account: nothing that names the person stays. Receipts and points stay, as those of an anonymous row.
 * @throws ShopError wrong_current_password (400), last_admin (409)
 */
export const deleteOwnAccount = async (
  { database, clock }: Deps,
  signedIn: SignedIn,
  { password }: { password: string },
): Promise<void> => {
  const user = await findUserById(database.read, signedIn.userId);
  if (!user || !(await verifyPassword(user.password_hash, password))) throw new ShopError('wrong_current_password');
  const now = clock();
  await database.write(async (tx, touch) => {
    await refuseLosingLastAdmin(tx, user.id);
    const nobody = `deleted-${randomUUID().slice(0, 13)}`;
    await tx
      .updateTable('users')
      .set({
        username: nobody,
        email: `${nobody}@localhost`,
        signal_username: '',
        password_hash: '',
        is_admin: 0,
        age_confirmed_at: null,
        last_seen_at: null,
        deleted_at: now,
      })
      .where('id', '=', user.id)
      .execute();
    await endSessions(tx, { userId: user.id });
    await tx.deleteFrom('reset_links').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('cart_items').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('carts').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('user_events').where('user_id', '=', user.id).execute();
    await deleteNoticesOf(tx, { userId: user.id });
    await tx.updateTable('receipts').set({ notes: '' }).where('user_id', '=', user.id).execute();
    await tx
      .updateTable('receipt_events')
      .set({ actor: nobody })
      .where('actor', '=', user.username)
      .where('receipt_id', 'in', tx.selectFrom('receipts').select('id').where('user_id', '=', user.id))
      .execute();
    await recordUserEvent(tx, { userId: user.id, what: 'Account deleted', actor: nobody, now });
    touch('users', [user.id]);
    touch('receipts');
  });
};
