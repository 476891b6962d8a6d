import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import { hashInviteCode } from '../invites/invite-code.ts';
import { inviteState } from '../invites/invites.present.ts';
import { findInvite, findInviteByCode, findInvites, type InviteRow } from '../invites/invites.queries.ts';
import { findGateSecrets, type GateSecrets, INVITES_ONLY } from './gate.queries.ts';
import { type Pass, readGateCookie, setGateCookie } from './gate-cookie.ts';

/** The source of a check's knowledge. An invite is null if it does not exist, undefined if it was never read. */
interface Source {
  secrets(): Promise<GateSecrets>;
  invite(id: string): Promise<InviteRow | null | undefined>;
}

/** How many invites are remembered for times without a database. */
const MOST_REMEMBERED = 1000;

/**
 * Lets browsers pass that know the access code or the code of an invite (behavior 3.1, 3.13). Secrets and invites are read
 * at every check, because another process may just have changed them. While the database does not respond, those read last
 * apply. An invite that was never read is then open, as it was when its cookie was signed.
 */
export class Gate {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  /** The secrets read last. */
  #last: GateSecrets | null = null;
  /** The invites as they were read last. */
  readonly #lastInvites = new Map<string, InviteRow | null>();
  /** The secrets that were read for all open streams; empty if they have to be read. */
  readonly #secretsOfStreams = new Map<string, Promise<GateSecrets>>();
  readonly #invitesOfStreams = new Map<string, Promise<InviteRow | null>>();

  readonly #now: Source = {
    secrets: () => (this.#last ? this.#database.readOr(this.#last, () => this.#read()) : this.#read()),
    invite: (id) => this.#database.readOr(this.#lastInvites.get(id), () => this.#readInvite(id)),
  };
  readonly #ofStreams: Source = {
    secrets: () => shared(this.#secretsOfStreams, '', () => this.#read()),
    invite: (id) => shared(this.#invitesOfStreams, id, () => this.#readInvite(id)),
  };

  constructor({ database, clock }: { database: ShopDatabase; clock: () => number }) {
    this.#database = database;
    this.#clock = clock;
    database.onChange(({ topic }) => {
      if (topic !== 'gate') return;
      this.#secretsOfStreams.clear();
      this.#invitesOfStreams.clear();
      // A database that gets out of reach now must not bring the old code or an ended invite back.
      if (this.#last) this.#read().catch(() => {});
      this.#readRemembered().catch(() => {});
    });
  }

  /** Reads the secrets, so that the gate works even if the database is out of reach at the first check. */
  async start(): Promise<void> {
    await this.#read();
  }

  /**
   * Sets the cookie of a browser that sent the access code or the code of an open invite. An invite that has ended
   * still opens for the members who registered with it.
   *
   * @param options.findOwnInvite finds the invite of the signed-in user, or null
   * @throws ShopError wrong_access_code (401)
   */
  async open(
    code: string,
    request: FastifyRequest,
    reply: FastifyReply,
    { findOwnInvite }: { findOwnInvite: () => Promise<string | null> },
  ): Promise<void> {
    const secrets = await this.#now.secrets();
    const pass = (await isAccessCode(code, secrets))
      ? { inviteId: null, isRegistered: false }
      : await this.#passByInvite(hashInviteCode(secrets.inviteKey, code), findOwnInvite);
    setGateCookie(request, reply, { pass, secrets, now: this.#clock() });
  }

  /** Lets the browser in that has just set the access code, because its owner has typed the code already. */
  async openForSetter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secrets = await this.#now.secrets();
    if (secrets.codeHash === INVITES_ONLY) return;
    setGateCookie(request, reply, { pass: { inviteId: null, isRegistered: false }, secrets, now: this.#clock() });
  }

  /**
   * Checks the cookie of a browser.
   *
   * @param options.ended an ended invite passes too, because the call checks the invite itself
   * @throws ShopError gate_needed (403) without a valid cookie
   */
  check(request: FastifyRequest, { ended = false }: { ended?: boolean } = {}): Promise<void> {
    return this.#check(request, this.#now, ended);
  }

  /**
   * Like `check`, with what was read once: all open streams are checked at the same moment.
   * @throws ShopError gate_needed (403) without a valid cookie, or what the database throws
   */
  recheck(request: FastifyRequest): Promise<void> {
    return this.#check(request, this.#ofStreams, false);
  }

  /** Returns whether a text opens the gate, or did so as the code of an invite that has ended. */
  async isCode(text: string): Promise<boolean> {
    const secrets = await this.#now.secrets();
    if (await isAccessCode(text, secrets)) return true;
    return (await findInviteByCode(this.#database.read, hashInviteCode(secrets.inviteKey, text))) !== null;
  }

  /** The invite with which a browser passed; null for the access code. Only for a request whose cookie was checked. */
  inviteOf(request: FastifyRequest): string | null {
    return readGateCookie(request, this.#clock())?.pass.inviteId ?? null;
  }

  /** After a registration with an invite: lets this browser go on when the invite ends. */
  async keepOpen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const inviteId = this.inviteOf(request);
    if (inviteId === null) return;
    const secrets = await this.#now.secrets();
    setGateCookie(request, reply, { pass: { inviteId, isRegistered: true }, secrets, now: this.#clock() });
  }

  async #check(request: FastifyRequest, source: Source, ended: boolean): Promise<void> {
    const cookie = readGateCookie(request, this.#clock());
    // The invite is read only once the signature says that the shop wrote its id.
    if (!cookie?.isSignedWith(await source.secrets())) throw new ShopError('gate_needed');
    const { inviteId, isRegistered } = cookie.pass;
    if (inviteId === null || isRegistered || ended) return;
    const invite = await source.invite(inviteId);
    if (invite !== undefined && !this.#isOpen(invite)) throw new ShopError('gate_needed');
  }

  #isOpen(invite: InviteRow | null): boolean {
    return invite !== null && inviteState(invite, this.#clock()) === 'open';
  }

  async #passByInvite(codeHash: string, findOwnInvite: () => Promise<string | null>): Promise<Pass> {
    const invite = await this.#database.readOr(null, () => findInviteByCode(this.#database.read, codeHash));
    if (!invite) throw new ShopError('wrong_access_code');
    if (this.#isOpen(invite)) return { inviteId: invite.id, isRegistered: false };
    if ((await findOwnInvite()) !== invite.id) throw new ShopError('wrong_access_code');
    return { inviteId: invite.id, isRegistered: true };
  }

  async #read(): Promise<GateSecrets> {
    const secrets = await findGateSecrets(this.#database.read);
    this.#last = secrets;
    return secrets;
  }

  async #readInvite(id: string): Promise<InviteRow | null> {
    const invite = await findInvite(this.#database.read, id);
    if (this.#lastInvites.size >= MOST_REMEMBERED) this.#lastInvites.delete(this.#lastInvites.keys().next().value!);
    this.#lastInvites.set(id, invite);
    return invite;
  }

  async #readRemembered(): Promise<void> {
    if (this.#lastInvites.size === 0) return;
    const invites = await findInvites(this.#database.read, [...this.#lastInvites.keys()]);
    for (const invite of invites) this.#lastInvites.set(invite.id, invite);
  }
}

/** Reads something once, and again only after a failure or once `kept` was cleared. */
const shared = <Value>(kept: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> => {
  const known = kept.get(key);
  if (known) return known;
  const reading = read();
  kept.set(key, reading);
  reading.catch(() => kept.get(key) === reading && kept.delete(key));
  return reading;
};

const isAccessCode = async (code: string, { codeHash }: GateSecrets): Promise<boolean> =>
  codeHash !== INVITES_ONLY && (await verifyPassword(codeHash, code));
