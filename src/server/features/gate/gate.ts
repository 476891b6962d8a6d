import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findGateSecrets, type GateSecrets } from './gate.queries.ts';

const COOKIE = 'greenroom_gate';
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

/** Lets browsers pass that know the access code (behavior 3.1). */
export class Gate {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  /** The secrets for all open streams; null if they have to be read. */
  #cached: Promise<GateSecrets> | null = null;

  constructor({ database, clock }: { database: ShopDatabase; clock: () => number }) {
    this.#database = database;
    this.#clock = clock;
    database.onChange(({ topic }) => {
      if (topic === 'gate') this.#cached = null;
    });
  }

  /** Sets the cookie of a browser that sent the right code. `secrets` are those that the code was checked against. */
  open(request: FastifyRequest, reply: FastifyReply, secrets: GateSecrets): void {
    const end = String(Math.floor(this.#clock() / 1000) + GATE_SECONDS);
    reply.setCookie(COOKIE, `${end}.${sign(end, secrets)}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: GATE_SECONDS,
    });
  }

  /**
   * Checks the cookie against the stored secrets, because another process may just have set a new code.
   * @throws ShopError gate_needed (403) without a valid cookie
   */
  check(request: FastifyRequest): Promise<void> {
    return this.#check(request, () => this.#readSecrets());
  }

  /**
   * Like `check`, with cached secrets: all open streams are checked at the same moment.
   * @throws ShopError gate_needed (403) without a valid cookie
   */
  recheck(request: FastifyRequest): Promise<void> {
    return this.#check(request, () => this.#cachedSecrets());
  }

  async #check(request: FastifyRequest, secrets: () => Promise<GateSecrets>): Promise<void> {
    const [end = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.');
    if (/^\d+$/.test(end) && Number(end) * 1000 > this.#clock()) {
      const expected = Buffer.from(sign(end, await secrets()));
      const given = Buffer.from(signature);
      if (given.length === expected.length && timingSafeEqual(given, expected)) return;
    }
    throw new ShopError('gate_needed');
  }

  #readSecrets(): Promise<GateSecrets> {
    return findGateSecrets(this.#database.read);
  }

  #cachedSecrets(): Promise<GateSecrets> {
    if (this.#cached) return this.#cached;
    const reading = this.#readSecrets();
    this.#cached = reading;
    reading.catch(() => {
      if (this.#cached === reading) this.#cached = null;
    });
    return reading;
  }
}
