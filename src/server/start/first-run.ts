import { randomBytes } from 'node:crypto';
import { lockAccess } from '../db/locks.ts';
import { deleteState, findState, initState, setState } from '../db/shop-state.ts';
import type { Tx } from '../db/types.ts';
import { recordAudit, SYSTEM } from '../features/audit/audit.queries.ts';
import { explainOnce } from '../features/audit/explained.ts';
import { INVITES_ONLY, storeAccessCode } from '../features/gate/gate.queries.ts';
import { newInviteCode } from '../features/invites/invite-code.ts';
import { hasOpenInvite, insertInvite } from '../features/invites/invites.queries.ts';
import { findNewValue, fingerprint, hashApplied } from '../features/settings/applied-values.ts';
import { firstAddressNotes } from '../features/settings/check-account-key.ts';
import { recordSettings } from '../features/settings/settings-record.ts';
import { applyDueSettings } from '../features/settings/waiting-settings.service.ts';
import { checkFirstSecret } from '../features/users/first-secrets.ts';
import { makeOwner } from '../features/users/make-owner.service.ts';
import { deleteResetLinks } from '../features/users/reset-links.queries.ts';
import { endSessions } from '../features/users/sessions.queries.ts';
import {
  createAdminUser,
  findUserById,
  findUserByName,
  hasActiveOwner,
  recordUserEvent,
  type UserRow,
  updateUser,
} from '../features/users/users.queries.ts';
import { shopCommand } from '../lib/program.ts';
import { generatePassword, hashPassword } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';
import { noteBackups, noteEngine } from './engine.ts';

/** Secrets that were just generated. They must be printed now, because only their hashes are stored. */
export interface GeneratedSecrets {
  accessCode?: string;
  adminPassword?: string;
  /** A code for `FIRST_INVITE_USES` registrations. */
  inviteCode?: string;
}

/** The notes of a start for its operator. */
export interface Prepared {
  generated: GeneratedSecrets;
  /** One line each. */
  notes: string[];
}

/** For how many registrations the invite is that the shop makes if only invites open the gate. */
export const FIRST_INVITE_USES = 10;

/**
 * Makes sure that the gate has its keys and opens for somebody, and that there is an owner (behavior 1.6). A setting is
 * applied if it differs from the value applied last, so that a restart never undoes a change made in the shop.
 */
export const prepareShop = async (shop: Shop): Promise<Prepared> => {
  const { read } = shop.database;
  await shop.currentSettings.load(shop.database);
  await applyDueSettings(shop);
  const { SHOP_ACCESS_CODE, SHOP_ADMIN_PASSWORD } = shop.settings;
  const [accessCode, adminPassword] = await Promise.all([
    findNewValue(read, 'applied_access_code_hash', SHOP_ACCESS_CODE),
    findNewValue(read, 'applied_admin_password_hash', SHOP_ADMIN_PASSWORD),
  ]);
  const weak = [
    ...(await checkFirstSecret('SHOP_ACCESS_CODE', shop.settings, accessCode !== null)),
    ...(await checkFirstSecret('SHOP_ADMIN_PASSWORD', shop.settings, adminPassword !== null)),
  ];
  const gate = await prepareGate(shop, accessCode);
  const admin = await prepareAdmin(shop, adminPassword);
  await recordSettings(shop, {
    SHOP_ACCESS_CODE: accessCode !== null,
    SHOP_ADMIN_PASSWORD: adminPassword !== null,
  });
  await explainOnce(shop);
  await shop.currentSettings.compareWithEvidence(shop.database);
  return {
    generated: { ...gate, ...admin.generated },
    notes: [
      ...(await noteEngine(shop)),
      ...firstAddressNotes(shop),
      ...[...shop.currentSettings.notInForce.values()].map((sentence) => `Set in the panel: ${sentence}`),
      ...weak,
      ...admin.notes,
      ...(await adviseOnSecrets(shop)),
      ...(await noteBackups(shop)),
    ],
  };
};

const newKey = (): string => randomBytes(32).toString('base64url');

/** Applies a new access code, or generates the first one. */
const prepareGate = async ({ database, clock }: Shop, setting: string | null): Promise<GeneratedSecrets> => {
  const { read } = database;
  await database.write(async (tx) => {
    await initState(tx, 'gate_key', newKey());
    await initState(tx, 'invite_key', newKey());
    await initState(tx, 'shop_id', newKey());
  });
  if (setting === null && (await findState(read, 'access_code_hash'))) return {};
  const code = setting ?? generatePassword(2);
  const onlyInvites = code === INVITES_ONLY;
  const [codeHash, appliedHash] = await Promise.all([
    onlyInvites ? INVITES_ONLY : hashPassword(code),
    hashApplied(code),
  ]);
  const { code: inviteCode, hash: inviteHash } = newInviteCode((await findState(read, 'invite_key'))!);
  const now = clock();
  return database.write(async (tx, touch) => {
    await storeAccessCode(tx, touch, { codeHash, source: setting === null ? 'default' : 'environment' });
    await setState(tx, 'applied_access_code_hash', appliedHash);
    if (!onlyInvites) return setting === null ? { accessCode: code } : {};
    if (await hasOpenInvite(tx, { now })) return {};
    await insertInvite(tx, {
      label: 'First start',
      codeHash: inviteHash,
      uses: FIRST_INVITE_USES,
      actor: SYSTEM,
      expiresAt: null,
      now,
    });
    return { inviteCode };
  });
};

interface PreparedAdmin {
  generated: GeneratedSecrets;
  notes: string[];
}

/** Makes the account of the settings an owner if that is due, and gives a new password to the account it was for. */
const prepareAdmin = async (
  { database, settings, clock }: Shop,
  newPassword: string | null,
): Promise<PreparedAdmin> => {
  const { read } = database;
  const username = settings.SHOP_ADMIN_USERNAME;
  const named = await findUserByName(read, username);
  const isNewName = (await findState(read, 'applied_admin_username')) !== fingerprint(username);
  const needsOwner = isNewName || !(await hasActiveOwner(read));
  const storedId = await findState(read, 'applied_admin_id');
  if (!needsOwner && newPassword === null && storedId !== null) return { generated: {}, notes: [] };
  // Version 0.1.0 stored no id.
  const appliedId = isNewName ? null : (storedId ?? named?.id ?? '');
  const isCreated = needsOwner && !named;
  // Another account gets a password that an earlier start may have applied before there were rules.
  if (isCreated) await checkFirstSecret('SHOP_ADMIN_PASSWORD', settings, true);
  const password = isCreated ? (settings.SHOP_ADMIN_PASSWORD ?? generatePassword()) : newPassword;
  const isGenerated = isCreated && settings.SHOP_ADMIN_PASSWORD === undefined;
  const hashes = password === null ? null : await Promise.all([hashPassword(password), hashApplied(password)]);
  const now = clock();

  const isApplied = await database.write(
    async (tx, touch) => {
      let owner = appliedId === null ? undefined : await findActiveOwner(tx, appliedId);
      if (needsOwner) {
        owner = named
          ? await makeOwner(tx, touch, { userId: named.id, actor: SYSTEM, what: MADE_BY_SETTINGS, now })
          : await createOwner(tx, { username, passwordHash: hashes![0], passwordGenerated: isGenerated, now });
      }
      await setState(tx, 'applied_admin_username', fingerprint(username));
      await setState(tx, 'applied_admin_id', owner?.id ?? appliedId ?? '');
      if (hashes) await setState(tx, 'applied_admin_password_hash', hashes[1]);
      if (owner && hashes && !isCreated) await setPassword(tx, { userId: owner.id, passwordHash: hashes[0], now });
      if (needsOwner || (owner && hashes)) touch('users');
      return owner !== undefined;
    },
    { first: lockAccess },
  );

  return {
    generated: isGenerated && password !== null ? { adminPassword: password } : {},
    notes: password === null || isApplied ? [] : [NOT_APPLIED],
  };
};

const MADE_BY_SETTINGS = 'Made an administrator by the settings';

const NOT_APPLIED =
  'SHOP_ADMIN_PASSWORD was not applied, because the account it was for is no longer an active owner. ' +
  `To set a password, run: ${shopCommand('admin reset-password NAME')}`;

const findActiveOwner = async (tx: Tx, id: string): Promise<UserRow | undefined> => {
  const user = await findUserById(tx, id);
  return user?.role === 'owner' && user.status === 'active' ? user : undefined;
};

const createOwner = async (
  tx: Tx,
  account: { username: string; passwordHash: string; passwordGenerated: boolean; now: number },
): Promise<UserRow> => {
  const user = await createAdminUser(tx, account);
  await recordAudit(tx, { actor: SYSTEM, kind: 'role', subject: user.id, after: 'owner', now: account.now });
  return user;
};

/** A new password ends sessions and reset links. */
const setPassword = async (
  tx: Tx,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: number },
): Promise<void> => {
  await updateUser(tx, userId, { passwordHash });
  await endSessions(tx, { userId });
  await deleteResetLinks(tx, { userId });
  await recordUserEvent(tx, { userId, what: 'Password set by the settings', actor: 'system', now });
};

const SECRETS_ADVICE =
  'An older version stored the access code and the admin password in a form that can be guessed. ' +
  'Please change both, and delete backups made before this start.';

/** Says once what the operator should do after a migration deleted badly stored secrets. */
const adviseOnSecrets = async ({ database, clock }: Shop): Promise<string[]> => {
  if ((await findState(database.read, 'secrets_advice')) === null) return [];
  await database.write(async (tx) => {
    await deleteState(tx, 'secrets_advice');
    await recordAudit(tx, {
      actor: SYSTEM,
      kind: 'settings',
      subject: 'secrets of an older version',
      after: 'deleted; access code and admin password should be changed',
      now: clock(),
    });
  });
  return [SECRETS_ADVICE];
};
