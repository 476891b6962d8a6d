import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUDIT_KINDS, type Json } from './audit.ts';
import {
  type ChainEnd,
  type ChainEntry,
  type ChainFault,
  canonicalJson,
  entryHash,
  faultOf,
  NO_ENTRIES,
} from './audit-chain.ts';
import { ROLES } from './permissions.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each<[Json, string]>([
  [null, 'null'],
  [true, 'true'],
  [1.5, '1.5'],
  ['a "b" ü \n', '"a \\"b\\" ü \\n"'],
  [[2, [], {}], '[2,[],{}]'],
  [{ b: 1, a: { d: null, c: [{ z: 1, y: 2 }] } }, '{"a":{"c":[{"y":2,"z":1}],"d":null},"b":1}'],
  [{ Z: 1, a: 2, '10': 3, '9': 4 }, '{"10":3,"9":4,"Z":1,"a":2}'],
])('the canonical JSON of %j is %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

const json = fc.jsonValue() as fc.Arbitrary<Json>;

/** The same value with the members of all objects in the opposite order. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
};

test('equal values have one canonical JSON, in whatever order their members are', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});

test('the hash is SHA-256 of the previous hash and the entry, as anybody can compute it', () => {
  const entry: ChainEntry = {
    id: 7,
    seq: 1,
    at: '2030-01-01T00:00:00.000Z',
    actorId: 'system',
    actorName: 'system',
    role: null,
    kind: 'switch',
    subject: 'auto_sync',
    before: 'on',
    after: 'off',
    address: null,
  };
  const text =
    '{"actorId":"system","actorName":"system","address":null,"after":"off","at":"2030-01-01T00:00:00.000Z",' +
    '"before":"on","id":7,"kind":"switch","role":null,"seq":1,"subject":"auto_sync"}';
  expect(entryHash(sha256, NO_ENTRIES, entry)).toBe(sha256(text));
  expect(entryHash(sha256, { entries: 0, lastHash: 'abc' }, entry)).toBe(sha256(`abc${text}`));
});

interface Chained {
  entry: ChainEntry;
  hash: string;
}

const content = fc.record({
  at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  actorId: fc.string(),
  actorName: fc.option(fc.string()),
  role: fc.option(fc.constantFrom(...ROLES)),
  kind: fc.constantFrom(...AUDIT_KINDS),
  subject: fc.option(fc.string()),
  before: json,
  after: json,
  address: fc.option(fc.string()),
});

const chained = (contents: readonly Omit<ChainEntry, 'id' | 'seq'>[]): Chained[] => {
  let end: ChainEnd = NO_ENTRIES;
  return contents.map((values, index) => {
    const entry: ChainEntry = { id: 100 - index, seq: index + 1, ...values };
    const hash = entryHash(sha256, end, entry);
    end = { entries: entry.seq, lastHash: hash };
    return { entry, hash };
  });
};

/** A chain, and a place in it that has a successor. */
const chainAndPlace = fc
  .array(content, { minLength: 2, maxLength: 8 })
  .chain((contents) => fc.tuple(fc.constant(chained(contents)), fc.nat({ max: contents.length - 2 })));

/** The first entry that does not fit, in the order of the places. */
const firstFault = (chain: readonly Chained[]): { seq: number; fault: ChainFault } | null => {
  let end: ChainEnd = NO_ENTRIES;
  for (const { entry, hash } of chain.toSorted((a, b) => a.entry.seq - b.entry.seq)) {
    const fault = faultOf(sha256, end, entry, hash);
    if (fault) return { seq: entry.seq, fault };
    end = { entries: entry.seq, lastHash: hash };
  }
  return null;
};

test('an untouched chain fits from the first entry to the last', () => {
  fc.assert(
    fc.property(chainAndPlace, ([chain]) => {
      expect(firstFault(chain)).toBeNull();
    }),
  );
});

test('an edit of any field is found at the edited entry', () => {
  const edits: readonly Partial<ChainEntry>[] = [
    { id: 101 },
    { at: 'then' },
    { actorId: 'nobody at all' },
    { actorName: 'a name nobody has' },
    { role: 'owner' },
    { kind: 'restore' },
    { subject: 'some other subject' },
    { before: { edited: true } },
    { after: { edited: true } },
    { address: 'another address' },
  ];
  fc.assert(
    fc.property(chainAndPlace, fc.constantFrom(...edits), ([chain, place], edit) => {
      const { entry, hash } = chain[place]!;
      fc.pre(canonicalJson({ ...entry, ...edit }) !== canonicalJson({ ...entry }));
      const edited = chain.with(place, { entry: { ...entry, ...edit }, hash });
      expect(firstFault(edited)).toEqual({ seq: place + 1, fault: 'altered' });
    }),
  );
});

test('an edit with a new hash is found at the entry after it', () => {
  fc.assert(
    fc.property(chainAndPlace, ([chain, place]) => {
      const entry: ChainEntry = { ...chain[place]!.entry, subject: 'edited by hand' };
      const before = { entries: place, lastHash: chain[place - 1]?.hash ?? '' };
      const forged = chain.with(place, { entry, hash: entryHash(sha256, before, entry) });
      expect(firstFault(forged)).toEqual({ seq: place + 2, fault: 'altered' });
    }),
  );
});

test('a deleted entry is found at the entry after it, also if the others are counted anew', () => {
  fc.assert(
    fc.property(chainAndPlace, ([chain, place]) => {
      const rest = chain.toSpliced(place, 1);
      expect(firstFault(rest)).toEqual({ seq: place + 2, fault: 'gap' });
      const renumbered = rest.map(({ entry, hash }, index) => ({ entry: { ...entry, seq: index + 1 }, hash }));
      expect(firstFault(renumbered)).toEqual({ seq: place + 1, fault: 'altered' });
    }),
  );
});

test('an inserted entry is found, whether it takes a place or moves the others on', () => {
  fc.assert(
    fc.property(chainAndPlace, content, ([chain, place], values) => {
      const entry: ChainEntry = { id: 500, seq: place + 1, ...values };
      const before = { entries: place, lastHash: chain[place - 1]?.hash ?? '' };
      const inserted = { entry, hash: entryHash(sha256, before, entry) };
      expect(firstFault([...chain.slice(0, place + 1), inserted, ...chain.slice(place + 1)])).toEqual({
        seq: place + 1,
        fault: 'place_taken',
      });
      const moved = chain
        .slice(place)
        .map((later) => ({ ...later, entry: { ...later.entry, seq: later.entry.seq + 1 } }));
      expect(firstFault([...chain.slice(0, place), inserted, ...moved])).toEqual({ seq: place + 2, fault: 'altered' });
    }),
  );
});

test('two entries that changed places are found at the first of them', () => {
  fc.assert(
    fc.property(chainAndPlace, ([chain, place]) => {
      const [one, other] = [chain[place]!, chain[place + 1]!];
      const swapped = chain
        .with(place, { ...other, entry: { ...other.entry, seq: place + 1 } })
        .with(place + 1, { ...one, entry: { ...one.entry, seq: place + 2 } });
      expect(firstFault(swapped)).toEqual({ seq: place + 1, fault: 'altered' });
    }),
  );
});

test('an entry without a hash does not fit', () => {
  const [{ entry }] = chained([
    {
      at: '',
      actorId: '',
      actorName: null,
      role: null,
      kind: 'role',
      subject: null,
      before: null,
      after: null,
      address: null,
    },
  ]) as [Chained];
  expect(faultOf(sha256, NO_ENTRIES, entry, null)).toBe('altered');
});
