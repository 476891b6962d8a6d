/** What pictures are sent as. */
export const PICTURE_TYPES = ['avif', 'webp', 'jpeg'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/**
 * The best type that an Accept header names: AVIF before WebP, each only by its own name, because "image/*" is sent by
 * many that can show neither. JPEG else.
 */
export const choosePictureType = (accept: string | undefined): PictureType => {
  const welcome = new Set<string>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    if (weight === undefined || Number(weight) > 0) welcome.add(type);
  }
  return PICTURE_TYPES.find((type) => welcome.has(`image/${type}`)) ?? 'jpeg';
};
