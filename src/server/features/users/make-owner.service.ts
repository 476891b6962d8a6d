import { lockSessions } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { deleteResetLinks, deleteResetLinksBy } from './reset-links.queries.ts';
import { endSessions } from './sessions.queries.ts';
import { lockUser, recordUserEvent, type UserRow, updateUser } from './users.queries.ts';

interface NewOwner {
  userId: string;
  actor: AuditActor;
  /** The entry of the account's history. */
  what: string;
  now: number;
}

/**
 * Makes an existing account an active owner, who keeps the password. As with every change of a role, sessions end and
 * reset links do (behavior 3.5, 3.6). Its transaction has to begin with `lockAccess`. Returns the owner, or undefined if
 * the account was deleted in between.
 */
export const makeOwner = async (
  tx: Tx,
  touch: Touch,
  { userId, actor, what, now }: NewOwner,
): Promise<UserRow | undefined> => {
  await lockSessions(tx, { userId });
  const before = await lockUser(tx, userId);
  if (!before || (before.role === 'owner' && before.status === 'active')) return before;
  const act = { actor, subject: userId, now };
  if (before.role !== 'owner') await recordAudit(tx, { ...act, kind: 'role', before: before.role, after: 'owner' });
  if (before.status !== 'active') {
    await recordAudit(tx, { ...act, kind: 'status', before: before.status, after: 'active' });
  }
  await endSessions(tx, { userId });
  await deleteResetLinksBy(tx, { makerId: userId });
  await deleteResetLinks(tx, { userId });
  await recordUserEvent(tx, { userId, what, actor: actor.name, now });
  touch('users', [userId]);
  return updateUser(tx, userId, { role: 'owner', status: 'active' });
};
