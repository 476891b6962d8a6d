import { randomBytes } from 'node:crypto';
import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { type addPasskey as addPasskeyEndpoint, MOST_PASSKEYS } from '#contract/passkeys.ts';
import { lockAccess, lockSessions } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { findMade, oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import { lockSignedIn } from '../users/current-password.ts';
import { endSessions, makeOpenedByPasskey, methodOf } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { recordUserEvent } from '../users/users.queries.ts';
import { finishCeremony } from './ceremonies.ts';
import { countPasskeys, deletePasskey, insertPasskey, type PasskeyRow, takeChallenge } from './passkeys.queries.ts';
import { checkRegistration, relyingParty, type StoredCredential } from './webauthn.ts';

/** The facts about the passkey of a first call that a repeated call needs. */
type Added = Pick<PasskeyRow, 'id' | 'name' | 'created_at'>;

/**
 * Adds the passkey that the user's device has made. The first one ends the user's other sessions, which know nothing of
 * it, and makes this session one that was opened by passkey. A repeated call returns the same one (behavior 2.10,
 * 3.15).
 * @throws ShopError passkey_refused (400), passkey_needed (403) in a session opened by password if the user has one,
 * too_many_passkeys (409), not_signed_in (401) if the session has just ended
 */
export const addPasskey = async (
  shop: Shop,
  signedIn: SignedIn,
  { name, response }: InputOf<typeof addPasskeyEndpoint>,
  key: string | null,
): Promise<Once<PasskeyRow>> => {
  const { database, clock, log, settings } = shop;
  const { userId } = signedIn;
  const keyed = { call: 'passkeys.add', scope: userId, key } as const;
  const earlier = await findMade<Added>(database, keyed);
  if (earlier) return { ...earlier, last_used_at: null };

  const ceremony = { purpose: 'add', userId } as const;
  return finishCeremony(shop, ceremony, response, async (challenge) => {
    const credential = await checkRegistration(response, { party: relyingParty(settings), challenge, log });
    if (!credential) throw new ShopError('passkey_refused');
    const now = clock();
    // The first one ends sessions. Another addition at the same time waits, so that the count is right.
    const { made } = await database.write(
      (tx, touch) =>
        oncePerKey<Added>(tx, { ...keyed, userId, now }, async () => {
          await lockSessions(tx, { userId });
          await lockSignedIn(tx, signedIn);
          if (!(await takeChallenge(tx, { ...ceremony, challenge, now }))) throw new ShopError('passkey_refused');
          return insert(tx, touch, signedIn, { name, credential, now });
        }),
      { first: lockAccess },
    );
    return { ...made, last_used_at: null };
  });
};

const insert = async (
  tx: Tx,
  touch: Touch,
  signedIn: SignedIn,
  { name, credential, now }: { name: string; credential: StoredCredential; now: number },
): Promise<Added> => {
  const { userId, sessionId } = signedIn;
  const owned = await countPasskeys(tx, { userId });
  if (owned >= MOST_PASSKEYS) throw new ShopError('too_many_passkeys');
  if (owned > 0 && (await methodOf(tx, { sessionId })) !== 'passkey') throw new ShopError('passkey_needed');
  const id = randomBytes(12).toString('base64url');
  if (!(await insertPasskey(tx, { ...credential, id, userId, name, now }))) throw new ShopError('passkey_refused');
  if (owned === 0) {
    await makeOpenedByPasskey(tx, { sessionId, now });
    await endSessions(tx, { userId, keep: sessionId });
  }
  await recordUserEvent(tx, { userId, what: `Passkey added: ${name}`, actor: signedIn.username, now });
  await recordAudit(tx, { actor: actorOf(signedIn), kind: 'passkey', subject: userId, after: { passkey: id }, now });
  touch('users', [userId]);
  return { id, name, created_at: now };
};

/**
 * Removes a passkey of the user, after a confirmation with one.
 * @throws ShopError not_found, passkey_needed (403), not_signed_in (401) if the session has just ended
 */
export const removePasskey = async (
  { database, clock, sessions }: Shop,
  signedIn: SignedIn,
  { id }: { id: string },
): Promise<void> => {
  await sessions.requirePasskeyProof(signedIn);
  const now = clock();
  const { userId } = signedIn;
  await database.write(async (tx, touch) => {
    await lockSignedIn(tx, signedIn);
    const name = await deletePasskey(tx, { id, userId });
    if (name === null) throw new ShopError('not_found');
    await recordUserEvent(tx, { userId, what: `Passkey removed: ${name}`, actor: signedIn.username, now });
    await recordAudit(tx, { actor: actorOf(signedIn), kind: 'passkey', subject: userId, before: { passkey: id }, now });
    touch('users', [userId]);
  });
};
