import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DEFAULT_MEMBER_TYPE } from '#domain/constants.ts';
import type { Db, Tx } from '../../db/shop-database.ts';

const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'signal_username',
  'password_hash',
  'is_admin',
  'member_type',
  'status',
  'verified_at',
  'created_at',
] as const;

/** An account by its name, ignoring case; deleted ones are not found. */
export const findUserByName = (db: Db | Tx, username: string) =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const findUserById = (db: Db | Tx, id: string) =>
  db.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserById>>>;

/** @throws the database's refusal of a taken name or address (constraint-errors.ts) */
export const createUser = (
  tx: Tx,
  account: {
    username: string;
    email: string;
    signalUsername: string;
    passwordHash: string;
    isAdmin: boolean;
    ageConfirmedAt: number | null;
    verifiedAt: number | null;
    now: number;
  },
): Promise<UserRow> =>
  tx
    .insertInto('users')
    .values({
      id: randomUUID(),
      username: account.username,
      email: account.email,
      signal_username: account.signalUsername,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      member_type: DEFAULT_MEMBER_TYPE,
      status: 'active',
      verified_at: account.verifiedAt,
      age_confirmed_at: account.ageConfirmedAt,
      created_at: account.now,
      last_seen_at: account.now,
      deleted_at: null,
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();

/** Ends a user's sessions, but for the one kept. Answers how many ended. */
export const endSessions = async (tx: Tx, { userId, keep }: { userId: string; keep?: string }): Promise<number> => {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep!))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
};
