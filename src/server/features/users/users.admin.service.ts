import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { AdminUser, updateAnyUser } from '#contract/users.admin.ts';
import type { Json } from '#domain/audit.ts';
import { mayOpenPanel, type Role } from '#domain/permissions.ts';
import { afterSaving } from '../../db/failures.ts';
import { lockAccess, lockSessions } from '../../db/locks.ts';
import type { Shop } from '../../shop.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { requireMayRemovePasskeys } from './remove-passkeys.service.ts';
import { createResetLink as createResetLinkRow, deleteResetLinks, deleteResetLinksBy } from './reset-links.queries.ts';
import { endSessions } from './sessions.queries.ts';
import type { SignedIn } from './sessions.ts';
import { findAdminUser } from './users.admin.queries.ts';
import { presentAdminUser } from './users.present.ts';
import {
  deleteWaitingSettings,
  findUserById,
  lockUser,
  recordUserEvent,
  refuseLosingLastOwner,
  type UserRow,
  updateUser,
} from './users.queries.ts';

type Change = InputOf<typeof updateAnyUser>;

/** The values that a change sets; absent ones stay. */
interface NewValues {
  memberType?: string;
  role?: Role;
  status?: 'active' | 'suspended';
  verifiedAt?: number | null;
  verifiedUntil?: string | null;
}

/**
 * Changes member type, role, status or verification, and records it in the account's history and in the evidence. A
 * suspension or another role ends the user's sessions, and the reset links that the user made (behavior 3.5, 3.7).
 * @throws ShopError not_found, reauthentication_needed (403) for role and status, last_admin (409)
 */
export const changeUser = async (
  { database, clock, sessions }: Shop,
  admin: SignedIn,
  { id, change }: { id: string; change: Change },
): Promise<AdminUser> => {
  const changesAccess = [change.role, change.isAdmin, change.status].some((value) => value !== undefined);
  if (changesAccess && id !== admin.userId) await sessions.requireReauthentication(admin);
  const now = clock();
  await database.write(
    async (tx, touch) => {
      if (changesAccess) await lockSessions(tx, { userId: id });
      const before = await lockUser(tx, id);
      if (!before) throw new ShopError('not_found');
      const values = newValues(before, change, now);
      const losesRole = values.role !== undefined && before.role !== values.role;
      const isSuspended = values.status === 'suspended' && before.status === 'active';
      if (before.role === 'owner' && (losesRole || isSuspended)) await refuseLosingLastOwner(tx, id);

      const events = describeChange(before, values);
      if (events.length === 0) return;
      await updateUser(tx, id, values);
      for (const { what, ...act } of events) {
        await recordUserEvent(tx, { userId: id, what, actor: admin.username, now });
        if (act.kind) await recordAudit(tx, { ...act, kind: act.kind, actor: actorOf(admin), subject: id, now });
      }
      if (losesRole || isSuspended) {
        await endSessions(tx, { userId: id });
        await deleteResetLinksBy(tx, { makerId: id });
        await deleteWaitingSettings(tx, { userId: id });
        touch('settings', []);
      }
      // How long a link is valid depends on the role of its user.
      if (losesRole) await deleteResetLinks(tx, { userId: id });
      touch('users', [id]);
    },
    changesAccess ? { first: lockAccess } : {},
  );
  return afterSaving(async () => presentAdminUser((await findAdminUser(database.read, { id, now }))!, admin.role));
};

/** The new values of this user. `isAdmin` is another way to say the role. */
const newValues = (before: UserRow, { verified, isAdmin, ...values }: Change, now: number): NewValues => ({
  ...(values.memberType !== undefined && { memberType: values.memberType }),
  ...(values.status !== undefined && { status: values.status }),
  ...(values.verifiedUntil !== undefined && { verifiedUntil: values.verifiedUntil }),
  ...(verified !== undefined && { verifiedAt: verified ? (before.verified_at ?? now) : null }),
  ...(values.role !== undefined && { role: values.role }),
  ...(isAdmin === true && before.role === 'member' && { role: 'owner' }),
  ...(isAdmin === false && { role: 'member' }),
});

/** One line of the account's history, with the same in terms of the evidence. */
interface UserChange {
  what: string;
  kind?: 'role' | 'status' | 'verified';
  before?: Json;
  after?: Json;
}

const ROLE_EVENTS: Readonly<Record<Role, string>> = {
  member: 'Admin access removed',
  orders: 'Role: order desk',
  inventory: 'Role: stock clerk',
  owner: 'Made an administrator',
};

/** Returns the changes; nothing if all values are as before. */
const describeChange = (before: UserRow, values: NewValues): UserChange[] => {
  const { memberType, role, status, verifiedAt, verifiedUntil } = values;
  const changes: UserChange[] = [];
  if (memberType !== undefined && memberType !== before.member_type) {
    changes.push({ what: `Member type: ${before.member_type} → ${memberType}` });
  }
  if (role !== undefined && role !== before.role) {
    changes.push({ what: ROLE_EVENTS[role], kind: 'role', before: before.role, after: role });
  }
  if (status !== undefined && status !== before.status) {
    const what = status === 'suspended' ? 'Suspended' : 'Restored';
    changes.push({ what, kind: 'status', before: before.status, after: status });
  }
  const wasVerified = before.verified_at !== null;
  const isVerified = verifiedAt === undefined ? wasVerified : verifiedAt !== null;
  const until = verifiedUntil === undefined ? before.verified_until : verifiedUntil;
  if (isVerified !== wasVerified || until !== before.verified_until) {
    changes.push({
      what: describeVerification({ wasVerified, isVerified, until }),
      kind: 'verified',
      before: { verified: wasVerified, verifiedUntil: before.verified_until },
      after: { verified: isVerified, verifiedUntil: until },
    });
  }
  return changes;
};

const describeVerification = (now: { wasVerified: boolean; isVerified: boolean; until: string | null }): string => {
  if (now.wasVerified && !now.isVerified) return 'Verification removed';
  const end = now.until === null ? 'without an end' : `until ${now.until}`;
  if (now.isVerified && !now.wasVerified) return now.until === null ? 'Verified' : `Verified ${end}`;
  return `Verification ${end}`;
};

const HOUR_MS = 3_600_000;

/**
 * Creates a one-time link that an owner sends by chat: for 24 hours, or 1 hour for users of the panel (behavior 3.6). The
 * link is stored nowhere, so a repeated call creates another one, which replaces it. The history has one line for both,
 * and the evidence an entry for each.
 * Its maker says whether using it also removes the passkeys of the user.
 * @throws ShopError not_found, passkey_needed (403), not_signed_in (401)
 */
export const createResetLink = async (
  shop: Shop,
  admin: SignedIn,
  { id, removePasskeys, origin, key }: { id: string; removePasskeys: boolean; origin: string; key: string | null },
): Promise<Once<{ url: string; expiresAt: string }>> => {
  if (removePasskeys) await requireMayRemovePasskeys(shop, admin, { id });
  const { database, clock } = shop;
  const now = clock();
  const does = removePasskeys ? 'Reset link created, which removes the passkeys' : 'Reset link created';
  // The scope names the user and what the link does, so that the same key for something else is another call.
  const keyed = {
    call: 'users.reset-link',
    scope: `${admin.userId}:${id}${removePasskeys ? ':passkeys' : ''}`,
    key,
    userId: id,
    now,
  } as const;
  return database.write(async (tx, touch) => {
    const target = await lockUser(tx, id);
    if (!target) throw new ShopError('not_found');
    const { made } = await oncePerKey(tx, keyed, async () => {
      await recordUserEvent(tx, { userId: id, what: does, actor: admin.username, now });
      return { userId: id };
    });
    // An entry for each link that is handed out, also for one that replaces another.
    const after = removePasskeys ? { after: { removePasskeys } } : {};
    await recordAudit(tx, { actor: actorOf(admin), kind: 'reset_link', subject: id, ...after, now });
    const expiresAt = now + (mayOpenPanel(target.role) ? HOUR_MS : 24 * HOUR_MS);
    const token = await createResetLinkRow(tx, {
      userId: id,
      makerId: admin.userId,
      removePasskeys,
      now,
      expiresAt,
    });
    touch('users', [id]);
    return onceWith(made, { url: `${origin}/reset/${token}`, expiresAt: new Date(expiresAt).toISOString() });
  });
};

/**
 * Ends all sessions of a user, and the reset links that the user made. Returns how many sessions ended.
 * @throws ShopError not_found
 */
export const endAllSessions = async (
  { database, clock }: Shop,
  admin: SignedIn,
  { id }: { id: string },
): Promise<number> =>
  database.write(
    async (tx, touch) => {
      if (!(await findUserById(tx, id))) throw new ShopError('not_found');
      const now = clock();
      const ended = await endSessions(tx, { userId: id });
      if (ended > 0 && id !== admin.userId) {
        const act = { kind: 'signed_out', subject: id, after: { sessions: ended } } as const;
        await recordAudit(tx, { ...act, actor: actorOf(admin), now });
      }
      await deleteResetLinksBy(tx, { makerId: id });
      await recordUserEvent(tx, { userId: id, what: 'Signed out everywhere', actor: admin.username, now });
      touch('users', [id]);
      return ended;
    },
    { first: lockAccess },
  );
