import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyBaseLogger } from 'fastify';
import type { InputOf } from '#contract/endpoint.ts';
import type { signInWithPasskey } from '#contract/passkeys.ts';
import type { Settings } from '../../settings.ts';

/** The party that passkeys are made for: this shop, at one origin (behavior 3.15). */
export interface RelyingParty {
  name: string;
  /** The host's name. A passkey works for it only. */
  id: string;
  /** The origin of the pages, such as "https://shop.example". */
  origin: string;
}

/** An IP address cannot be a relying party. Without PUBLIC_URL only "localhost" is known to be the shop's name. */
export const passkeyOrigin = ({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? new URL(`http://localhost:${PORT}`).origin;

export const relyingParty = (settings: Settings): RelyingParty => {
  const origin = passkeyOrigin(settings);
  return { name: settings.SHOP_NAME, id: new URL(origin).hostname, origin };
};

/** The response of a browser at the end of a ceremony. None of it is checked yet. */
export type CeremonyResponse = InputOf<typeof signInWithPasskey>['response'];

/** How long a ceremony may take, in milliseconds. */
export const CEREMONY_MS = 300_000;

/** The library and its parsers of certificates take a third of a second to load, so only a ceremony loads them. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256: one of these every authenticator has. */
const ALGORITHMS = [-8, -7, -257];

const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** A passkey as the ceremonies know it. */
export interface StoredCredential {
  /** base64url, like the key. */
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
}

const descriptorOf = ({ credentialId, transports }: Pick<StoredCredential, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/** The id of a user, as authenticators store it next to the passkey. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId));

/** The options with which a browser makes a passkey. It is stored on the device, so signing in needs no user name. */
export const registrationOptions = async (
  party: RelyingParty,
  user: { userId: string; username: string; known: readonly StoredCredential[] },
) => {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: handleOf(user.userId),
    userName: user.username,
    userDisplayName: user.username,
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: user.known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
};

/** The options with which a browser asks for a passkey: for one of `allowed`, or for any of this shop's. */
export const assertionOptions = async (party: RelyingParty, allowed?: readonly StoredCredential[]) => {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(descriptorOf) }),
  });
};

/** The challenge that a response says it responds to, or null if it cannot be read. */
export const challengeOf = ({ response }: CeremonyResponse): string | null => {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = clientData as { challenge?: unknown };
    return typeof challenge === 'string' && /^[A-Za-z0-9_-]{20,200}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
};

/** The values that a ceremony must match. */
interface Expected {
  party: RelyingParty;
  challenge: string;
  log: FastifyBaseLogger;
}

/** Returns the new passkey of a response, or null if it is not accepted. */
export const checkRegistration = async (
  response: CeremonyResponse,
  { party, challenge, log }: Expected,
): Promise<StoredCredential | null> => {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: (await withoutAttestation(response)) as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: TRANSPORTS.filter((name) => transports.includes(name)),
    };
  } catch (error) {
    log.info({ err: error }, 'a new passkey was refused');
    return null;
  }
};

/**
 * The same response without a statement about the maker of the authenticator. The shop asks for none, and some browsers
 * send one anyway. Checking one would make the shop fetch addresses that its certificates name.
 */
const withoutAttestation = async (response: CeremonyResponse): Promise<CeremonyResponse> => {
  const { isoBase64URL, isoCBOR } = await loadHelpers();
  const given = isoCBOR.decodeFirst<Map<string, Uint8Array>>(
    isoBase64URL.toBuffer(response.response.attestationObject ?? ''),
  );
  const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', given.get('authData')!],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation));
  return { ...response, response: { ...response.response, attestationObject } };
};

/** Returns the new counter of a passkey that signed a response, or null if the response is not accepted. */
export const checkAssertion = async (
  response: CeremonyResponse,
  { userId, ...credential }: StoredCredential & { userId: string },
  { party, challenge, log }: Expected,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle } = response.response;
  if (userHandle && userHandle !== Buffer.from(userId).toString('base64url')) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.credentialId,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    log.info({ err: error }, 'a passkey was refused');
    return null;
  }
};
