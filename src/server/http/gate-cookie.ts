import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const kept = new WeakMap<Deps, Promise<GateSecrets>>();

/** Reads the secrets, which are kept from then on; a failure is not. */
const readGateSecrets = (deps: Deps): Promise<GateSecrets> => {
  const { read: db } = deps.database;
  const reading = Promise.all([findState(db, 'gate_key'), findState(db, 'access_code_hash')]).then(
    ([key, codeHash]) => {
      if (!key || !codeHash) throw new Error('The gate has no key or no access code: the first start did not finish.');
      return { key, codeHash };
    },
  );
  kept.set(deps, reading);
  reading.catch(() => {
    if (kept.get(deps) === reading) kept.delete(deps);
  });
  return reading;
};

/**
 * Forgets the kept secrets when users move, as whoever sets the access code says they do (another process is heard
 * within a second). Must be there before listeners that ask for the gate, so that they meet the new ones.
 */
export const keepGateSecrets = (app: FastifyInstance, deps: Deps): void => {
  const stopHearing = deps.database.onMoved(({ topic }) => {
    if (topic === 'users') kept.delete(deps);
  });
  app.addHook('onClose', async () => stopHearing());
};

/** Sets the cookie of someone who gave the right code, which may be newer than the secrets that are kept. */
export const openGate = async (deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const end = String(Math.floor(deps.clock() / 1000) + GATE_SECONDS);
  reply.setCookie(COOKIE, `${end}.${sign(end, await readGateSecrets(deps))}`, {
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
    const expected = Buffer.from(sign(end, await (kept.get(deps) ?? readGateSecrets(deps))));
    const given = Buffer.from(signature);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  }
  throw new ShopError('gate_needed');
};
