import { accessCodeInput } from '#contract/gate.ts';
import { registerInput } from '#contract/users.ts';
import { setState } from '../db/shop-state.ts';
import type { Deps } from '../deps.ts';
import { createUser, endSessions, findUserByName } from '../features/accounts/accounts.queries.ts';
import { recordUserEvent } from '../features/accounts/user-events.queries.ts';
import { generatePassword, hashPassword } from '../passwords.ts';
import { CommandError } from './command-error.ts';

const ACTOR = 'command line';

/** Makes an administrator with a generated password, or gives an existing user the right. Answers what to say. */
export const createAdmin = async ({ database, clock }: Deps, username: string): Promise<string> => {
  const existing = await findUserByName(database.read, username);
  const now = clock();
  if (existing) {
    if (existing.is_admin === 1) throw new CommandError(`${existing.username} is an administrator already.`);
    await database.write(async (tx, touch) => {
      await tx.updateTable('users').set({ is_admin: 1, status: 'active' }).where('id', '=', existing.id).execute();
      await recordUserEvent(tx, { userId: existing.id, what: 'Made an administrator', actor: ACTOR, now });
      touch('users', [existing.id]);
    });
    return `${existing.username} is an administrator now; the password stays as it was.`;
  }
  const problem = registerInput.shape.username.safeParse(username).error?.issues[0]?.message;
  if (problem) throw new CommandError(problem);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.write(async (tx, touch) => {
    const user = await createUser(tx, {
      username,
      email: `${username.toLowerCase()}@localhost`,
      signalUsername: '',
      passwordHash,
      isAdmin: true,
      ageConfirmedAt: null,
      verifiedAt: now,
      now,
    });
    await recordUserEvent(tx, { userId: user.id, what: 'Made an administrator', actor: ACTOR, now });
    touch('users', [user.id]);
  });
  return `Administrator ${username} with the password ${password}`;
};

/** Sets a generated password for a user and ends the user's sessions. */
export const resetPassword = async ({ database, clock }: Deps, username: string): Promise<string> => {
  const user = await findUserByName(database.read, username);
  if (!user) throw new CommandError(`There is no user called ${username}.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.write(async (tx, touch) => {
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
    await endSessions(tx, { userId: user.id });
    await recordUserEvent(tx, { userId: user.id, what: 'Password reset', actor: ACTOR, now: clock() });
    touch('users', [user.id]);
  });
  return `${user.username} has the password ${password} now; all sessions of that user have ended.`;
};

/** Sets the shared access code: every older gate cookie ends at once. */
export const setAccessCode = async ({ database }: Deps, code: string): Promise<string> => {
  const problem = accessCodeInput.safeParse({ password: code }).error?.issues[0]?.message;
  if (problem) throw new CommandError(problem);
  const codeHash = await hashPassword(code);
  await database.write(async (tx, touch) => {
    await setState(tx, 'access_code_hash', codeHash);
    touch('users');
  });
  return 'The access code is changed. Everyone passes the gate anew.';
};
