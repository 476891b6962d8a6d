import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { lockSessions } from '../../db/locks.ts';
import { hashPassword } from '../../lib/secrets.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { requireGoodPassword } from './account-rules.ts';
import { removeAllPasskeys } from './remove-passkeys.service.ts';
import { deleteResetLinks, findResetLink, redeemResetLink } from './reset-links.queries.ts';
import { endSessions } from './sessions.queries.ts';
import { findUserById, lockUser, recordUserEvent, updateUser } from './users.queries.ts';

/**
 * Returns whose password a one-time link sets.
 * @throws ShopError link_ended (404)
 */
export const readResetLink = async ({ database, clock }: Shop, token: string): Promise<{ username: string }> => {
  const link = await findResetLink(database.read, { token, now: clock() });
  if (!link) throw new ShopError('link_ended');
  return { username: link.username };
};

/**
 * Sets a new password with a one-time link, removes the passkeys if its maker chose that, and ends all sessions and links of the user (behavior 3.6).
 * @throws ShopError link_ended (404), weak_password (400)
 */
export const resetPassword = async (
  shop: Shop,
  { token, password }: { token: string; password: string },
  request: FastifyRequest,
): Promise<void> => {
  const { database, clock, log } = shop;
  const target = await findResetLink(database.read, { token, now: clock() });
  if (!target) throw new ShopError('link_ended');
  await requireGoodPassword(shop, password, target);
  const passwordHash = await hashPassword(password);
  const now = clock();
  const userId = await database.write(async (tx, touch) => {
    await lockSessions(tx, { userId: target.id });
    // Users are locked before their links, here and wherever links end.
    const user = await lockUser(tx, target.id);
    const link = await redeemResetLink(tx, { token, now });
    if (!user || !link) throw new ShopError('link_ended');
    await updateUser(tx, user.id, { passwordHash });
    const name = (await findUserById(tx, link.created_by))?.username ?? 'system';
    const actor = { id: user.id, name: user.username, role: user.role, address: request.ip ?? null };
    await endSessions(tx, { userId: user.id });
    await deleteResetLinks(tx, { userId: user.id });
    await recordUserEvent(tx, { userId: user.id, what: 'Password reset', actor: name, now });
    if (link.remove_passkeys) await removeAllPasskeys(tx, touch, { userId: user.id, actor, name, now });
    await recordAudit(tx, {
      kind: 'reset_used',
      actor,
      subject: user.id,
      after: { madeBy: link.created_by },
      now,
    });
    touch('users', [user.id]);
    return user.id;
  });
  logSecurity(log, { event: 'password_reset', userId, address: request.ip, result: 'ok' });
};
