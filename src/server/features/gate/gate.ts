import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { isUnreachable } from '../../db/failures.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { TooSlowError, within } from '../../lib/concurrency.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import { FALLBACK_AFTER } from '../../limits.ts';
import { findGateSecrets, type GateSecrets } from './gate.queries.ts';

const COOKIE = 'greenroom_gate';
/** By https: browsers accept a cookie of this name only from this very host, and never from an unprotected page. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
/** 12 hours (behavior 3.1). */
const GATE_SECONDS = 12 * 3600;

/**
 * The gate's cookie holds its end and a signature over end and access code. So a changed code ends every older cookie.
 * The key is in the database, so a cookie is valid for every process.
 */
const sign = (end: string, secrets: GateSecrets): string =>
  createHmac('sha256', secrets.key)
    .update(`${end}.${createHash('sha256').update(secrets.codeHash).digest('base64url')}`)
    .digest('base64url');

/**
 * Lets browsers pass that know the access code (behavior 3.1). The secrets are read at every check, because another
 * process may just have set a new code. While the database does not respond, those read last apply.
 */
export class Gate {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  /** The secrets read last. */
  #last: GateSecrets | null = null;
  /** The secrets for all open streams; null if they have to be read. */
  #ofStreams: Promise<GateSecrets> | null = null;
  /** Set when the database did not respond. Until it does, nobody waits for it. */
  #outOfReach = false;
  #retrying = false;

  constructor({ database, clock }: { database: ShopDatabase; clock: () => number }) {
    this.#database = database;
    this.#clock = clock;
    database.onChange(({ topic }) => {
      if (topic !== 'gate') return;
      this.#ofStreams = null;
      // A database that gets out of reach now must not bring the old code back.
      if (this.#last) this.#read().catch(() => {});
    });
  }

  /** Reads the secrets, so that the gate works even if the database is out of reach at the first check. */
  async start(): Promise<void> {
    await this.#read();
  }

  /**
   * Sets the cookie of a browser that sent the right code.
   * @throws ShopError wrong_access_code (401)
   */
  async open(code: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secrets = await this.#current();
    if (!(await verifyPassword(secrets.codeHash, code))) throw new ShopError('wrong_access_code');
    const end = String(Math.floor(this.#clock() / 1000) + GATE_SECONDS);
    const secure = request.protocol === 'https';
    reply.setCookie(secure ? SECURE_COOKIE : COOKIE, `${end}.${sign(end, secrets)}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: GATE_SECONDS,
    });
  }

  /**
   * Checks the cookie of a browser.
   * @throws ShopError gate_needed (403) without a valid cookie
   */
  check(request: FastifyRequest): Promise<void> {
    return this.#check(request, () => this.#current());
  }

  /**
   * Like `check`, with secrets that were read once: all open streams are checked at the same moment.
   * @throws ShopError gate_needed (403) without a valid cookie, or what the database throws
   */
  recheck(request: FastifyRequest): Promise<void> {
    return this.#check(request, () => this.#forStreams());
  }

  async #check(request: FastifyRequest, secrets: () => Promise<GateSecrets>): Promise<void> {
    const [end = '', signature = ''] = (request.cookies[SECURE_COOKIE] ?? request.cookies[COOKIE] ?? '').split('.');
    if (/^\d+$/.test(end) && Number(end) * 1000 > this.#clock()) {
      const expected = Buffer.from(sign(end, await secrets()));
      const given = Buffer.from(signature);
      if (given.length === expected.length && timingSafeEqual(given, expected)) return;
    }
    throw new ShopError('gate_needed');
  }

  /** The stored secrets, or those read last if the database does not respond soon. */
  async #current(): Promise<GateSecrets> {
    if (!this.#last) return this.#read();
    if (this.#outOfReach) {
      void this.#retry();
      return this.#last;
    }
    try {
      return await within(FALLBACK_AFTER, () => this.#read());
    } catch (error) {
      if (!(error instanceof TooSlowError || isUnreachable(error))) throw error;
      this.#outOfReach = true;
      return this.#last;
    }
  }

  async #read(): Promise<GateSecrets> {
    const secrets = await findGateSecrets(this.#database.read);
    this.#last = secrets;
    this.#outOfReach = false;
    return secrets;
  }

  async #retry(): Promise<void> {
    if (this.#retrying) return;
    this.#retrying = true;
    await this.#read().catch(() => {});
    this.#retrying = false;
  }

  #forStreams(): Promise<GateSecrets> {
    if (this.#ofStreams) return this.#ofStreams;
    const reading = this.#read();
    this.#ofStreams = reading;
    reading.catch(() => {
      if (this.#ofStreams === reading) this.#ofStreams = null;
    });
    return reading;
  }
}
