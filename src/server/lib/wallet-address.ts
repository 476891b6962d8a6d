import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** The address formats of a network: its bech32 prefix, and the version bytes of its base58 addresses. */
interface Network {
  name: string;
  prefix: string;
  versions: readonly number[];
}

const BITCOIN: Network = { name: 'Bitcoin', prefix: 'bc', versions: [0x00, 0x05] };
const LITECOIN: Network = { name: 'Litecoin', prefix: 'ltc', versions: [0x30, 0x32, 0x05] };
const base58check = createBase58check(sha256);

/** Returns the problem of a Bitcoin main-network address, or null if its checksum is right (behavior 1.7). */
export const bitcoinAddressProblem = (address: string): string | null => addressProblem(BITCOIN, address);

/** Returns the problem of a Litecoin main-network address, or null if its checksum is right (behavior 1.7). */
export const litecoinAddressProblem = (address: string): string | null => addressProblem(LITECOIN, address);

const addressProblem = (network: Network, address: string): string | null => {
  const right = address.toLowerCase().startsWith(`${network.prefix}1`)
    ? isSegwit(network, address)
    : isBase58(network, address);
  return right
    ? null
    : `is not a ${network.name} address, or a letter of it is wrong; money sent to a mistyped address is lost`;
};

/** BIP173 and BIP350: version 0 has the bech32 checksum and 20 or 32 bytes, later versions have bech32m. */
const isSegwit = (network: Network, address: string): boolean => {
  for (const code of [bech32, bech32m]) {
    const decoded = code.decodeUnsafe(address, 90);
    if (!decoded || decoded.prefix !== network.prefix) continue;
    const [version, ...words] = decoded.words;
    const program = code.fromWordsUnsafe(words);
    if (version === undefined || !program) continue;
    const length = program.length;
    if (version === 0) return code === bech32 && (length === 20 || length === 32);
    return code === bech32m && version <= 16 && length >= 2 && length <= 40;
  }
  return false;
};

const isBase58 = (network: Network, address: string): boolean => {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && network.versions.includes(bytes[0]!);
  } catch {
    return false;
  }
};
