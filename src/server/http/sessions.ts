import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { type PlaceOf, prepareQuery } from '../db/prepared-query.ts';
import type { Tx } from '../db/shop-database.ts';
import type { Deps } from '../deps.ts';
import type { SignedIn } from './request-context.ts';

const DAY_MS = 86_400_000;
/** Sessions end 30 days after their last use (decisions §3). */
const SESSION_MS = 30 * DAY_MS;

/** Tokens are stored as their SHA-256 only: a stolen database signs nobody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Opens a session and answers its token, which is stored nowhere. */
export const openSession = async (
  tx: Tx,
  session: { userId: string; userAgent: string | undefined; now: number },
): Promise<string> => {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      id: randomBytes(12).toString('base64url'),
      token_hash: hashToken(token),
      user_id: session.userId,
      user_agent: (session.userAgent ?? '').slice(0, 300),
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.now + SESSION_MS,
    })
    .execute();
  return token;
};

const findSession = prepareQuery((db, place: PlaceOf<{ tokenHash: string; now: number }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.last_used_at',
      'users.id as userId',
      'users.username',
      'users.is_admin',
      'users.verified_at',
    ])
    .where('sessions.token_hash', '=', place('tokenHash'))
    .where('sessions.expires_at', '>', place('now'))
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null),
);

/**
 * The user of the request's bearer token.
 * @throws ShopError not_signed_in (401) without a valid token of an active user.
 */
export const findSignedIn = async ({ database, clock }: Deps, request: FastifyRequest): Promise<SignedIn> => {
  const token = /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new ShopError('not_signed_in');
  const now = clock();
  const [row] = await findSession(database.read, { tokenHash: hashToken(token), now });
  if (!row) throw new ShopError('not_signed_in');
  // Sliding the end is a write: once a day is enough.
  if (now - row.last_used_at > DAY_MS) await slide(database, row.sessionId, row.userId, now);
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    username: row.username,
    isAdmin: row.is_admin === 1,
    verified: row.verified_at !== null,
  };
};

/**
 * The admin of the request's bearer token, as findSignedIn.
 * @throws ShopError not_signed_in (401), not_admin (403)
 */
export const findAdmin = async (deps: Deps, request: FastifyRequest): Promise<SignedIn> =>
  mustBeAdmin(await findSignedIn(deps, request));

/** @throws ShopError not_admin (403) */
export const mustBeAdmin = (user: SignedIn): SignedIn => {
  if (!user.isAdmin) throw new ShopError('not_admin');
  return user;
};

const found = new WeakMap<FastifyRequest, Promise<SignedIn>>();

/**
 * findSignedIn, asked once a request: the limit wants to know it before access is checked. Only for what is asked before
 * any waiting: after a body or in a stream the session may have ended, and findSignedIn has to be asked anew.
 */
export const findSignedInOnce = (deps: Deps, request: FastifyRequest): Promise<SignedIn> => {
  const known = found.get(request);
  if (known) return known;
  const asked = findSignedIn(deps, request);
  found.set(request, asked);
  return asked;
};

const slide = (database: Deps['database'], sessionId: string, userId: string, now: number): Promise<void> =>
  database.write(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: now + SESSION_MS })
      .where('id', '=', sessionId)
      .execute();
    await tx.updateTable('users').set({ last_seen_at: now }).where('id', '=', userId).execute();
  });
