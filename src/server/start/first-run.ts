import { createHash, randomBytes } from 'node:crypto';
import { findState, type StateKey, setState } from '../db/shop-state.ts';
import type { Tx } from '../db/types.ts';
import { recordAudit, SYSTEM } from '../features/audit/audit.queries.ts';
import { storeAccessCode } from '../features/gate/gate.queries.ts';
import { endSessions } from '../features/users/sessions.queries.ts';
import {
  createAdminUser,
  findUserByName,
  recordUserEvent,
  type UserRow,
  updateUser,
} from '../features/users/users.queries.ts';
import { generatePassword, hashPassword } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';

/** Secrets that were just generated. They must be printed now, because only their hashes are stored. */
export interface GeneratedSecrets {
  accessCode?: string;
  adminPassword?: string;
}

/**
 * Makes sure that the gate has a key and a code, and that there is an administrator (behavior 1.6). A setting is applied
 * if it differs from the value applied last, so that a restart never undoes a change made in the shop.
 */
export const prepareSecrets = async (shop: Shop): Promise<GeneratedSecrets> => ({
  ...(await prepareGate(shop)),
  ...(await prepareAdmin(shop)),
});

const prepareGate = async ({ database, settings }: Shop): Promise<GeneratedSecrets> => {
  const { read } = database;
  if (!(await findState(read, 'gate_key'))) {
    await database.write((tx) => setState(tx, 'gate_key', randomBytes(32).toString('base64url')));
  }
  const setting = changed(settings.SHOP_ACCESS_CODE, await findState(read, 'applied_access_code'));
  if (setting === null && (await findState(read, 'access_code_hash'))) return {};
  const code = setting ?? generatePassword(2);
  const codeHash = await hashPassword(code);
  await database.write(async (tx, touch) => {
    await storeAccessCode(tx, touch, codeHash);
    await setState(tx, 'applied_access_code', fingerprint(code));
  });
  return setting === null ? { accessCode: code } : {};
};

const prepareAdmin = async ({ database, settings, clock }: Shop): Promise<GeneratedSecrets> => {
  const username = settings.SHOP_ADMIN_USERNAME;
  const applied = (key: StateKey) => findState(database.read, key);
  const admin = await findUserByName(database.read, username);
  const isNewAdmin = !admin || (await applied('applied_admin_username')) !== fingerprint(username);
  const setting = changed(settings.SHOP_ADMIN_PASSWORD, await applied('applied_admin_password'));
  if (!isNewAdmin && setting === null) return {};

  // An existing account keeps its password unless the setting has a new one.
  const password = setting ?? (admin ? null : (settings.SHOP_ADMIN_PASSWORD ?? generatePassword()));
  const passwordHash = password === null ? null : await hashPassword(password);
  const now = clock();
  await database.write(async (tx, touch) => {
    if (admin) await promote(tx, { admin, passwordHash, now });
    else {
      const { id } = await createAdminUser(tx, { username, passwordHash: passwordHash!, now });
      await recordAudit(tx, { actor: SYSTEM, kind: 'role', subject: id, after: 'owner', now });
    }
    await setState(tx, 'applied_admin_username', fingerprint(username));
    if (password !== null) await setState(tx, 'applied_admin_password', fingerprint(password));
    touch('users');
  });
  const isGenerated = !admin && settings.SHOP_ADMIN_PASSWORD === undefined && password !== null;
  return isGenerated ? { adminPassword: password } : {};
};

/** Makes an existing account the administrator. A new password ends its sessions. */
const promote = async (
  tx: Tx,
  { admin, passwordHash, now }: { admin: UserRow; passwordHash: string | null; now: number },
): Promise<void> => {
  await updateUser(tx, admin.id, { role: 'owner', status: 'active', ...(passwordHash && { passwordHash }) });
  if (admin.role !== 'owner') {
    await recordAudit(tx, { actor: SYSTEM, kind: 'role', subject: admin.id, before: admin.role, after: 'owner', now });
  }
  if (!passwordHash) return;
  await endSessions(tx, { userId: admin.id });
  await recordUserEvent(tx, { userId: admin.id, what: 'Password set by the settings', actor: 'system', now });
};

const fingerprint = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** The value if it differs from the one applied last, otherwise null. */
const changed = (value: string | undefined, applied: string | null): string | null =>
  value !== undefined && fingerprint(value) !== applied ? value : null;
