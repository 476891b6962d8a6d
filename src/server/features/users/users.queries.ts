import { randomUUID } from 'node:crypto';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import { ShopError } from '#contract/errors.ts';
import { DEFAULT_MEMBER_TYPE } from '#domain/constants.ts';
import { mayOpenPanel, ROLES, type Role } from '#domain/permissions.ts';
import { usernameKey } from '#domain/typed-text.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

export const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'signal_username',
  'password_hash',
  'role',
  'member_type',
  'status',
  'verified_at',
  'verified_until',
  'created_at',
] as const;

const usersOf = expressionBuilder<Schema>();

const userByName = prepareQuery('users.by-name', (db, param: ParamOf<{ name: string }>) =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(sql<string>`lower(username)`, '=', param('name'))
    .where('deleted_at', 'is', null),
);

/** Finds a user by name, ignoring case. Deleted accounts are not found. */
export const findUserByName = async (db: Db | Tx, username: string): Promise<UserRow | undefined> =>
  (await userByName(db, { name: usernameKey(username) }))[0];

const userById = prepareQuery('users.by-id', (db, param: ParamOf<{ id: string }>) =>
  db.selectFrom('users').select(USER_COLUMNS).where('id', '=', param('id')).where('deleted_at', 'is', null),
);

export const findUserById = async (db: Db | Tx, id: string): Promise<UserRow | undefined> =>
  (await userById(db, { id }))[0];

/** True if the shop has made the password of a user, and nobody has set another one since. */
export const hasGeneratedPassword = async (db: Db | Tx, { userId }: { userId: string }): Promise<boolean> => {
  const query = db.selectFrom('users').select('id').where('id', '=', userId).where('password_generated', '=', 1);
  return (await query.executeTakeFirst()) !== undefined;
};

/** A user with everything that is stored about them, and the label of the invite that they used, for their own eyes. */
export const findOwnRecord = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select(['age_confirmed_at', 'last_seen_at', 'password_generated'])
    .select(({ selectFrom, fn }) =>
      fn
        .coalesce(
          'users.invite_label',
          selectFrom('invites').select('invites.label').whereRef('invites.id', '=', 'users.invite_id'),
        )
        .as('invite'),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type OwnRecord = NonNullable<Awaited<ReturnType<typeof findOwnRecord>>>;

/** Like findUserById. On PostgreSQL no other transaction changes the user until this one ends. */
export const lockUser = async (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(USER_COLUMNS)
    .executeTakeFirst();

export type UserRow = Awaited<ReturnType<typeof userById>>[number];

/** The ids of users for the filter `?user` of lists: a user's id, or the name ignoring case. */
export const usersCalled = (user: string) =>
  usersOf
    .selectFrom('users')
    .select('users.id')
    .where(sql<SqlBool>`(users.id = ${user} or lower(users.username) = lower(${user}))`);

/** @throws the database's error for a user name or e-mail that is taken (failures.ts) */
export const createUser = (
  tx: Tx,
  account: {
    /** Chosen by the caller if it needs to know the id before; otherwise a new one. */
    id?: string;
    username: string;
    email: string;
    signalUsername: string;
    passwordHash: string;
    passwordGenerated?: boolean;
    role: Role;
    ageConfirmedAt: number | null;
    verifiedAt: number | null;
    /** The invite that the account is registered with. */
    inviteId?: string | null;
    now: number;
  },
): Promise<UserRow> =>
  tx
    .insertInto('users')
    .values({
      id: account.id ?? randomUUID(),
      username: account.username,
      email: account.email,
      signal_username: account.signalUsername,
      password_hash: account.passwordHash,
      password_generated: account.passwordGenerated ? 1 : 0,
      role: account.role,
      member_type: DEFAULT_MEMBER_TYPE,
      status: 'active',
      verified_at: account.verifiedAt,
      age_confirmed_at: account.ageConfirmedAt,
      created_at: account.now,
      last_seen_at: account.now,
      invite_id: account.inviteId ?? null,
      deleted_at: null,
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();

/** Creates an owner without an e-mail address of its own. The account gets one that nobody has. */
export const createAdminUser = async (
  tx: Tx,
  account: { username: string; passwordHash: string; passwordGenerated: boolean; now: number },
): Promise<UserRow> =>
  createUser(tx, {
    ...account,
    email: await findFreeEmail(tx, account.username.toLowerCase()),
    signalUsername: '',
    role: 'owner',
    ageConfirmedAt: null,
    verifiedAt: account.now,
  });

const findFreeEmail = async (tx: Tx, name: string): Promise<string> => {
  for (let count = 1; ; count++) {
    const email = `${count === 1 ? name : `${name}-${count}`}@localhost`;
    const taken = tx.selectFrom('users').select('id').where(sql<string>`lower(email)`, '=', email);
    if (!(await taken.executeTakeFirst())) return email;
  }
};

/** The names of all who may open the panel. */
export const listPanelNames = async (db: Db): Promise<string[]> => {
  const roles = ROLES.filter(mayOpenPanel);
  const users = await db.selectFrom('users').select('username').where('role', 'in', roles).execute();
  return users.map(({ username }) => username);
};

/** Returns whether somebody may do everything in the shop. */
export const hasActiveOwner = async (db: Db): Promise<boolean> => {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
};

/** Sets some values of a user. A password counts as the user's own, unless it is said to be generated. Returns the user. */
export const updateUser = (
  tx: Tx,
  id: string,
  values: {
    username?: string;
    email?: string;
    signalUsername?: string;
    passwordHash?: string;
    passwordGenerated?: boolean;
    memberType?: string;
    role?: Role;
    status?: 'active' | 'suspended';
    verifiedAt?: number | null;
    verifiedUntil?: string | null;
    lastSeenAt?: number;
  },
): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set({
      ...(values.username !== undefined && { username: values.username }),
      ...(values.email !== undefined && { email: values.email }),
      ...(values.signalUsername !== undefined && { signal_username: values.signalUsername }),
      ...(values.passwordHash !== undefined && {
        password_hash: values.passwordHash,
        password_generated: values.passwordGenerated ? 1 : 0,
      }),
      ...(values.memberType !== undefined && { member_type: values.memberType }),
      ...(values.role !== undefined && { role: values.role }),
      ...(values.status !== undefined && { status: values.status }),
      ...(values.verifiedAt !== undefined && { verified_at: values.verifiedAt }),
      ...(values.verifiedUntil !== undefined && { verified_until: values.verifiedUntil }),
      ...(values.lastSeenAt !== undefined && { last_seen_at: values.lastSeenAt }),
    })
    .where('id', '=', id)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();

/** Removes everything personal from an account. The row stays for receipts and points. */
export const anonymizeUser = async (
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: number },
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      username: name,
      email: `${name}@localhost`,
      signal_username: '',
      password_hash: '',
      role: 'member',
      member_type: DEFAULT_MEMBER_TYPE,
      verified_at: null,
      verified_until: null,
      age_confirmed_at: null,
      last_seen_at: null,
      invite_id: null,
      invite_label: null,
      invite_made_by: null,
      deleted_at: now,
    })
    .where('id', '=', userId)
    .execute();
};

/**
 * Refuses an act that would leave the shop without an active owner. Two who demote each other at the same time cannot both
 * succeed (behavior 3.7). Its transaction has to begin with `lockAccess`.
 * @throws ShopError last_admin (409)
 */
export const refuseLosingLastOwner = async (tx: Tx, userId: string): Promise<void> => {
  const owners = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  if (owners.length === 1 && owners[0]?.id === userId) throw new ShopError('last_admin');
};

/** Adds an entry to an account's history. `actor` is a user name, "system" or "command line". */
export const recordUserEvent = async (
  tx: Tx,
  event: { userId: string; what: string; actor: string; now: number },
): Promise<void> => {
  await tx
    .insertInto('user_events')
    .values({ user_id: event.userId, what: event.what, actor: event.actor, at: event.now })
    .execute();
};

/** Ends the waiting of changes of wallets that a user has made: only an owner may make them. */
export const deleteWaitingSettings = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('waiting_settings').where('user_id', '=', userId).execute();
};
