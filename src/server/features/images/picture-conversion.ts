import type { Sharp } from 'sharp';
import { ShopError } from '#contract/errors.ts';
import type { PictureType } from './picture-type.ts';

/**
 * Loaded with the first picture, so that no start waits for it. Each picture uses one thread, because a semaphore decides
 * how many are converted at the same time. No file is read twice, so sharp's cache is off.
 */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
let loading: ReturnType<typeof loadSharp> | undefined;

/** The largest picture that is unpacked (behavior 4.9). */
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 15;
/** A picture taller than this many widths is no product picture, and the encoders refuse it. */
const MOST_WIDTHS_HIGH = 4;
/** Above this width, more encoder effort costs more time than it saves bytes. */
const LARGE = 500;

/**
 * Measured on two cores at 950 pixels: AVIF takes 70 ms at effort 0 and over a second at the usual 4, for a tenth fewer
 * bytes. WebP takes 65 ms, JPEG 35 ms.
 */
const encode: Record<PictureType, (picture: Sharp, width: number) => Sharp> = {
  avif: (picture, width) => picture.avif({ quality: 55, effort: width > LARGE ? 0 : 1, chromaSubsampling: '4:2:0' }),
  webp: (picture, width) => picture.webp({ quality: 78, effort: width > LARGE ? 2 : 4 }),
  jpeg: (picture, width) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: width <= LARGE }),
};

/**
 * Converts a picture to a width and type: upright, without metadata, and never enlarged.
 * @throws ShopError image_refused (400) for content that is not a complete picture
 */
export const convertPicture = async (
  source: Buffer,
  { width, type, drawn = false }: { width: number; type: PictureType; drawn?: boolean },
): Promise<Buffer> => {
  // Only our own drawings may be SVG. A foreign one can be built to take forever.
  if (!drawn && !isPicture(source)) throw new ShopError('image_refused');
  loading ??= loadSharp();
  const sharp = await loading;
  const picture = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({ width, height: width * MOST_WIDTHS_HIGH, fit: 'inside', withoutEnlargement: true });
  try {
    return await encode[type](picture, width).toBuffer();
  } catch (error) {
    throw Object.assign(new ShopError('image_refused'), { cause: error });
  }
};

/** How files of the accepted types begin, at the given byte. Name and declared type do not count. */
const SIGNATURES: readonly { at: number; bytes: Buffer }[] = [
  { at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { at: 0, bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { at: 0, bytes: Buffer.from('GIF8') },
  { at: 8, bytes: Buffer.from('WEBP') },
  { at: 4, bytes: Buffer.from('ftypavi') },
  { at: 4, bytes: Buffer.from('ftypmif1') },
];

const isPicture = (source: Buffer): boolean =>
  SIGNATURES.some(({ at, bytes }) => source.subarray(at, at + bytes.length).equals(bytes));
