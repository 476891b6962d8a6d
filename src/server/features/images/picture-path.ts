import { ShopError } from '#contract/errors.ts';
import { PICTURE_WIDTHS, type PictureForm, pictureName, readPictureName } from '#domain/picture-widths.ts';

/**
 * The forms in which an origin may have a picture, best first: as it was asked for, then the other one. No origin is
 * known to have the middle form, so its own name comes last of all.
 */
const HAD: Record<PictureForm, readonly PictureForm[]> = {
  small: ['small', 'large'],
  middle: ['large', 'small'],
  large: ['large', 'small'],
};

/** What an address of /api/proxy-image/ asks for. */
export interface PicturePath {
  /** Pixels; a smaller picture stays as it is. */
  width: number;
  /** Where the picture may lie, best first: the forms an origin may have, the bare name. Decoded. */
  candidates: string[];
}

/** Longer ones are refused (decisions §8 "file values"). */
const LONGEST_PATH = 500;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Slashes and control characters that came encoded, and dots and slashes that came encoded twice. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const HIDDEN = /[/\\\u0000-\u001f\u007f]|%(?:2e|2f|5c|00)/i;

/**
 * Reads the path behind /api/proxy-image/ as it came, still encoded. Nothing that could leave a folder, name another
 * host or be read in two ways gets through.
 * @throws ShopError image_refused (400)
 */
export const readPicturePath = (encoded: string): PicturePath => {
  const segments = encoded.split('/').map(decodeSegment);
  if (SCHEME.test(segments[0]!) || segments.join('/').length > LONGEST_PATH) throw new ShopError('image_refused');
  const read = segments.map(readPictureName);
  const at = read.findLastIndex((name) => name !== null);
  const name = read[at];
  // Without a form a picture is at most as wide as the widest (decisions §8 "pictures").
  if (!name) return { width: PICTURE_WIDTHS.large, candidates: [segments.join('/')] };
  const { form, bare } = name;
  const names = [...HAD[form].map((had) => pictureName(had, bare)), bare, segments[at]!];
  return {
    width: PICTURE_WIDTHS[form],
    candidates: [...new Set(names)].map((one) => segments.with(at, one).join('/')),
  };
};

const decodeSegment = (encoded: string): string => {
  let segment: string;
  try {
    segment = decodeURIComponent(encoded);
  } catch {
    throw new ShopError('image_refused');
  }
  if (segment === '' || segment === '.' || segment === '..' || HIDDEN.test(segment)) {
    throw new ShopError('image_refused');
  }
  return segment;
};
