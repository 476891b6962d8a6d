import type { FastifyRequest } from 'fastify';
import type { Endpoint, PanelAccess } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { may, mayOpenPanel, type Role } from '#domain/permissions.ts';
import { sessionEnd } from '#domain/session-end.ts';
import { happenedWithin } from '#domain/stored-times.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { hashToken } from '../../lib/secrets.ts';
import type { Settings } from '../../settings.ts';
import { confirmWithPasskey, needsPasskey, requirePanelPasskey } from './panel-passkeys.ts';
import {
  extendSession,
  findPasskeyRemoval,
  findSession,
  hasPasskey,
  type SessionKey,
  type SessionRow,
  type SignInMethod,
} from './sessions.queries.ts';

/** Extending a session is a write, so it happens once a day at most; for the short sessions of the panel, every 10 minutes. */
const extendAfter = (role: Role): number => (mayOpenPanel(role) ? 600_000 : 86_400_000);

/** The user who made a request, known by its token. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  username: string;
  role: Role;
  verified: boolean;
  /** The last day of the verification, an ISO date; null if it does not end. */
  verifiedUntil: string | null;
  /** Epoch milliseconds. */
  signedInAt: number;
  /** When the user last proved who they are after signing in, epoch milliseconds. */
  reauthenticatedAt: number | null;
  /** How the session was opened. */
  method: SignInMethod;
  /** When the user last proved who they are with a passkey, epoch milliseconds. */
  passkeyAt: number | null;
  /** The address that the request came from. */
  address: string;
}

const PASSKEY_REMOVED = 'Your passkey was removed a short time ago. Add one to do this now.';

/** How many sessions are remembered for counting calls. */
const MOST_REMEMBERED = 10_000;

/** Finds out who made a request. */
export class Sessions {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  readonly #settings: Pick<Settings, 'PANEL_PASSKEYS'>;
  /** How long a proof of identity lasts, in milliseconds. */
  readonly #proofLasts: number;
  readonly #found = new WeakMap<FastifyRequest, Promise<SignedIn>>();
  /** The ids of sessions by the hash of their token. Only for counting calls: a session in it may have ended. */
  readonly #remembered = new Map<string, string>();

  constructor({
    database,
    clock,
    settings,
  }: {
    database: ShopDatabase;
    clock: () => number;
    settings: Pick<Settings, 'REAUTHENTICATION_MINUTES' | 'PANEL_PASSKEYS'>;
  }) {
    this.#database = database;
    this.#clock = clock;
    this.#settings = settings;
    this.#proofLasts = settings.REAUTHENTICATION_MINUTES * 60_000;
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
    return { tokenHash: hashToken(token), now: this.#clock(), address: request.ip ?? '' };
  }

  /**
   * Returns the user of a session that a statement found.
   * @throws ShopError not_signed_in (401) if it found none
   */
  async accept(row: SessionRow | undefined, { tokenHash, now, address }: SessionKey): Promise<SignedIn> {
    if (!row) {
      this.#remembered.delete(tokenHash);
      throw new ShopError('not_signed_in');
    }
    const { sessionId, userId, role } = row;
    this.#remember(tokenHash, sessionId);
    if (now - row.last_used_at > extendAfter(role)) {
      const expiresAt = sessionEnd(role, { signedInAt: row.signed_in_at, usedAt: now });
      // A database that accepts no writes keeps nobody out. The next call tries again.
      await this.#database.write((tx) => extendSession(tx, { sessionId, userId, expiresAt, now })).catch(() => {});
    }
    return {
      sessionId,
      userId,
      username: row.username,
      role,
      verified: row.verified_at !== null,
      verifiedUntil: row.verified_until,
      signedInAt: row.signed_in_at,
      reauthenticatedAt: row.reauthenticated_at,
      method: row.method,
      passkeyAt: row.passkey_at,
      address,
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
   * Like `find`, for a call of the panel.
   * @throws ShopError not_signed_in (401), not_admin, not_allowed, passkey_needed (403)
   */
  async findFor(access: PanelAccess, request: FastifyRequest): Promise<SignedIn> {
    return this.requireAccess(await this.find(request), access);
  }

  /**
   * Returns a user who may make a call of the panel (behavior 3.10).
   * @throws ShopError not_admin, not_allowed, passkey_needed (403)
   */
  async requireAccess(user: SignedIn, access: PanelAccess): Promise<SignedIn> {
    if (!mayOpenPanel(user.role)) throw new ShopError('not_admin');
    if (access !== 'panel' && !may(user.role, access)) throw new ShopError('not_allowed');
    await requirePanelPasskey({ settings: this.#settings, database: this.#database }, user);
    return user;
  }

  /**
   * Refuses a user without a recent proof of identity (behavior 3.18). For `recent`, signing in is a proof too. If the
   * panel needs passkeys, users with a passkey must have used it.
   * @throws ShopError reauthentication_needed, passkey_needed (403)
   */
  async requireReauthentication(
    user: SignedIn,
    kind: NonNullable<Endpoint['reauthentication']> = 'recent',
  ): Promise<void> {
    const { signedInAt, reauthenticatedAt, role } = user;
    const proof = Math.max(reauthenticatedAt ?? 0, kind === 'recent' ? signedInAt : 0);
    if (!this.#isRecent(proof)) throw new ShopError('reauthentication_needed');
    if (needsPasskey({ settings: this.#settings }, role)) await this.requirePasskeyProof(user);
  }

  /**
   * Refuses a user with a passkey who has not used one lately as a proof of identity.
   *
   * @param options.removedWithin a passkey that was removed so many milliseconds ago or later counts too
   * @throws ShopError passkey_needed (403)
   */
  async requirePasskeyProof(
    { userId, passkeyAt }: SignedIn,
    { removedWithin = 0 }: { removedWithin?: number } = {},
  ): Promise<void> {
    if (passkeyAt !== null && this.#isRecent(passkeyAt)) return;
    if (await hasPasskey(this.#database.read, { userId })) throw confirmWithPasskey();
    if (removedWithin === 0) return;
    const removedAt = await findPasskeyRemoval(this.#database.read, { userId });
    // A future time counts: the clock was ahead. Adding a passkey does not wait for it.
    if (removedAt !== null && this.#clock() - removedAt < removedWithin) {
      throw new ShopError('passkey_needed', { message: PASSKEY_REMOVED });
    }
  }

  #isRecent(proof: number): boolean {
    return happenedWithin(proof, { now: this.#clock(), most: this.#proofLasts });
  }
}
