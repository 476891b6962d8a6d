import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { AdminUser, updateAnyUser } from '#contract/users.admin.ts';
import type { Shop } from '../../shop.ts';
import { answerOnce } from '../idempotency/idempotency.queries.ts';
import { createResetLink as createResetLinkRow } from './reset-links.queries.ts';
import { endSessions } from './sessions.queries.ts';
import type { SignedIn } from './sessions.ts';
import { findAdminUser } from './users.admin.queries.ts';
import { presentAdminUser } from './users.present.ts';
import { findUserById, recordUserEvent, refuseLosingLastAdmin, type UserRow, updateUser } from './users.queries.ts';

type Change = InputOf<typeof updateAnyUser>;

/**
 * Changes member type, admin right, status or verification, and records it in the account's history. A suspension or a
 * lost admin right ends the user's sessions (behavior 3.5, 3.7).
 * @throws ShopError not_found, last_admin (409)
 */
export const changeUser = async (
  { database, clock }: Shop,
  admin: SignedIn,
  { id, change }: { id: string; change: Change },
): Promise<AdminUser> => {
  const now = clock();
  await database.write(async (tx, touch) => {
    const before = await findUserById(tx, id);
    if (!before) throw new ShopError('not_found');
    const wasAdmin = before.is_admin === 1;
    const losesRight = change.isAdmin === false && wasAdmin;
    const isSuspended = change.status === 'suspended' && before.status === 'active';
    if (losesRight || (isSuspended && wasAdmin)) await refuseLosingLastAdmin(tx, id);

    const events = describeChange(before, change);
    if (events.length === 0) return;
    const { verified, ...values } = change;
    await updateUser(tx, id, {
      ...values,
      ...(verified !== undefined && { verifiedAt: verified ? (before.verified_at ?? now) : null }),
    });
    for (const what of events) await recordUserEvent(tx, { userId: id, what, actor: admin.username, now });
    if (losesRight || isSuspended) await endSessions(tx, { userId: id });
    touch('users', [id]);
  });
  return presentAdminUser((await findAdminUser(database.read, { id, now }))!);
};

/** The entries for the account's history; none if nothing changes. */
const describeChange = (before: UserRow, { memberType, isAdmin, status, verified }: Change): string[] => {
  const events: string[] = [];
  if (memberType !== undefined && memberType !== before.member_type) {
    events.push(`Member type: ${before.member_type} → ${memberType}`);
  }
  if (isAdmin !== undefined && isAdmin !== (before.is_admin === 1)) {
    events.push(isAdmin ? 'Made an administrator' : 'Admin access removed');
  }
  if (status !== undefined && status !== before.status) events.push(status === 'suspended' ? 'Suspended' : 'Restored');
  if (verified !== undefined && verified !== (before.verified_at !== null)) {
    events.push(verified ? 'Verified' : 'Verification removed');
  }
  return events;
};

/**
 * Creates a one-time link that an admin sends by chat (behavior 3.6). The link is stored nowhere, so a repeated call
 * creates another one, which replaces it. The history has one entry for both.
 * @throws ShopError not_found
 */
export const createResetLink = async (
  { database, clock }: Shop,
  admin: SignedIn,
  { id, origin, key }: { id: string; origin: string; key: string | null },
): Promise<{ url: string; expiresAt: string }> => {
  const now = clock();
  // The scope names the user, so that the same key for another user is another call.
  const keyed = { call: 'users.reset-link', scope: `${admin.userId}:${id}`, key, userId: id, now } as const;
  return database.write(async (tx, touch) => {
    if (!(await findUserById(tx, id))) throw new ShopError('not_found');
    await answerOnce(tx, keyed, async () => {
      await recordUserEvent(tx, { userId: id, what: 'Reset link created', actor: admin.username, now });
      return { userId: id };
    });
    const { token, expiresAt } = await createResetLinkRow(tx, { userId: id, createdBy: admin.username, now });
    touch('users', [id]);
    return { url: `${origin}/reset/${token}`, expiresAt: new Date(expiresAt).toISOString() };
  });
};

/**
 * Ends all sessions of a user. Returns how many ended.
 * @throws ShopError not_found
 */
export const endAllSessions = async (
  { database, clock }: Shop,
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
