import { randomBytes } from 'node:crypto';
import { type InferResult, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { sessionEnd } from '#domain/session-end.ts';
import { holdSessions, lockSessions } from '../../db/locks.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { hashToken, newToken } from '../../lib/secrets.ts';

/** A session that is about to be opened. The token is not stored anywhere. */
export const newSession = ({ role, userAgent, now }: { role: Role; userAgent: string | undefined; now: number }) => {
  const token = newToken();
  return {
    token,
    sessionId: randomBytes(12).toString('base64url'),
    tokenHash: hashToken(token),
    userAgent: (userAgent ?? '').slice(0, 300),
    expiresAt: sessionEnd(role, { signedInAt: now, usedAt: now }),
  };
};

/** How a session was opened. */
export type SignInMethod = Selectable<Schema['sessions']>['method'];

/** Opens a session and returns its token. */
export const openSession = async (
  tx: Tx,
  {
    userId,
    method,
    now,
    ...device
  }: { userId: string; role: Role; method: SignInMethod; userAgent: string | undefined; now: number },
): Promise<string> => {
  const session = newSession({ ...device, now });
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      token_hash: session.tokenHash,
      user_id: userId,
      user_agent: session.userAgent,
      created_at: now,
      last_used_at: now,
      expires_at: session.expiresAt,
      method,
      passkey_at: method === 'passkey' ? now : null,
    })
    .execute();
  return session.token;
};

/** The values with which a statement finds the session of a request. */
export interface SessionKey {
  tokenHash: string;
  /** Epoch milliseconds. */
  now: number;
  /** The address that the request came from. No statement needs it. */
  address: string;
}

/** The session of a token with its user, if the session has not expired and the user is active. */
export const activeSession = (db: QueryCreator<Schema>, param: ParamOf<SessionKey>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.last_used_at',
      'users.id as userId',
      'users.username',
      'sessions.created_at as signed_in_at',
      'sessions.reauthenticated_at',
      'sessions.method',
      'sessions.passkey_at',
      'users.member_type',
      'users.role',
      'users.verified_at',
      'users.verified_until',
    ])
    .where('sessions.token_hash', '=', param('tokenHash'))
    .where('sessions.expires_at', '>', param('now'))
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null);

export type SessionRow = InferResult<ReturnType<typeof activeSession>>[number];

/** The columns of `activeSession`, for a statement that has it as the table `session`. */
export const SESSION_COLUMNS = [
  'sessionId',
  'last_used_at',
  'userId',
  'username',
  'signed_in_at',
  'reauthenticated_at',
  'method',
  'passkey_at',
  'member_type',
  'role',
  'verified_at',
  'verified_until',
] as const;

/** The session of a request for a statement that writes: it cannot end before the transaction does (behavior 3.5). */
export const heldSession = (db: Db, param: ParamOf<SessionKey>) => holdSessions(db, activeSession(db, param));

/** The same, for a statement that ends sessions of the user. */
export const endingSession = (db: Db, param: ParamOf<SessionKey>) =>
  holdSessions(db, activeSession(db, param), { toEnd: true });

/** The user of a statement's `session`. */
export const MEMBER = sql<string>`(select "userId" from session)`;

export const findSession = prepareQuery('sessions.find', (db, param: ParamOf<SessionKey>) => activeSession(db, param));

/** Which of these sessions have neither ended nor expired, and are of active users. */
export const findActiveSessions = async (
  db: Db,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const chunk of chunks(ids)) {
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('sessions.id', 'in', chunk)
      .where('sessions.expires_at', '>', now)
      .where('users.status', '=', 'active')
      .where('users.deleted_at', 'is', null)
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
};

/** Moves the end of a session: it was used now. One that has ended stays so. */
export const extendSession = async (
  tx: Tx,
  { sessionId, userId, expiresAt, now }: { sessionId: string; userId: string; expiresAt: number; now: number },
): Promise<void> => {
  const extended = await tx
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  if (!extended) return;
  await tx.updateTable('users').set({ last_seen_at: now }).where('id', '=', userId).execute();
};

/** Marks a session: its user has just proved who they are, in this way (behavior 3.18). */
export const markReauthenticated = async (
  tx: Tx,
  { sessionId, by, now }: { sessionId: string; by: SignInMethod; now: number },
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ reauthenticated_at: now, ...(by === 'passkey' && { passkey_at: now }) })
    .where('id', '=', sessionId)
    .execute();
};

/** How a session was opened, as it is inside the transaction. */
export const methodOf = async (tx: Tx, { sessionId }: { sessionId: string }): Promise<SignInMethod> => {
  const session = tx.selectFrom('sessions').select('method').where('id', '=', sessionId);
  return (await session.executeTakeFirst())?.method ?? 'password';
};

/** From here on a session counts as opened by passkey: its user has just made the first one in it. */
export const makeOpenedByPasskey = async (
  tx: Tx,
  { sessionId, now }: { sessionId: string; now: number },
): Promise<void> => {
  await tx.updateTable('sessions').set({ method: 'passkey', passkey_at: now }).where('id', '=', sessionId).execute();
};

const passkeyOf = prepareQuery('passkeys.any', (db, param: ParamOf<{ userId: string }>) =>
  db.selectFrom('passkeys').select('id').where('user_id', '=', param('userId')).limit(1),
);

/** Returns whether a user can sign in with a passkey. */
export const hasPasskey = async (db: Db, user: { userId: string }): Promise<boolean> =>
  (await passkeyOf(db, user)).length > 0;

/** When a passkey of a user was removed last, as the evidence says; null if none was. */
export const findPasskeyRemoval = async (db: Db, { userId }: { userId: string }): Promise<number | null> => {
  const removal = await db
    .selectFrom('audit')
    .select('at')
    .where('kind', '=', 'passkey')
    .where('subject', '=', userId)
    .where('before', 'is not', null)
    .where('before', '!=', NONE_REMOVED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return removal?.at ?? null;
};

/** A removal of all passkeys of a user without any (remove-passkeys.service.ts). */
const NONE_REMOVED = JSON.stringify({ passkeys: 0 });

/** Removes all passkeys of a user. Returns how many there were. */
export const deletePasskeys = async (tx: Tx, { userId }: { userId: string }): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
};

/** Open sessions, the last used first. The caller says whose. */
export const openSessions = (db: QueryCreator<Schema>, now: number) =>
  db
    .selectFrom('sessions')
    .select(['sessions.id', 'sessions.user_agent', 'sessions.created_at', 'sessions.last_used_at', 'sessions.method'])
    .where('sessions.expires_at', '>', now)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id');

export type OpenSessionRow = InferResult<ReturnType<typeof openSessions>>[number];

/** A user's open sessions, the last used first. */
export const listOpenSessions = (db: Db, { userId, now }: { userId: string; now: number }): Promise<OpenSessionRow[]> =>
  openSessions(db, now).where('sessions.user_id', '=', userId).execute();

/** Ends a user's sessions, except for `keep`. Returns how many ended. */
export const endSessions = async (tx: Tx, { userId, keep }: { userId: string; keep?: string }): Promise<number> => {
  await lockSessions(tx, { userId });
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep!))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
};
