import { accessCodeInput } from '#contract/gate.ts';
import { registerInput } from '#contract/users.ts';
import { storeAccessCode } from '../features/gate/gate.queries.ts';
import { deleteResetLinks } from '../features/users/reset-links.queries.ts';
import { endSessions } from '../features/users/sessions.queries.ts';
import { createAdminUser, findUserByName, recordUserEvent, updateUser } from '../features/users/users.queries.ts';
import { generatePassword, hashPassword } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';
import { CommandError } from './with-shop.ts';

const ACTOR = 'command line';

/** Creates an administrator with a generated password, or makes an existing user one. Returns the text to print. */
export const createAdmin = async ({ database, clock }: Shop, username: string): Promise<string> => {
  const existing = await findUserByName(database.read, username);
  const now = clock();
  if (existing) {
    if (existing.role === 'owner') throw new CommandError(`${existing.username} is an administrator already.`);
    await database.write(async (tx, touch) => {
      await updateUser(tx, existing.id, { role: 'owner', status: 'active' });
      await recordUserEvent(tx, { userId: existing.id, what: 'Made an administrator', actor: ACTOR, now });
      touch('users', [existing.id]);
    });
    return `${existing.username} is an administrator now. The password stays as it was.`;
  }
  const problem = registerInput.shape.username.safeParse(username).error?.issues[0]?.message;
  if (problem) throw new CommandError(problem);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.write(async (tx, touch) => {
    const user = await createAdminUser(tx, { username, passwordHash, now });
    await recordUserEvent(tx, { userId: user.id, what: 'Made an administrator', actor: ACTOR, now });
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
  await database.write(async (tx, touch) => {
    await updateUser(tx, user.id, { passwordHash });
    await endSessions(tx, { userId: user.id });
    await deleteResetLinks(tx, { userId: user.id });
    await recordUserEvent(tx, { userId: user.id, what: 'Password reset', actor: ACTOR, now: clock() });
    touch('users', [user.id]);
  });
  return `${user.username} has the password ${password} now. All sessions of this user have ended.`;
};

/** Sets the shared access code. Every older gate cookie ends immediately (behavior 3.1). Returns the text to print. */
export const setAccessCode = async ({ database }: Shop, code: string): Promise<string> => {
  const problem = accessCodeInput.safeParse({ password: code }).error?.issues[0]?.message;
  if (problem) throw new CommandError(problem);
  const codeHash = await hashPassword(code);
  await database.write((tx, touch) => storeAccessCode(tx, touch, codeHash));
  return 'The access code has changed. Everybody passes the gate again.';
};
