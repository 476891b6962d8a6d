import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { reauthenticate as reauthenticateEndpoint } from '#contract/passkeys.ts';
import type { Json } from '#domain/audit.ts';
import type { Tx } from '../../db/types.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { checkCurrentPassword, lockCheckedUser, lockSignedIn } from '../users/current-password.ts';
import { recordFailedSignIn } from '../users/log-in.service.ts';
import { refusePasswordProof } from '../users/panel-passkeys.ts';
import { markReauthenticated, openSession, type SignInMethod } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findUserById, lockUser, type UserRow, updateUser } from '../users/users.queries.ts';
import { finishCeremony, SIGN_IN } from './ceremonies.ts';
import { type Ceremony, type Credential, findCredential, recordUse, takeChallenge } from './passkeys.queries.ts';
import { type CeremonyResponse, checkAssertion, relyingParty } from './webauthn.ts';

/**
 * Signs in with a passkey. Nobody has to wait for it, however often the password was wrong. The browser becomes a known
 * device for the name (behavior 3.15, 3.16).
 * @throws ShopError wrong_passkey (401), passkey_refused (400), suspended (403)
 */
export const signInWithPasskey = async (
  shop: Shop,
  response: CeremonyResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ user: UserRow; token: string }> => {
  const passkey = await findCredential(shop.database.read, { credentialId: response.id });
  try {
    const opened = await finishCeremony(shop, SIGN_IN, response, (challenge) =>
      openSessionWith(shop, passkey, { challenge, response, request }),
    );
    const { id: userId, username } = opened.user;
    logSecurity(shop.log, { event: 'sign_in', userId, address: request.ip, result: 'ok' });
    await shop.devices.remember(reply, username);
    return opened;
  } catch (error) {
    if (error instanceof ShopError) {
      const user = passkey ? await findUserById(shop.database.read, passkey.userId) : undefined;
      await recordFailedSignIn(shop, { username: user?.username ?? '', code: error.code, request });
    }
    throw error;
  }
};

const openSessionWith = async (
  shop: Shop,
  passkey: Credential | null,
  { challenge, response, request }: { challenge: string; response: CeremonyResponse; request: FastifyRequest },
): Promise<{ user: UserRow; token: string }> => {
  if (!passkey) throw new ShopError('wrong_passkey');
  const proof = await checkProof(shop, passkey, { ceremony: SIGN_IN, challenge, response });
  return shop.database.write(async (tx) => {
    // The account may have changed since. Nobody changes it from here on (behavior 3.5).
    const { userId, id } = passkey;
    const found = await lockUser(tx, userId);
    if (!found) throw new ShopError('wrong_passkey');
    await accept(tx, proof);
    if (found.status === 'suspended') throw new ShopError('suspended');
    const { now } = proof;
    const user = await updateUser(tx, userId, { lastSeenAt: now });
    const userAgent = request.headers['user-agent'];
    const token = await openSession(tx, { userId, role: user.role, method: 'passkey', userAgent, now });
    const actor = { id: userId, name: user.username, role: user.role, address: request.ip };
    await recordAudit(tx, { actor, kind: 'sign_in', after: { passkey: id }, now });
    return { user, token };
  });
};

/**
 * Marks the session of a user who proves who they are, with the password or a passkey (behavior 3.18).
 * @throws ShopError wrong_current_password, passkey_refused (400), passkey_needed (403), rate_limited (429), not_signed_in (401) if
 * the session has just ended
 */
export const reauthenticate = async (
  shop: Shop,
  signedIn: SignedIn,
  { password, response }: InputOf<typeof reauthenticateEndpoint>,
): Promise<void> => {
  const { database, clock } = shop;
  if (!response) {
    await refusePasswordProof(shop, signedIn);
    const checked = await checkCurrentPassword(shop, signedIn, password ?? '');
    await database.write(async (tx) => {
      await lockCheckedUser(tx, signedIn, checked);
      await mark(tx, signedIn, { by: 'password', now: clock() });
    });
    return;
  }
  const { userId } = signedIn;
  const ceremony: Ceremony = { purpose: 'reauthenticate', userId };
  await finishCeremony(shop, ceremony, response, async (challenge) => {
    const passkey = await findCredential(database.read, { credentialId: response.id });
    if (passkey?.userId !== userId) throw new ShopError('passkey_refused');
    const proof = await checkProof(shop, passkey, { ceremony, challenge, response });
    await database.write(async (tx) => {
      await lockSignedIn(tx, signedIn);
      await accept(tx, proof);
      await mark(tx, signedIn, { by: 'passkey', now: proof.now, after: { passkey: passkey.id } });
    });
  });
};

const mark = async (
  tx: Tx,
  signedIn: SignedIn,
  { by, now, after }: { by: SignInMethod; now: number; after?: Json },
): Promise<void> => {
  await markReauthenticated(tx, { sessionId: signedIn.sessionId, by, now });
  await recordAudit(tx, { actor: actorOf(signedIn), kind: 'reauthenticated', now, ...(after && { after }) });
};

/** A response with a valid signature. It counts once `accept` has taken its challenge. */
interface Proof {
  ceremony: Ceremony;
  challenge: string;
  passkeyId: string;
  counter: number;
  now: number;
}

/** @throws ShopError passkey_refused (400) */
const checkProof = async (
  { settings, log, clock }: Shop,
  passkey: Credential,
  { ceremony, challenge, response }: Pick<Proof, 'ceremony' | 'challenge'> & { response: CeremonyResponse },
): Promise<Proof> => {
  const counter = await checkAssertion(response, passkey, { party: relyingParty(settings), challenge, log });
  if (counter === null) throw new ShopError('passkey_refused');
  return { ceremony, challenge, passkeyId: passkey.id, counter, now: clock() };
};

/** @throws ShopError passkey_refused (400) if the challenge is not open, or the passkey was copied or removed */
const accept = async (tx: Tx, { ceremony, challenge, passkeyId, counter, now }: Proof): Promise<void> => {
  if (!(await takeChallenge(tx, { ...ceremony, challenge, now }))) throw new ShopError('passkey_refused');
  if (!(await recordUse(tx, { id: passkeyId, counter, now }))) throw new ShopError('passkey_refused');
};
