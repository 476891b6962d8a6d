/** The tags the shop reads (specification §3); any other is carried along unread. */
export type KnownTag = 'Formulation' | 'Breakdown' | 'Volume' | 'Strain' | 'authenticity';

/**
 * The X of the first tag "Formulation = X", whatever its case and spaces; null without one or with nothing after the
 * sign.
 */
export const tagValue = (tags: readonly string[], name: KnownTag): string | null => {
  for (const tag of tags) {
    const sign = tag.indexOf('=');
    if (sign < name.length || tag.slice(0, sign).trim().toLowerCase() !== name.toLowerCase()) continue;
    const value = tag.slice(sign + 1).trim();
    if (value !== '') return value;
  }
  return null;
};

const VOLUME = /^(\d*\.?\d+) ?(m?)g(?:rams?)?$/i;
const VOLUME_SIZES: Readonly<Record<number, string>> = { 0.5: '.5G', 1: '1G', 1.5: '1.5G', 2: '2G' };

/**
 * The size that "Volume = X" or "Breakdown = X" states (decisions §4); cart volumes, however written, read 1G, .5G, 2G
 * and 1.5G (specification §3). Null without such a tag.
 */
export const sizeFromTags = (tags: readonly string[]): string | null => {
  const volume = tagValue(tags, 'Volume');
  if (volume === null) return tagValue(tags, 'Breakdown');
  const [, digits, milli] = VOLUME.exec(volume) ?? [];
  if (digits === undefined) return volume;
  return VOLUME_SIZES[milli === '' ? Number(digits) : Number(digits) / 1000] ?? volume;
};

/** Replicas carry the tag "authenticity = replica"; members are told so (decisions §4). */
export const isReplica = (tags: readonly string[]): boolean =>
  tagValue(tags, 'authenticity')?.toLowerCase() === 'replica';

/** "Strain: X" up to the end of its sentence; the dots of "Mr." and "P.O." end none. */
const STRAIN = /\bstrain:\s*([^\s.][^\n;|]*?)(?:(?<!\b(?:mr|mrs|ms|dr|st)|\.[a-z])\.(?=\s|$)|[\n;|]|$)/i;

/** The strain: the tag "Strain = X", else "Strain: X" in the description, else null (decisions §8). */
export const productStrain = (product: { tags: readonly string[]; description: string | null }): string | null => {
  const fromTag = tagValue(product.tags, 'Strain');
  if (fromTag !== null) return fromTag;
  const [, fromDescription] = STRAIN.exec(product.description ?? '') ?? [];
  return fromDescription?.trim() || null;
};
