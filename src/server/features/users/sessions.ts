import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { hashToken } from '../../lib/secrets.ts';
import { extendSession, findSession, type SessionKey, type SessionRow } from './sessions.queries.ts';

/** Extending a session is a write, so it happens once a day at most. */
const EXTEND_AFTER_MS = 86_400_000;

/** The user who made a request, known by its token. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  username: string;
  isAdmin: boolean;
  verified: boolean;
}

/** How many sessions are remembered for counting calls. */
const MOST_REMEMBERED = 10_000;

/** Finds out who made a request. */
export class Sessions {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  readonly #found = new WeakMap<FastifyRequest, Promise<SignedIn>>();
  /** The ids of sessions by the hash of their token. Only for counting calls: a session in it may have ended. */
  readonly #remembered = new Map<string, string>();

  constructor({ database, clock }: { database: ShopDatabase; clock: () => number }) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Returns the user of the request's bearer token.
   * @throws ShopError not_signed_in (401) without a valid token of an active user
   */
  async find(request: FastifyRequest): Promise<SignedIn> {
    const key = this.keyOf(request);
    const [row] = await findSession(this.#database.read, key);
    return this.accept(row, key);
  }

  /**
   * Returns what a statement needs to find the session by itself. Its row goes to `accept`.
   * @throws ShopError not_signed_in (401) without a token
   */
  keyOf(request: FastifyRequest): SessionKey {
    const token = /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw new ShopError('not_signed_in');
    return { tokenHash: hashToken(token), now: this.#clock() };
  }

  /**
   * Returns the user of a session that a statement found.
   * @throws ShopError not_signed_in (401) if it found none
   */
  async accept(row: SessionRow | undefined, { tokenHash, now }: SessionKey): Promise<SignedIn> {
    if (!row) {
      this.#remembered.delete(tokenHash);
      throw new ShopError('not_signed_in');
    }
    const { sessionId, userId } = row;
    this.#remember(tokenHash, sessionId);
    if (now - row.last_used_at > EXTEND_AFTER_MS) {
      // A database that accepts no writes keeps nobody out. The next call tries again.
      await this.#database.write((tx) => extendSession(tx, { sessionId, userId, now })).catch(() => {});
    }
    return {
      sessionId,
      userId,
      username: row.username,
      isAdmin: row.is_admin === 1,
      verified: row.verified_at !== null,
    };
  }

  /**
   * Returns the id of the session that a call counts for. It may have ended since it was last seen.
   * @throws ShopError not_signed_in (401) for a token that was never valid
   */
  async idForCounting(request: FastifyRequest): Promise<string> {
    const known = this.#remembered.get(this.keyOf(request).tokenHash);
    return known ?? (await this.findOnce(request)).sessionId;
  }

  /**
   * Like `find`, but looks only once per request: the rate limit needs the session before access is checked. Only for
   * code that runs before anything was awaited. After a body or in a stream the session may have ended, so `find` has to
   * look again.
   * @throws ShopError not_signed_in (401)
   */
  findOnce(request: FastifyRequest): Promise<SignedIn> {
    const known = this.#found.get(request);
    if (known) return known;
    const found = this.find(request);
    this.#found.set(request, found);
    return found;
  }

  #remember(tokenHash: string, sessionId: string): void {
    if (this.#remembered.has(tokenHash)) return;
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value!);
    this.#remembered.set(tokenHash, sessionId);
  }

  /**
   * Like `find`, for admins only.
   * @throws ShopError not_signed_in (401), not_admin (403)
   */
  async findAdmin(request: FastifyRequest): Promise<SignedIn> {
    return requireAdmin(await this.find(request));
  }
}

/** @throws ShopError not_admin (403) */
export const requireAdmin = (user: SignedIn): SignedIn => {
  if (!user.isAdmin) throw new ShopError('not_admin');
  return user;
};
