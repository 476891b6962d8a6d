import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from './db/shop-database.ts';
import { findState, type StateKey, setState } from './db/shop-state.ts';
import type { Deps } from './deps.ts';
import { createUser, endSessions, findUserByName } from './features/accounts/accounts.queries.ts';
import { generatePassword, hashPassword } from './passwords.ts';

/** What was generated now and must be printed, because only hashes are kept. */
export interface Generated {
  accessCode?: string;
  adminPassword?: string;
}

/**
 * Makes sure that the gate has a key and a code and that there is an admin (decisions §1, §8 "settings"). Values of the
 * environment are applied when they differ from those last applied, so that a restart never undoes what was changed
 * in the shop.
 */
export const prepareSecrets = async ({ database, settings, clock }: Deps): Promise<Generated> => {
  const generated: Generated = {};
  const state = (key: StateKey) => findState(database.read, key);

  if (!(await state('gate_key'))) {
    await database.write((tx) => setState(tx, 'gate_key', randomBytes(32).toString('base64url')));
  }

  const accessCode = await due(settings.SHOP_ACCESS_CODE, await state('applied_access_code'));
  if (accessCode !== null || !(await state('access_code_hash'))) {
    const code = accessCode ?? generatePassword(2);
    if (accessCode === null) generated.accessCode = code;
    const codeHash = await hashPassword(code);
    await database.write(async (tx, touch) => {
      await setState(tx, 'access_code_hash', codeHash);
      await setState(tx, 'applied_access_code', fingerprint(code));
      touch('users');
    });
  }

  const username = settings.SHOP_ADMIN_USERNAME;
  const admin = await findUserByName(database.read, username);
  const newAdmin = !admin || (await state('applied_admin_username')) !== fingerprint(username);
  const password = await due(settings.SHOP_ADMIN_PASSWORD, await state('applied_admin_password'));
  if (!newAdmin && password === null) return generated;

  const chosen = password ?? (admin ? null : (settings.SHOP_ADMIN_PASSWORD ?? generatePassword()));
  if (!admin && settings.SHOP_ADMIN_PASSWORD === undefined && chosen !== null) generated.adminPassword = chosen;
  const passwordHash = chosen === null ? null : await hashPassword(chosen);
  const now = clock();
  await database.write(async (tx) => {
    if (admin) await promote(tx, { userId: admin.id, passwordHash, now });
    else if (passwordHash) {
      await createUser(tx, {
        username,
        email: `${username.toLowerCase()}@localhost`,
        signalUsername: '',
        passwordHash,
        isAdmin: true,
        ageConfirmedAt: null,
        verifiedAt: now,
        now,
      });
    }
    await setState(tx, 'applied_admin_username', fingerprint(username));
    if (chosen !== null) await setState(tx, 'applied_admin_password', fingerprint(chosen));
  });
  return generated;
};

const promote = async (
  tx: Tx,
  { userId, passwordHash, now }: { userId: string; passwordHash: string | null; now: number },
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ is_admin: 1, status: 'active', ...(passwordHash && { password_hash: passwordHash }) })
    .where('id', '=', userId)
    .execute();
  if (!passwordHash) return;
  await endSessions(tx, { userId });
  await tx
    .insertInto('user_events')
    .values({ user_id: userId, what: 'Password set by the settings', actor: 'system', at: now })
    .execute();
};

const fingerprint = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** The value where it differs from the one last applied, else null. */
const due = async (value: string | undefined, applied: string | null): Promise<string | null> =>
  value !== undefined && fingerprint(value) !== applied ? value : null;
