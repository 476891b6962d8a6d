import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { findState } from '../db/shop-state.ts';
import type { Deps } from '../deps.ts';

const COOKIE = 'greenroom_gate';
/** 12 hours (decisions §3). */
const GATE_SECONDS = 12 * 3600;

/**
 * The cookie is its end and a signature over end and access code: a changed code ends every older cookie at once, and
 * the key lies in the database, so the cookie holds for every process.
 */
const sign = (end: string, secrets: GateSecrets): string =>
  createHmac('sha256', secrets.key)
    .update(`${end}.${createHash('sha256').update(secrets.codeHash).digest('base64url')}`)
    .digest('base64url');

interface GateSecrets {
  key: string;
  codeHash: string;
}

const gateSecrets = async ({ database }: Deps): Promise<GateSecrets> => {
  const [key, codeHash] = await Promise.all([
    findState(database.read, 'gate_key'),
    findState(database.read, 'access_code_hash'),
  ]);
  if (!key || !codeHash) throw new Error('The gate has no key or no access code: the first start did not finish.');
  return { key, codeHash };
};

/** Sets the cookie of someone who gave the right code. */
export const openGate = async (deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const end = String(Math.floor(deps.clock() / 1000) + GATE_SECONDS);
  reply.setCookie(COOKIE, `${end}.${sign(end, await gateSecrets(deps))}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: GATE_SECONDS,
  });
};

/** @throws ShopError gate_needed (403) without a valid cookie. */
export const checkGate = async (deps: Deps, request: FastifyRequest): Promise<void> => {
  const [end = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.');
  if (/^\d+$/.test(end) && Number(end) * 1000 > deps.clock()) {
    const expected = Buffer.from(sign(end, await gateSecrets(deps)));
    const given = Buffer.from(signature);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  }
  throw new ShopError('gate_needed');
};
