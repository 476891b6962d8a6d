import { createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { MISTYPED_KEY } from '#domain/constants.ts';
import { COIN_NAMES, type Coin } from '#domain/quotes.ts';

/** An extended public key, of whose addresses every order gets one (behavior 7.27). */
export interface AccountKey {
  coin: Coin;
  /** The key as an xpub, whatever its prefix was. */
  xpub: string;
  /** SHA-256 of public key and chain code, in hex: what a key is known by. */
  fingerprint: string;
  /** The key's child 0, whose children are the addresses. */
  receiving: ReceivingKey;
}

interface ReceivingKey {
  publicKey: Uint8Array;
  /** The public key, decoded once for all addresses. */
  point: typeof Point.BASE;
  chainCode: Uint8Array;
}

export interface DerivedAddress {
  address: string;
  /** The output script that pays to it, in hex. */
  script: string;
}

const { Point } = secp256k1;
const base58check = createBase58check(sha256);
const XPUB = 0x0488b21e;
/** The version bytes of the keys that can be used, by their prefixes. */
const USABLE: Readonly<Record<string, number>> = { xpub: XPUB, zpub: 0x04b24746, Ltub: 0x019da462 };
const PREFIXES: Readonly<Record<Coin, readonly string[]>> = { BTC: ['zpub', 'xpub'], LTC: ['zpub', 'Ltub', 'xpub'] };
const HRP: Readonly<Record<Coin, string>> = { BTC: 'bc', LTC: 'ltc' };

/** Keys that were read before, because curves are slow. Refused texts are not kept. */
const readBefore = new Map<string, AccountKey>();
const MOST_KEPT = 50;

/** Reads the account key of a coin, or says in words what is wrong with the text. They show nothing of it. */
export const readAccountKey = (coin: Coin, text: string): AccountKey | { problem: string } => {
  const known = readBefore.get(`${coin} ${text}`);
  if (known) return known;
  const read = readNewKey(coin, text);
  if ('problem' in read) return read;
  if (readBefore.size === MOST_KEPT) readBefore.clear();
  readBefore.set(`${coin} ${text}`, read);
  return read;
};

const readNewKey = (coin: Coin, text: string): AccountKey | { problem: string } => {
  const refusal = REFUSED.find(([pattern]) => pattern.test(text))?.[1];
  if (refusal !== undefined) return { problem: `${refusal}; ${needed(coin)}` };
  const prefix = text.slice(0, 4);
  if (!Object.hasOwn(USABLE, prefix)) return { problem: `is not an account key; ${needed(coin)}` };
  if (!PREFIXES[coin].includes(prefix)) return { problem: `is a key for Litecoin; ${needed(coin)}` };
  const key = decodeKey(text, USABLE[prefix]!);
  return key ? { coin, ...key } : { problem: `${MISTYPED_KEY}; ${needed(coin)}` };
};

/** Reads a key that is known to be one. @throws Error if it is none */
export const knownAccountKey = (coin: Coin, text: string): AccountKey => {
  const read = readAccountKey(coin, text);
  if ('problem' in read) throw new Error(`a stored key ${read.problem}`);
  return read;
};

/** Returns whether two texts are the same key, whatever its prefixes are. */
export const areSameKey = ({ BTC_XPUB, LTC_XPUB }: { BTC_XPUB?: unknown; LTC_XPUB?: unknown }): boolean => {
  const known = fingerprintOf('BTC', BTC_XPUB);
  return known !== undefined && known === fingerprintOf('LTC', LTC_XPUB);
};

const fingerprintOf = (coin: Coin, text: unknown): string | undefined => {
  const read = typeof text === 'string' ? readAccountKey(coin, text) : null;
  return read && 'fingerprint' in read ? read.fingerprint : undefined;
};

/** The address at a position: P2WPKH of key/0/position. All of it is public, so nothing needs to take the same time. */
export const addressAt = ({ coin, receiving }: AccountKey, position: number): DerivedAddress => {
  const { publicKey, point, chainCode } = receiving;
  const index = new Uint8Array(4);
  new DataView(index.buffer).setUint32(0, position);
  const tweak = createHmac('sha512', chainCode).update(publicKey).update(index).digest().subarray(0, 32);
  const child = point.add(Point.BASE.multiplyUnsafe(Point.Fn.fromBytes(tweak)));
  const hash = ripemd160(sha256(child.toBytes()));
  return {
    address: bech32.encode(HRP[coin], [0, ...bech32.toWords(hash)]),
    script: `0014${bytesToHex(hash)}`,
  };
};

const needed = (coin: Coin): string =>
  `${COIN_NAMES[coin]} needs the public key of an account with native SegWit, which begins with ${orList(PREFIXES[coin])}`;

const orList = (texts: readonly string[]): string => `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

/**
 * Patterns of texts that people may type instead, with their names. Private ones come first, also inside of something
 * else.
 */
const REFUSED: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /[xyzYZtuvUV]prv|[LM]tpv|ttpv/,
    'is a private key, with which others could spend your coins: never type it into a shop',
  ],
  [/^\s*(\p{L}+\s+){11,}\p{L}+\s*$/u, 'is the secret phrase of a wallet: never type it into a shop'],
  [/^([0-9a-f]{64}|[5KLTc6][1-9A-HJ-NP-Za-km-z]{50,51})$/i, 'is a private key: never type it into a shop'],
  [/[()[\]/*#<>]/, 'is a script descriptor'],
  [/^ypub/, 'is a ypub, for addresses of nested SegWit'],
  [/^Mtub/, 'is an Mtub, for addresses of nested SegWit'],
  [/^[YZ]pub/, 'is a key of several signers, Ypub or Zpub'],
  [/^([tuvUV]pub|ttub)/, 'is a key of a test network'],
];

const KEY_LENGTH = 78;

const decodeKey = (text: string, version: number): Omit<AccountKey, 'coin'> | null => {
  try {
    const bytes = base58check.decode(text);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    if (bytes.length !== KEY_LENGTH || view.getUint32(0) !== version) return null;
    view.setUint32(0, XPUB);
    const xpub = base58check.encode(bytes);
    const { publicKey, chainCode } = HDKey.fromExtendedKey(xpub);
    const known = createHash('sha256').update(publicKey!).update(chainCode!);
    // Without its depth, because one at depth 255 has no room for another.
    const child = new HDKey({ publicKey: publicKey!, chainCode: chainCode! }).deriveChild(0);
    const receiving = {
      publicKey: child.publicKey!,
      point: Point.fromBytes(child.publicKey!),
      chainCode: child.chainCode!,
    };
    return { xpub, fingerprint: known.digest('hex'), receiving };
  } catch {
    return null;
  }
};
