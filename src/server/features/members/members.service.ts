import type * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import type { AdminUser, updateAnyUser } from '#contract/users.admin.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../http/request-context.ts';
import { endSessions, findUserById } from '../accounts/accounts.queries.ts';
import { createResetToken } from '../accounts/reset-links.queries.ts';
import { recordUserEvent } from '../accounts/user-events.queries.ts';
import { refuseLosingLastAdmin } from './last-admin.ts';
import { findAdminUser } from './members.queries.ts';

type Change = z.output<NonNullable<(typeof updateAnyUser)['input']>>;

/**
 * Member type, admin right, status, verification; each in the account's history. A suspension or a lost admin right
 * ends the user's sessions at once (decisions §3).
 * @throws ShopError not_found, last_admin (409)
 */
export const changeMember = async (
  { database, clock }: Deps,
  admin: SignedIn,
  { id, change }: { id: string; change: Change },
): Promise<AdminUser> => {
  const now = clock();
  await database.write(async (tx, touch) => {
    const before = await findUserById(tx, id);
    if (!before) throw new ShopError('not_found');
    const losesRight = change.isAdmin === false && before.is_admin === 1;
    const suspended = change.status === 'suspended' && before.status === 'active';
    if (losesRight || (suspended && before.is_admin === 1)) await refuseLosingLastAdmin(tx, id);

    const done: string[] = [];
    if (change.memberType !== undefined && change.memberType !== before.member_type) {
      done.push(`Member type: ${before.member_type} → ${change.memberType}`);
    }
    if (change.isAdmin !== undefined && change.isAdmin !== (before.is_admin === 1)) {
      done.push(change.isAdmin ? 'Made an administrator' : 'Administrator right taken');
    }
    if (change.status !== undefined && change.status !== before.status) {
      done.push(suspended ? 'Suspended' : 'Restored');
    }
    if (change.verified !== undefined && change.verified !== (before.verified_at !== null)) {
      done.push(change.verified ? 'Verified' : 'Verification taken back');
    }
    if (done.length === 0) return;
    await tx
      .updateTable('users')
      .set({
        ...(change.memberType !== undefined && { member_type: change.memberType }),
        ...(change.isAdmin !== undefined && { is_admin: change.isAdmin ? 1 : 0 }),
        ...(change.status !== undefined && { status: change.status }),
        ...(change.verified !== undefined && { verified_at: change.verified ? (before.verified_at ?? now) : null }),
      })
      .where('id', '=', id)
      .execute();
    for (const what of done) await recordUserEvent(tx, { userId: id, what, actor: admin.username, now });
    if (losesRight || suspended) await endSessions(tx, { userId: id });
    touch('users', [id]);
  });
  return (await findAdminUser(database.read, { id, now }))!;
};

/** A one-time link, to be sent by chat (decisions §3). @throws ShopError not_found */
export const makeResetLink = async (
  { database, clock }: Deps,
  admin: SignedIn,
  { id, origin }: { id: string; origin: string },
): Promise<{ url: string; expiresAt: string }> => {
  const now = clock();
  return database.write(async (tx, touch) => {
    if (!(await findUserById(tx, id))) throw new ShopError('not_found');
    const { token, expiresAt } = await createResetToken(tx, { userId: id, createdBy: admin.username, now });
    await recordUserEvent(tx, { userId: id, what: 'Reset link made', actor: admin.username, now });
    touch('users', [id]);
    return { url: `${origin}/reset/${token}`, expiresAt: new Date(expiresAt).toISOString() };
  });
};

/** Signs a user out everywhere. @throws ShopError not_found */
export const endAllSessions = async (
  { database, clock }: Deps,
  admin: SignedIn,
  { id }: { id: string },
): Promise<number> =>
  database.write(async (tx, touch) => {
    if (!(await findUserById(tx, id))) throw new ShopError('not_found');
    const ended = await endSessions(tx, { userId: id });
    await recordUserEvent(tx, { userId: id, what: 'Signed out everywhere', actor: admin.username, now: clock() });
    touch('users', [id]);
    return ended;
  });
