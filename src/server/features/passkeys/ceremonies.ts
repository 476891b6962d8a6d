import { ShopError } from '#contract/errors.ts';
import { MOST_PASSKEYS } from '#contract/passkeys.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { type Ceremony, insertChallenge, listCredentials, takeChallenge } from './passkeys.queries.ts';
import {
  assertionOptions,
  CEREMONY_MS,
  type CeremonyResponse,
  challengeOf,
  registrationOptions,
  relyingParty,
} from './webauthn.ts';

/*
 * A ceremony begins with options that carry a challenge, and ends with a response to it. A challenge is for one ceremony
 * of one user and is used once, whatever becomes of it (behavior 3.15).
 */

/** The ceremony of a visitor. */
export const SIGN_IN: Ceremony = { purpose: 'sign_in', userId: null };

/**
 * Begins to add a passkey. A user with a passkey adds another only in a session that was opened by passkey (behavior
 * 3.15).
 * @throws ShopError passkey_needed (403), too_many_passkeys (409)
 */
export const beginAdding = async (shop: Shop, { userId, username, method }: SignedIn) => {
  const known = await listCredentials(shop.database.read, { userId });
  if (known.length > 0 && method !== 'passkey') throw new ShopError('passkey_needed');
  if (known.length >= MOST_PASSKEYS) throw new ShopError('too_many_passkeys');
  const options = await registrationOptions(relyingParty(shop.settings), { userId, username, known });
  return begin(shop, { purpose: 'add', userId }, options);
};

/** Begins to sign in: the visitor's device offers the passkeys that it has for this shop. */
export const beginSignIn = async (shop: Shop) =>
  begin(shop, SIGN_IN, await assertionOptions(relyingParty(shop.settings)));

/** Begins to confirm who the signed-in user is, with a passkey of this user. */
export const beginReauthentication = async (shop: Shop, { userId }: SignedIn) => {
  const known = await listCredentials(shop.database.read, { userId });
  const options = await assertionOptions(relyingParty(shop.settings), known);
  return begin(shop, { purpose: 'reauthenticate', userId }, options);
};

/** Remembers the challenge of a ceremony. */
const begin = async <Options extends { challenge: string }>(
  { database, clock }: Shop,
  ceremony: Ceremony,
  options: Options,
): Promise<Options> => {
  const expiresAt = clock() + CEREMONY_MS;
  await database.write((tx) => insertChallenge(tx, { ...ceremony, challenge: options.challenge, expiresAt }));
  return options;
};

/**
 * Ends a ceremony. `work` checks the response and takes the challenge in the transaction of what it does. If it refuses,
 * the challenge is used up all the same.
 * @throws ShopError passkey_refused (400) for a response without a challenge
 */
export const finishCeremony = async <Result>(
  { database }: Shop,
  ceremony: Ceremony,
  response: CeremonyResponse,
  work: (challenge: string) => Promise<Result>,
): Promise<Result> => {
  const challenge = challengeOf(response);
  if (challenge === null) throw new ShopError('passkey_refused');
  try {
    return await work(challenge);
  } catch (error) {
    if (error instanceof ShopError) await database.write((tx) => takeChallenge(tx, { ...ceremony, challenge, now: 0 }));
    throw error;
  }
};
