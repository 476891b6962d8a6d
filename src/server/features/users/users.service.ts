import type * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import type { updateUserInput } from '#contract/users.ts';
import { lockAccess, lockSessions } from '../../db/locks.ts';
import { hashPassword } from '../../lib/secrets.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { recordAccountChange } from '../audit/record-account-change.ts';
import { requireFreeName, requireGoodPassword } from './account-rules.ts';
import { renameActor } from './actor-names.queries.ts';
import { checkCurrentPassword, lockCheckedUser, lockSignedIn } from './current-password.ts';
import { endOwnSession as endOwnSessionStatement } from './own-account.queries.ts';
import { deleteResetLinks } from './reset-links.queries.ts';
import { endSessions, type SessionKey } from './sessions.queries.ts';
import type { SignedIn } from './sessions.ts';
import { findUserById, hasGeneratedPassword, recordUserEvent, type UserRow, updateUser } from './users.queries.ts';

/**
 * Ends one of the member's sessions; the one of this request without an id. Returns whether it was this member's, and
 * still open.
 * @throws ShopError not_signed_in (401)
 */
export const endOwnSession = async (
  { database, sessions }: Shop,
  session: SessionKey,
  id: string | null = null,
): Promise<boolean> => {
  const [row] = await database.writeInOneStatement(
    endOwnSessionStatement,
    { ...session, id },
    {
      report: ([changed], touch) => {
        if (changed && changed.ended > 0) touch('sessions', []);
      },
    },
  );
  await sessions.accept(row, session);
  return row!.ended > 0;
};

type Change = z.output<typeof updateUserInput>;

/** Changes of name or e-mail. Each can tell whether somebody else has it (behavior 2.7). */
const NAME_CHANGES = { most: 10, milliseconds: 3_600_000 };

/**
 * Changes profile fields or the password. A new password ends the user's other sessions and reset links (behavior 3.5).
 * @throws ShopError wrong_current_password, weak_password, invalid_input (400) for a reserved name,
 * reauthentication_needed, passkey_needed (403), username_taken, email_taken (409), rate_limited (429)
 */
export const updateProfile = async (shop: Shop, signedIn: SignedIn, change: Change): Promise<UserRow> => {
  const { database, clock, log } = shop;
  const { currentPassword: _, newPassword, ...profile } = change;
  const user = await findUserById(database.read, signedIn.userId);
  if (!user) throw new ShopError('not_signed_in');
  await checkNames(shop, signedIn, user, change);
  const checked = newPassword === undefined ? null : await checkHolder(shop, signedIn, user, change);
  const passwordHash = newPassword === undefined ? undefined : await hashNewPassword(shop, user, change, newPassword);
  const values = { ...profile, ...(passwordHash && { passwordHash }) };
  if (Object.values(values).every((value) => value === undefined)) return user;

  const actor = actorOf(signedIn);
  const updated = await database.write(
    async (tx, touch) => {
      const now = clock();
      if (passwordHash) await lockSessions(tx, { userId: user.id });
      const before = checked ? await lockCheckedUser(tx, signedIn, checked) : await lockSignedIn(tx, signedIn);
      const after = await updateUser(tx, user.id, values);
      if (after.username !== before.username) {
        await renameActor(tx, { userId: user.id, role: before.role, from: before.username, to: after.username });
      }
      for (const what of describeChange(before, after)) {
        await recordUserEvent(tx, { userId: user.id, what, actor: after.username, now });
      }
      await recordAccountChange(tx, actor, { changed: changedValues(before, after), now });
      if (passwordHash) {
        await endSessions(tx, { userId: user.id, keep: signedIn.sessionId });
        await deleteResetLinks(tx, { userId: user.id });
      }
      touch('users', [user.id]);
      return after;
    },
    passwordHash ? { first: lockAccess } : {},
  );
  if (passwordHash) {
    logSecurity(log, { event: 'password_change', userId: user.id, address: signedIn.address, result: 'ok' });
  }
  return updated;
};

/**
 * Checks that it is the user who sets a new password: they know the current one. One that the shop made was typed at the
 * sign-in a moment ago, so it need not be typed again (behavior 3.17). Returns the user as they were checked.
 * @throws ShopError wrong_current_password (400), reauthentication_needed, passkey_needed (403), rate_limited (429)
 */
const checkHolder = async (shop: Shop, signedIn: SignedIn, user: UserRow, { currentPassword }: Change) => {
  if (currentPassword === undefined && (await hasGeneratedPassword(shop.database.read, signedIn))) {
    await shop.sessions.requireReauthentication(signedIn);
    return user;
  }
  return checkCurrentPassword(shop, signedIn, currentPassword ?? '');
};

/** Checks a new name or e-mail before anything slow. The form of the profile also sends values that stay. */
const checkNames = async (shop: Shop, signedIn: SignedIn, user: UserRow, change: Change) => {
  const { username, email, signalUsername } = change;
  const isRenamed = username !== undefined && username !== user.username;
  const hasNewEmail = email !== undefined && email !== user.email;
  if (isRenamed && username.toLowerCase() !== user.username.toLowerCase()) {
    await requireFreeName(shop, username, user.role);
  }
  // Reset links are sent to the Telegram name.
  const hasNewTelegram = signalUsername !== undefined && signalUsername !== user.signal_username;
  if (hasNewEmail || hasNewTelegram) await shop.sessions.requireReauthentication(signedIn);
  if (isRenamed || hasNewEmail) await shop.limits.require(`names ${user.id}`, NAME_CHANGES);
};

/** @throws ShopError weak_password (400) */
const hashNewPassword = async (shop: Shop, user: UserRow, change: Change, password: string) => {
  const { username = user.username, email = user.email } = change;
  await requireGoodPassword(shop, password, { username, email });
  return hashPassword(password);
};

/** The names of the values that differ. */
const changedValues = (before: UserRow, after: UserRow): string[] =>
  Object.entries({
    username: before.username !== after.username,
    email: before.email !== after.email,
    signalUsername: before.signal_username !== after.signal_username,
    password: before.password_hash !== after.password_hash,
  }).flatMap(([name, isChanged]) => (isChanged ? [name] : []));

/** The lines of the account's history. */
const describeChange = (before: UserRow, after: UserRow): string[] => {
  const isProfileChanged = before.email !== after.email || before.signal_username !== after.signal_username;
  return [
    ...(before.username === after.username ? [] : [`Username: ${before.username} → ${after.username}`]),
    ...(isProfileChanged ? ['Profile changed'] : []),
    ...(before.password_hash === after.password_hash ? [] : ['Password changed']),
  ];
};
