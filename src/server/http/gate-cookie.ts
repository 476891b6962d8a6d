import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { type PlaceOf, prepareQuery } from '../db/prepared-query.ts';
import type { StateKey } from '../db/shop-state.ts';
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

const findGateSecrets = prepareQuery((db, place: PlaceOf<{ key: StateKey; codeHash: StateKey }>) =>
  db
    .selectFrom('shop_state')
    .select(['key', 'value'])
    .where('key', 'in', [place('key'), place('codeHash')]),
);

const readGateSecrets = async ({ database }: Deps): Promise<GateSecrets> => {
  const rows = await findGateSecrets(database.read, { key: 'gate_key', codeHash: 'access_code_hash' });
  const value = (key: StateKey) => rows.find((row) => row.key === key)?.value;
  const key = value('gate_key');
  const codeHash = value('access_code_hash');
  if (!key || !codeHash) throw new Error('The gate has no key or no access code: the first start did not finish.');
  return { key, codeHash };
};

const kept = new WeakMap<Deps, Promise<GateSecrets>>();

/** Reads the secrets once for all open streams; a failure is not kept. */
const keptGateSecrets = (deps: Deps): Promise<GateSecrets> => {
  const known = kept.get(deps);
  if (known) return known;
  const reading = readGateSecrets(deps);
  kept.set(deps, reading);
  reading.catch(() => {
    if (kept.get(deps) === reading) kept.delete(deps);
  });
  return reading;
};

/**
 * Forgets the kept secrets when users move, as whoever sets the access code says they do (another process is heard
 * within a second). Must be there before listeners that recheck the gate, so that they meet the new ones.
 */
export const keepGateSecrets = (app: FastifyInstance, deps: Deps): void => {
  const stopHearing = deps.database.onMoved(({ topic }) => {
    if (topic === 'users') kept.delete(deps);
  });
  app.addHook('onClose', async () => stopHearing());
};

/** Sets the cookie of someone who gave the right code. */
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

/**
 * Reads the secrets anew: another process may have set a code that this one has not heard of yet (decisions §3).
 * @throws ShopError gate_needed (403) without a valid cookie.
 */
export const checkGate = (deps: Deps, request: FastifyRequest): Promise<void> => check(deps, request, readGateSecrets);

/**
 * checkGate for a stream that is open, with the kept secrets: all streams are rechecked in one moment.
 * @throws ShopError gate_needed (403) without a valid cookie.
 */
export const recheckGate = (deps: Deps, request: FastifyRequest): Promise<void> =>
  check(deps, request, keptGateSecrets);

const check = async (deps: Deps, request: FastifyRequest, read: typeof readGateSecrets): Promise<void> => {
  const [end = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.');
  if (/^\d+$/.test(end) && Number(end) * 1000 > deps.clock()) {
    const expected = Buffer.from(sign(end, await read(deps)));
    const given = Buffer.from(signature);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  }
  throw new ShopError('gate_needed');
};
