import { ShopError } from '#contract/errors.ts';
import { PICTURE_WIDTHS, type PictureForm, pictureName, readPictureName } from '#domain/picture-widths.ts';

/**
 * The forms in which an origin may have a picture, best first: the requested one, then the other one. No origin is known
 * to have the middle form, so its own name comes last.
 */
const FORMS_AT_ORIGIN: Record<PictureForm, readonly PictureForm[]> = {
  small: ['small', 'large'],
  middle: ['large', 'small'],
  large: ['large', 'small'],
};

/** A request for a picture. */
export interface PicturePath {
  /** The requested path itself, decoded. */
  path: string;
  /** Pixels; a smaller picture stays as it is. */
  width: number;
  /** Paths of the picture, best first: the forms that an origin may have, then the bare name. Decoded. */
  candidates: string[];
}

/** Longer paths are refused (behavior 9.6). */
const LONGEST_PATH = 500;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Encoded slashes and control characters, and dots and slashes that were encoded twice. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the refused characters
const HIDDEN = /[/\\\u0000-\u001f\u007f]|%(?:2e|2f|5c|00)/i;

/**
 * Reads the encoded path after /api/proxy-image/. A path that could leave a folder, name another host or be read in two
 * ways is refused.
 * @throws ShopError image_refused (400)
 */
export const readPicturePath = (encoded: string): PicturePath => {
  const segments = encoded.split('/').map(decodeSegment);
  const path = segments.join('/');
  if (SCHEME.test(segments[0]!) || path.length > LONGEST_PATH) throw new ShopError('image_refused');
  const read = segments.map(readPictureName);
  const at = read.findLastIndex((name) => name !== null);
  const name = read[at];
  // Without a form, a picture is at most as wide as the widest form (behavior 4.9).
  if (!name) return { path, width: PICTURE_WIDTHS.large, candidates: [path] };
  const { form, bare } = name;
  const names = [...FORMS_AT_ORIGIN[form].map((other) => pictureName(other, bare)), bare, segments[at]!];
  return {
    path,
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
