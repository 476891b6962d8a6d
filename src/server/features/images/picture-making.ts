import type { Sharp } from 'sharp';
import { ShopError } from '#contract/errors.ts';
import type { PictureType } from './picture-type.ts';

/**
 * Loaded with the first picture: no start waits for it. One thread a picture, because how many are made at once is the
 * work queue's to say; nothing is read twice, so nothing is kept.
 */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
let loading: ReturnType<typeof loadSharp> | undefined;

/** What a picture may unpack to (decisions §8 "pictures"). */
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 15;
/** Taller than this many widths is no product picture, and more than the encoders take. */
const TALLEST = 4;
/** From this width on an encoder's pains cost more time than they save bytes. */
const LARGE = 500;

/**
 * A little more quality for the smaller encoders costs few bytes. Measured on two cores at 950 wide: AVIF 70 ms at
 * effort 0 and over a second at the usual 4, for a tenth fewer bytes; WebP 65 ms, JPEG 35 ms.
 */
const encode: Record<PictureType, (picture: Sharp, width: number) => Sharp> = {
  avif: (picture, width) => picture.avif({ quality: 55, effort: width > LARGE ? 0 : 1, chromaSubsampling: '4:2:0' }),
  webp: (picture, width) => picture.webp({ quality: 78, effort: width > LARGE ? 2 : 4 }),
  jpeg: (picture, width) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: width <= LARGE }),
};

/**
 * Makes a picture of the given width and type, upright and without the camera's notes; a smaller one is not enlarged.
 * @throws ShopError image_refused (400) for anything that is not a whole picture inside.
 */
export const makePicture = async (
  source: Buffer,
  { width, type, drawn = false }: { width: number; type: PictureType; drawn?: boolean },
): Promise<Buffer> => {
  // Only our own drawings may be SVG: a stranger's can be made to take for ever.
  if (!drawn && !isPicture(source)) throw new ShopError('image_refused');
  loading ??= loadSharp();
  const sharp = await loading;
  const picture = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true });
  try {
    return await encode[type](picture, width).toBuffer();
  } catch (error) {
    throw Object.assign(new ShopError('image_refused'), { cause: error });
  }
};

/** How files of the kinds we take begin, from the given byte on; what they are called or said to be counts for nothing. */
const BEGINNINGS: readonly { at: number; bytes: Buffer }[] = [
  { at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { at: 0, bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { at: 0, bytes: Buffer.from('GIF8') },
  { at: 8, bytes: Buffer.from('WEBP') },
  { at: 4, bytes: Buffer.from('ftypavi') },
  { at: 4, bytes: Buffer.from('ftypmif1') },
];

const isPicture = (source: Buffer): boolean =>
  BEGINNINGS.some(({ at, bytes }) => source.subarray(at, at + bytes.length).equals(bytes));
