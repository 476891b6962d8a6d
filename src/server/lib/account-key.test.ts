import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import type { Coin } from '#domain/quotes.ts';
import { DERIVED } from '../testing/derived-addresses.ts';
import { addressAt, knownAccountKey, readAccountKey } from './account-key.ts';

const base58check = createBase58check(sha256);

/** A key with other version bytes, and so with another prefix. */
const withVersion = (key: string, version: number): string => {
  const bytes = base58check.decode(key);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, version);
  return base58check.encode(bytes);
};

const BIP84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const problemOf = (text: string): string | undefined => {
  const read = readAccountKey('BTC', text);
  return 'problem' in read ? read.problem : undefined;
};

const { key: ZPUB, xpub: XPUB } = DERIVED.BTC;
const { key: LTUB } = DERIVED.LTC;

test('the addresses of the vectors of BIP84 are those of the account key', () => {
  const key = knownAccountKey('BTC', BIP84);
  expect([0, 1].map((position) => addressAt(key, position).address)).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ]);
});

/** Vectors 2 and 3 of BIP32: a key, and its child 0. */
test.each([
  [
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  ],
])('the child of a vector of BIP32 is that of the vector: %s', (parent, child) => {
  const { receiving } = knownAccountKey('BTC', parent);
  const expected = HDKey.fromExtendedKey(child);
  expect(receiving.publicKey).toEqual(expected.publicKey);
  expect(receiving.chainCode).toEqual(expected.chainCode);
});

test.each(['BTC', 'LTC'] as const)('100 addresses of %s are those of another library', (coin) => {
  const { key, xpub, addresses } = DERIVED[coin];
  for (const text of [key, xpub]) {
    const read = knownAccountKey(coin, text);
    expect(addresses.map((_, position) => Object.values(addressAt(read, position)))).toEqual(addresses);
  }
});

test('a key is the same one under each of its prefixes, at any depth', () => {
  const known = ([coin, text]: readonly [Coin, string]) => {
    const { xpub, fingerprint, receiving } = knownAccountKey(coin, text);
    return [xpub, fingerprint, receiving.publicKey];
  };
  const first = known(['BTC', ZPUB]);
  expect(known(['BTC', XPUB])).toEqual(first);
  for (const text of [ZPUB, XPUB, withVersion(XPUB, 0x019da462)]) expect(known(['LTC', text])).toEqual(first);
  const deep = base58check.decode(XPUB);
  deep[4] = 255;
  expect(known(['BTC', base58check.encode(deep)]).slice(1)).toEqual(first.slice(1));
});

const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const PRIVATE = MASTER.privateExtendedKey!;
const PUBLIC = MASTER.publicExtendedKey!;
const NEVER = /never type it into a shop/;

/** Texts that people type instead of a key for Bitcoin, and the words that name them. */
const REFUSED: readonly (readonly [name: string, text: string, words: RegExp])[] = [
  ...Object.entries({
    xprv: 0x0488ade4,
    yprv: 0x049d7878,
    zprv: 0x04b2430c,
    Yprv: 0x0295b005,
    Zprv: 0x02aa7a99,
    tprv: 0x04358394,
    uprv: 0x044a4e28,
    vprv: 0x045f18bc,
    Uprv: 0x024285b5,
    Vprv: 0x02575048,
    Ltpv: 0x019d9cfe,
    Mtpv: 0x01b26792,
    ttpv: 0x0436ef7d,
  }).map(([prefix, version]) => [prefix, withVersion(PRIVATE, version), NEVER] as const),
  ...Object.entries({
    ypub: [0x049d7cb2, /is a ypub/],
    Mtub: [0x01b26ef6, /is an Mtub/],
    Ypub: [0x0295b43f, /several signers/],
    Zpub: [0x02aa7ed3, /several signers/],
    tpub: [0x043587cf, /test network/],
    upub: [0x044a5262, /test network/],
    vpub: [0x045f1cf6, /test network/],
    Upub: [0x024289ef, /test network/],
    Vpub: [0x02575483, /test network/],
    ttub: [0x0436f6e1, /test network/],
  } as const).map(([prefix, [version, words]]) => [prefix, withVersion(PUBLIC, version), words] as const),
  ['wpkh(xpub)', `wpkh([d34db33f/84h/0h/0h]${PUBLIC}/0/*)`, /is a script descriptor/],
  ['[origin]xpub', `[d34db33f/84h/0h/0h]${PUBLIC}`, /is a script descriptor/],
  ['wpkh(xprv)', `wpkh(${PRIVATE}/84h/0h/0h/0/*)`, NEVER],
  ['12 words', `${'abandon '.repeat(11)}about`, NEVER],
  ['a private key in hex', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35', NEVER],
  ['a WIF key', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn', NEVER],
  ['an address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /is not an account key/],
  ['a key for Litecoin', LTUB, /is a key for Litecoin/],
  ['a mistyped key', `${ZPUB.slice(0, 50)}${ZPUB[50] === 'q' ? 'r' : 'q'}${ZPUB.slice(51)}`, /a letter of it is wrong/],
  ['a key that is cut off', ZPUB.slice(0, -1), /a letter of it is wrong/],
  ['a private key under a public prefix', withVersion(PRIVATE, 0x04b24746), /a letter of it is wrong/],
];

test.each(REFUSED)('%s is refused by name, with what is needed instead', (_name, text, words) => {
  const problem = problemOf(text)!;
  expect(problem).toMatch(words);
  expect(problem).toContain('Bitcoin needs the public key of an account with native SegWit, which begins with zpub or xpub');
  for (let at = 0; at + 12 <= text.length; at++) expect(problem).not.toContain(text.slice(at, at + 12));
});

/** Vector 5 of BIP32. */
test.each([
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm',
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn',
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4',
  'xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ',
  'xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8',
  'DMwo58pR1QLEFihHiXPVykYB6fJmsTeHvyTp7hRThAtCX8CvYzgPcn8XnmdfHGMQzT7ayAmfo4z3gY5KfbrZWZ6St24UVf2Qgo6oujFktLHdHY4',
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY',
])('an invalid key of the vectors of BIP32 is refused: %s', (text) => {
  expect(problemOf(text)).toMatch(/is not an account key/);
});
