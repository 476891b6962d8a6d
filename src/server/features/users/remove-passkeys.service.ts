import { ShopError } from '#contract/errors.ts';
import { lockAccess, lockSessions } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit } from '../audit/audit.queries.ts';
import { deleteResetLinksBy } from './reset-links.queries.ts';
import { deletePasskeys, endSessions } from './sessions.queries.ts';
import type { SignedIn } from './sessions.ts';
import { lockUser, recordUserEvent } from './users.queries.ts';

/** Removes all passkeys of a user, whose row is locked, and records it. Returns how many there were. */
export const removeAllPasskeys = async (
  tx: Tx,
  touch: Touch,
  { userId, actor, name, now }: { userId: string; actor: AuditActor; name: string; now: number },
): Promise<number> => {
  const passkeys = await deletePasskeys(tx, { userId });
  await recordUserEvent(tx, { userId, what: 'All passkeys removed', actor: name, now });
  await recordAudit(tx, { actor, kind: 'passkey', subject: userId, before: { passkeys }, now });
  touch('users', [userId]);
  return passkeys;
};

/**
 * Refuses an owner who may not remove the passkeys of a user. Owners do not remove all of their own, and confirm with a
 * passkey if they have one (behavior 3.15).
 * @throws ShopError passkey_needed (403)
 */
export const requireMayRemovePasskeys = async (
  { sessions }: Shop,
  owner: SignedIn,
  { id }: { id: string },
): Promise<void> => {
  if (id === owner.userId) {
    throw new ShopError('passkey_needed', { message: 'Another owner can remove your passkeys.' });
  }
  await sessions.requirePasskeyProof(owner);
};

/**
 * Removes the passkeys of another user, who lost them or never added them. It ends the sessions of the user, and the
 * reset links that the user made. Returns how many passkeys there were.
 * @throws ShopError not_found, passkey_needed (403)
 */
export const removePasskeysOf = async (shop: Shop, owner: SignedIn, { id }: { id: string }): Promise<number> => {
  await requireMayRemovePasskeys(shop, owner, { id });
  const { database, clock } = shop;
  return database.write(
    async (tx, touch) => {
      await lockSessions(tx, { userId: id });
      if (!(await lockUser(tx, id))) throw new ShopError('not_found');
      const [actor, now] = [actorOf(owner), clock()];
      await endSessions(tx, { userId: id });
      await deleteResetLinksBy(tx, { makerId: id });
      return removeAllPasskeys(tx, touch, { userId: id, actor, name: owner.username, now });
    },
    { first: lockAccess },
  );
};
