import type { AuditKind, Json } from './audit.ts';
import type { Role } from './permissions.ts';

/** An entry as the chain has it. Names and addresses are digests (behavior 3.14). */
export interface ChainEntry {
  id: number;
  /** Its place in the chain: 1, 2, 3, without gaps. */
  seq: number;
  /** ISO 8601 in UTC. */
  at: string;
  actorId: string;
  actorName: string | null;
  role: Role | null;
  kind: AuditKind;
  subject: string | null;
  before: Json;
  after: Json;
  address: string | null;
}

/** The end of a chain. */
export interface ChainEnd {
  /** How many entries it has, which is the place of the last one. */
  entries: number;
  /** The hash of the last entry; empty if there is none. */
  lastHash: string;
}

export const NO_ENTRIES: ChainEnd = { entries: 0, lastHash: '' };

/** SHA-256 of a text in UTF-8, in hexadecimal. The caller has it from its platform. */
export type Sha256 = (text: string) => string;

/** JSON with the keys of all objects sorted by their code units, and without spaces. Equal values have equal texts. */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** The hash of the entry that follows the end of a chain: SHA-256 of the previous hash and the entry's canonical JSON. */
export const entryHash = (sha256: Sha256, { lastHash }: ChainEnd, entry: ChainEntry): string =>
  sha256(lastHash + canonicalJson({ ...entry }));

/** Why an entry does not fit the one before it. */
export type ChainFault =
  /** Entries before it are gone. */
  | 'gap'
  /** Its place is taken. */
  | 'place_taken'
  /** It is not what was chained. */
  | 'altered';

/** Returns why an entry does not fit the end of a chain, or null if it does. */
export const faultOf = (sha256: Sha256, end: ChainEnd, entry: ChainEntry, hash: string | null): ChainFault | null => {
  if (entry.seq > end.entries + 1) return 'gap';
  if (entry.seq < end.entries + 1) return 'place_taken';
  return hash === entryHash(sha256, end, entry) ? null : 'altered';
};
