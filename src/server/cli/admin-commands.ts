import { registerInput } from '#contract/users.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { counted } from '#domain/text.ts';
import { lockAccess } from '../db/locks.ts';
import { COMMAND_LINE, recordAudit } from '../features/audit/audit.queries.ts';
import { INVITES_ONLY, storeAccessCode } from '../features/gate/gate.queries.ts';
import { secretProblem } from '../features/users/first-secrets.ts';
import { makeOwner } from '../features/users/make-owner.service.ts';
import { removeAllPasskeys } from '../features/users/remove-passkeys.service.ts';
import { deleteResetLinks } from '../features/users/reset-links.queries.ts';
import { endSessions } from '../features/users/sessions.queries.ts';
import {
  createAdminUser,
  findUserByName,
  lockUser,
  recordUserEvent,
  updateUser,
} from '../features/users/users.queries.ts';
import { generatePassword, hashPassword } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';
import { CommandError } from './with-shop.ts';

const ACTOR = COMMAND_LINE.name;

/** Creates an administrator with a generated password, or makes an existing user one. Returns the text to print. */
export const createAdmin = async ({ database, clock }: Shop, username: string): Promise<string> => {
  const existing = await findUserByName(database.read, username);
  const now = clock();
  if (existing) {
    if (existing.role === 'owner') throw new CommandError(`${existing.username} is an administrator already.`);
    const made = { userId: existing.id, actor: COMMAND_LINE, what: 'Made an administrator', now };
    const owner = await database.write((tx, touch) => makeOwner(tx, touch, made), { first: lockAccess });
    if (!owner) throw new CommandError(`There is no user called ${username}.`);
    return [
      `${owner.username} is an administrator now. The password stays as it was.`,
      'All sessions of this user have ended.',
    ].join(' ');
  }
  const problem = registerInput.shape.username.safeParse(username).error?.issues[0]?.message;
  if (problem) throw new CommandError(problem);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.write(async (tx, touch) => {
    const user = await createAdminUser(tx, { username, passwordHash, passwordGenerated: true, now });
    await recordUserEvent(tx, { userId: user.id, what: 'Made an administrator', actor: ACTOR, now });
    await recordAudit(tx, { actor: COMMAND_LINE, kind: 'role', subject: user.id, after: 'owner', now });
    touch('users', [user.id]);
  });
  return `Administrator ${username} with the password ${password}`;
};

/** Sets a generated password for a user and ends the user's sessions. Returns the text to print. */
export const resetPassword = async ({ database, clock }: Shop, username: string): Promise<string> => {
  const user = await findUserByName(database.read, username);
  if (!user) throw new CommandError(`There is no user called ${username}.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write(async (tx, touch) => {
    await endSessions(tx, { userId: user.id });
    await updateUser(tx, user.id, { passwordHash, passwordGenerated: true });
    await deleteResetLinks(tx, { userId: user.id });
    await recordUserEvent(tx, { userId: user.id, what: 'Password reset', actor: ACTOR, now });
    await recordAudit(tx, { actor: COMMAND_LINE, kind: 'reset_used', subject: user.id, now });
    touch('users', [user.id]);
  });
  return `${user.username} has the password ${password} now. All sessions of this user have ended.`;
};

/**
 * Removes all passkeys of a user who has lost them, and ends the user's sessions: the way back into a panel that needs a
 * passkey (behavior 3.15). Returns the text to print.
 */
export const resetPasskeys = async ({ database, clock, settings }: Shop, username: string): Promise<string> => {
  const user = await findUserByName(database.read, username);
  if (!user) throw new CommandError(`There is no user called ${username}.`);
  const userId = user.id;
  const removed = await database.write(async (tx, touch) => {
    const now = clock();
    await endSessions(tx, { userId });
    await lockUser(tx, userId);
    return removeAllPasskeys(tx, touch, { userId, actor: COMMAND_LINE, name: ACTOR, now });
  });
  const next = settings.PANEL_PASSKEYS === 'required' && mayOpenPanel(user.role);
  return [
    `${counted(removed, 'passkey')} of ${user.username} removed. All sessions of this user have ended.`,
    `${user.username} signs in with the password${next ? ' and adds a passkey to open the panel' : ''}.`,
  ].join('\n');
};

/**
 * Sets the shared access code; "off" leaves only invites. Every older gate cookie ends immediately (behavior 3.1). Returns
 * the text to print.
 */
export const setAccessCode = async ({ database, clock, settings }: Shop, code: string): Promise<string> => {
  const problem = code === INVITES_ONLY ? null : await secretProblem(code, settings);
  if (problem !== null) throw new CommandError(`The access code ${problem}.`);
  const codeHash = code === INVITES_ONLY ? INVITES_ONLY : await hashPassword(code);
  const now = clock();
  await database.write(async (tx, touch) => {
    await storeAccessCode(tx, touch, { codeHash, source: 'panel' });
    await recordAudit(tx, { actor: COMMAND_LINE, kind: 'settings', subject: 'SHOP_ACCESS_CODE', now });
  });
  return code === INVITES_ONLY
    ? 'There is no access code any more. Only invites open the gate, and everybody passes it again.'
    : 'The access code has changed. Everybody passes the gate again.';
};
