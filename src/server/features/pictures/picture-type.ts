/** The types in which pictures are sent. */
export const PICTURE_TYPES = ['avif', 'webp', 'jpeg'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/**
 * Returns the best type that an Accept header names: AVIF before WebP, otherwise JPEG. "image/*" does not count as naming
 * one, because clients that can show neither send it too.
 */
export const choosePictureType = (accept: string | undefined): PictureType => {
  const accepted = new Set<string>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    if (weight === undefined || Number(weight) > 0) accepted.add(type);
  }
  return PICTURE_TYPES.find((type) => accepted.has(`image/${type}`)) ?? 'jpeg';
};
