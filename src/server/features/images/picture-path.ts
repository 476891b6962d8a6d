import { ShopError } from '#contract/errors.ts';

/** The widths a picture is made in, by the beginning of its name (decisions §4 "image forms"). */
const FORM = /^x(250|950)-(.+)$/s;
const OTHER_FORM = { 250: 950, 950: 250 } as const;
/** Without a form a picture is at most so wide (decisions §8 "pictures"). */
const WIDEST = 950;

/** What an address of /api/proxy-image/ asks for. */
export interface PicturePath {
  /** Pixels; a smaller picture stays as it is. */
  width: number;
  /** Where the picture may lie, best first: the path as it stands, the other form, the bare name. Decoded. */
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
  const at = segments.findLastIndex((segment) => FORM.test(segment));
  if (at < 0) return { width: WIDEST, candidates: [segments.join('/')] };
  const [, form, bare] = FORM.exec(segments[at]!)!;
  const width = Number(form) as keyof typeof OTHER_FORM;
  const named = (name: string) => segments.with(at, name).join('/');
  return {
    width,
    candidates: [segments.join('/'), named(`x${OTHER_FORM[width]}-${bare}`), named(bare!)],
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
