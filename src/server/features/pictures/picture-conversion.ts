import sharp, { type Sharp } from 'sharp';
import type { PictureType } from './picture-type.ts';

/*
 * Converts pictures, in a process of its own (picture-process.ts): a picture can be built to take forever or to use a
 * mistake of a decoder.
 */

// Each process converts one picture at a time, in one thread. No file is read twice, so there is no cache.
sharp.concurrency(1);
sharp.cache(false);

/** The decoders of the accepted types. All others are blocked, whatever the content looks like. */
const DECODERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadNsgif',
];
const SVG_DECODER = 'VipsForeignLoadSvg';
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

/** The formats that those decoders find. AVIF is a kind of HEIF. */
const FORMATS: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'heif', 'gif'];

/** The largest picture that is unpacked (behavior 4.9). */
const MOST_PIXELS = 50_000_000;
/** A picture taller than this many widths is no product picture, and the encoders refuse it. */
const MOST_WIDTHS_HIGH = 4;
/** Above this width, more encoder effort costs more time than it saves bytes. */
const LARGE = 500;

/**
 * Measured on two cores at 950 pixels: AVIF takes 70 ms at effort 0 and over a second at the usual 4, for a tenth fewer
 * bytes. WebP takes 65 ms, JPEG 35 ms.
 */
const encode: Record<Conversion['type'], (picture: Sharp, width: number) => Sharp> = {
  avif: (picture, width) => picture.avif({ quality: 55, effort: width > LARGE ? 0 : 1, chromaSubsampling: '4:2:0' }),
  webp: (picture, width) => picture.webp({ quality: 78, effort: width > LARGE ? 2 : 4 }),
  jpeg: (picture, width) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: width <= LARGE }),
  // Converted again for every page, so little may be lost here.
  kept: (picture) => picture.webp({ quality: 90, effort: 4 }),
};

/** A picture to convert. */
export interface Conversion {
  source: Uint8Array;
  width: number;
  /** `kept` is what the shop stores of an uploaded picture. */
  type: PictureType | 'kept';
  /** Drawn by us. Only our own drawings may be SVG. */
  drawn: boolean;
}

/**
 * Converts a picture to a width and type: upright, without metadata, and never enlarged.
 * @throws Error for content that is not a complete picture
 */
export const convertPicture = async ({ source, width, type, drawn }: Conversion): Promise<Buffer> => {
  sharp[drawn ? 'unblock' : 'block']({ operation: [SVG_DECODER] });
  const picture = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const { format } = await picture.metadata();
  if (!drawn && !FORMATS.includes(format)) throw new Error(`${format} is not accepted`);
  const resized = picture
    .autoOrient()
    .resize({ width, height: width * MOST_WIDTHS_HIGH, fit: 'inside', withoutEnlargement: true });
  return encode[type](resized, width).toBuffer();
};
