import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

/** The differences from an honest ceremony. */
export interface Faults {
  origin?: string;
  /** The host whose passkey it claims to be. */
  rpId?: string;
  challenge?: string;
  type?: string;
  /** The counter that the authenticator claims. It does not go on from there. */
  counter?: number;
  userVerified?: boolean;
  userHandle?: string | undefined;
  /** Signs with a key that the shop does not know. */
  foreignKey?: boolean;
  /** A statement about the maker, which the shop did not ask for. */
  attestation?: { fmt: string; attStmt: Map<string, string> };
}

interface Stored {
  id: Buffer;
  privateKey: KeyObject;
  rpId: string;
  userHandle: string;
  counter: number;
}

type Options = Record<string, unknown> & { challenge: string };

const FLAGS = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The public key in COSE: an elliptic curve key for ES256. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, isoBase64URL.toBuffer(x!)],
    [-3, isoBase64URL.toBuffer(y!)],
  ]);
  return Buffer.from(isoCBOR.encode(key));
};

/** A device with passkeys, and the browser in front of it: real keys and signatures (ES256), no screen. */
export class Authenticator {
  readonly #origin: string;
  /** True if it counts uses. Authenticators that copy their keys to other devices always say 0. */
  readonly #counts: boolean;
  readonly #stored: Stored[] = [];

  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** Makes a passkey. Returns what the browser sends. */
  create(options: Options, faults: Faults = {}) {
    const { rp, user } = options as unknown as { rp: { id: string }; user: { id: string } };
    const { privateKey, publicKey } = newKey();
    const stored = { id: randomBytes(32), privateKey, rpId: rp.id, userHandle: user.id, counter: 0 };
    this.#stored.push(stored);
    const credential = Buffer.concat([Buffer.alloc(16), lengthOf(stored.id), stored.id, coseOf(publicKey)]);
    const authData = Buffer.concat([this.#head(stored, faults, FLAGS.hasCredential), credential]);
    const { fmt, attStmt } = faults.attestation ?? { fmt: 'none', attStmt: new Map<string, string>() };
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return this.#respond(stored, {
      clientDataJSON: this.#clientData('webauthn.create', options, faults),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Signs with a passkey: the last one of the options' host, or of those that the options allow. */
  get(options: Options, faults: Faults = {}) {
    const { rpId, allowCredentials } = options as unknown as { rpId: string; allowCredentials?: { id: string }[] };
    const stored = this.#stored.findLast(
      ({ id, rpId: of }) =>
        of === rpId && (!allowCredentials || allowCredentials.some((each) => each.id === id.toString('base64url'))),
    );
    if (!stored) throw new Error('The authenticator has no passkey that the options allow.');
    const authData = this.#head(stored, faults, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options, faults);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, faults.foreignKey ? newKey().privateKey : stored.privateKey);
    return this.#respond(stored, {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: 'userHandle' in faults ? faults.userHandle : stored.userHandle,
    });
  }

  #respond<Response>({ id }: Stored, response: Response) {
    const name = id.toString('base64url');
    return { id: name, rawId: name, type: 'public-key', response };
  }

  #clientData(type: string, { challenge }: Options, faults: Faults): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { origin = data.origin } = faults;
    const all = { ...data, origin, type: faults.type ?? type, challenge: faults.challenge ?? challenge };
    return Buffer.from(JSON.stringify(all)).toString('base64url');
  }

  /** The beginning of every response: the host, the flags and the counter. */
  #head(stored: Stored, { rpId, counter, userVerified = true }: Faults, flags: number): Buffer {
    if (this.#counts) stored.counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? stored.counter);
    const all = FLAGS.userPresent | (userVerified ? FLAGS.userVerified : 0) | flags;
    return Buffer.concat([sha256(rpId ?? stored.rpId), Buffer.from([all]), count]);
  }
}

const lengthOf = (id: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return length;
};
