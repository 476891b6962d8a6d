import { foldName } from './typed-text.ts';

const KNOWN_TAGS = ['Formulation', 'Breakdown', 'Volume', 'Strain', 'THC', 'CBD', 'authenticity'] as const;
/** The tags that the shop reads (behavior 4.6, 5.6, 5.16). It stores all other tags without reading them. */
export type KnownTag = (typeof KNOWN_TAGS)[number];

/** Returns the X of the first tag "Formulation = X", ignoring case and spaces. Null if there is none or X is empty. */
export const tagValue = (tags: readonly string[], name: KnownTag): string | null => {
  for (const tag of tags) {
    const sign = tag.indexOf('=');
    if (sign < name.length || foldName(tag.slice(0, sign)) !== name.toLowerCase()) continue;
    const value = tag.slice(sign + 1).trim();
    if (value !== '') return value;
  }
  return null;
};

/**
 * Returns tags with others added and removed, which are compared without case (behavior 9.5). The shop reads only the
 * first of "Strain = X" and "Strain = Y", so an added one takes the place of the other.
 */
export const editedTags = (
  tags: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] => {
  const removed = new Set(remove.map(folded));
  const kept = tags.filter((tag) => !removed.has(folded(tag)));
  for (const tag of add.map((text) => text.trim())) {
    if (tag === '' || kept.some((other) => folded(other) === folded(tag))) continue;
    const name = KNOWN_TAGS.find((known) => tagValue([tag], known) !== null);
    const place = name ? kept.findIndex((other) => tagValue([other], name) !== null) : -1;
    if (place === -1) kept.push(tag);
    else kept[place] = tag;
  }
  return kept;
};

const folded = (tag: string): string => foldName(tag);

const VOLUME = /^(\d*\.?\d+) ?(m?)g(?:rams?)?$/i;
const VOLUME_SIZES: Readonly<Record<number, string>> = { 0.5: '.5G', 1: '1G', 1.5: '1.5G', 2: '2G' };

/**
 * Returns the size that "Volume = X" states, otherwise "Breakdown = X" (behavior 4.6). Usual volumes of carts have one
 * spelling: .5G, 1G, 1.5G and 2G. Null if neither tag exists.
 */
export const sizeFromTags = (tags: readonly string[]): string | null => {
  const volume = tagValue(tags, 'Volume');
  if (volume === null) return tagValue(tags, 'Breakdown');
  const match = VOLUME.exec(volume);
  if (match === null) return volume;
  const [, digits, milli] = match;
  return VOLUME_SIZES[milli === '' ? Number(digits) : Number(digits) / 1000] ?? volume;
};

/** Returns whether a product has the size that its tags state, so that it follows them. One that was set wins (behavior 9.20). */
export const isSizeOfTags = ({ size, tags }: { size: string | null; tags: readonly string[] }): boolean =>
  size === sizeFromTags(tags);

/** Returns whether a product has the tag "authenticity = replica" (behavior 4.6). */
export const isReplica = (tags: readonly string[]): boolean =>
  tagValue(tags, 'authenticity')?.toLowerCase() === 'replica';

/** Matches "Strain: X" up to the end of the sentence. The dots of "Mr." and "P.O." do not end it. */
const STRAIN = /\bstrain:\s*([^\s.][^\n;|]*?)(?:(?<!\b(?:mr|mrs|ms|dr|st)|\.[a-z])\.(?=\s|$)|[\n;|]|$)/i;

/** Returns the strain from the tag "Strain = X", otherwise from "Strain: X" in the description, otherwise null (behavior 4.6). */
export const productStrain = (product: { tags: readonly string[]; description: string | null }): string | null => {
  const fromTag = tagValue(product.tags, 'Strain');
  if (fromTag !== null) return fromTag;
  const match = product.description?.match(STRAIN);
  return match ? match[1]!.trim() : null;
};
