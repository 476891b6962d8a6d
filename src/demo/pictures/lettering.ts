import { round } from './art.ts';
import { CAPITALS, FIGURES, type Glyph, SMALL_LETTERS } from './glyphs.ts';

/** The style of a word. Pen, proportions and case make the same alphabet look different for each brand. */
export interface Lettering {
  readonly letters: 'upper' | 'lower' | 'title';
  /** The pen's width as a share of the height of capitals. */
  readonly weight: number;
  /** Horizontal stretch of the letters (default 1). */
  readonly width?: number;
  /** Space between letters in hundredths of the height of capitals (default 4). */
  readonly tracking?: number;
  /** Slant to the right in degrees (default 0). */
  readonly slant?: number;
  /** Thickness of horizontal strokes relative to vertical ones (default 1). Less than 1 looks like a broad pen. */
  readonly contrast?: number;
  /** Draws hairlines at the ends of stems. */
  readonly serif?: boolean;
  /** Shape of curves: round at 0.55 (the default), square toward 0.9. */
  readonly squareness?: number;
  readonly ends?: 'round' | 'butt';
}

/** Position and size of a word: `y` is the baseline, `size` the height of capitals. */
interface Placement {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly align?: 'left' | 'middle' | 'right';
  /** The largest width. A wider word is drawn smaller. */
  readonly fit?: number;
  /** Bends the word onto a round body. */
  readonly warp?: Warp;
}

export type Warp = (x: number, y: number) => readonly [number, number];

type Segment = readonly [command: 'M' | 'L' | 'C', points: readonly number[]];

const STRAIGHT_LEFT = /[BDEFHIKLMNPRUbhiklmnpru15]/;
const ROUND_LEFT = /[CGOQSacdegoqs0234689&]/;
const STRAIGHT_RIGHT = /[HIJMNUadghijlmnqu1]/;
const ROUND_RIGHT = /[BDGOPQRSbeopscC02356890&%]/;
const SPACE = 34;
const DEFAULT_TRACKING = 4;

/** Draws a text as one stroked path. */
export const drawText = (text: string, style: Lettering, place: Placement, paint: string): string => {
  const shown = cased(text, style.letters);
  const stretch = style.width ?? 1;
  const natural = advanceOf(shown, style) * (place.size / 100);
  const size = place.fit !== undefined && natural > place.fit ? (place.size * place.fit) / natural : place.size;
  const scale = size / 100;
  const length = advanceOf(shown, style) * scale;
  const left = place.x - (place.align === 'middle' ? length / 2 : place.align === 'right' ? length : 0);
  const lean = Math.tan(((style.slant ?? 0) * Math.PI) / 180);
  const contrast = style.contrast ?? 1;

  let pen = 0;
  let d = '';
  for (const character of shown) {
    const glyph = glyphOf(character);
    if (glyph === undefined) {
      pen += SPACE + (style.tracking ?? DEFAULT_TRACKING);
      continue;
    }
    const start = pen + bearing(character, STRAIGHT_LEFT, ROUND_LEFT) + style.weight * 50;
    for (const [command, points] of segmentsOf(glyph, style)) {
      d += command;
      for (let i = 0; i < points.length; i += 2) {
        const x = (start + points[i]! * stretch + (100 - points[i + 1]!) * lean) * scale + left;
        const y = (points[i + 1]! - 100) * scale + place.y;
        const [bentX, bentY] = place.warp?.(x, y) ?? [x, y];
        d += `${i > 0 ? ' ' : ''}${round(bentX)} ${round(bentY / contrast, 1)}`;
      }
    }
    pen += advanceOfGlyph(character, glyph, style);
  }
  const ends =
    style.ends === 'butt'
      ? 'stroke-linecap="square" stroke-linejoin="miter" stroke-miterlimit="1.5"'
      : 'stroke-linecap="round" stroke-linejoin="round"';
  const flat = contrast === 1 ? '' : ` transform="scale(1 ${contrast})"`;
  return `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${round(style.weight * size, 2)}" ${ends}${flat}/>`;
};

/** Breaks a text between words into up to `lines` lines of about the same length. */
export const breakLines = (text: string, lines: number): string[] => {
  const words = text.split(' ');
  const target = text.length / Math.min(lines, words.length);
  const result: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    const full = line !== '' && longer.length > target + 3 && result.length < lines - 1;
    if (full) result.push(line);
    line = full ? word : longer;
  }
  return [...result, line];
};

const cased = (text: string, letters: Lettering['letters']): string =>
  letters === 'upper' ? text.toUpperCase() : letters === 'lower' ? text.toLowerCase() : text;

const glyphOf = (character: string): Glyph | undefined =>
  CAPITALS[character] ?? SMALL_LETTERS[character] ?? FIGURES[character];

const bearing = (character: string, straight: RegExp, curved: RegExp): number =>
  straight.test(character) ? 8 : curved.test(character) ? 4 : 1;

const advanceOf = (text: string, style: Lettering): number => {
  let total = -(style.tracking ?? DEFAULT_TRACKING);
  for (const character of text) {
    const glyph = glyphOf(character);
    total +=
      glyph === undefined ? SPACE + (style.tracking ?? DEFAULT_TRACKING) : advanceOfGlyph(character, glyph, style);
  }
  return total;
};

const advanceOfGlyph = (character: string, [width]: Glyph, style: Lettering): number =>
  bearing(character, STRAIGHT_LEFT, ROUND_LEFT) +
  width * (style.width ?? 1) +
  bearing(character, STRAIGHT_RIGHT, ROUND_RIGHT) +
  style.weight * 100 +
  (style.tracking ?? DEFAULT_TRACKING);

/** The glyph as moves, lines and cubics, with quarter ellipses converted to cubics and with serifs. */
const segmentsOf = ([, path]: Glyph, style: Lettering): Segment[] => {
  const kappa = style.squareness ?? 0.5523;
  // A serif is no wider than the space that a letter has next to its stem.
  const reach = 1 + style.weight * 50;
  const segments: Segment[] = [];
  const serifs: Segment[] = [];
  let x = 0;
  let y = 0;
  for (const [, command, text] of path.matchAll(/([MLCHV])([^MLCHV]*)/g)) {
    const points = text!.trim().split(/\s+/).map(Number);
    const endX = points[points.length - 2]!;
    const endY = points[points.length - 1]!;
    if (command === 'H') {
      segments.push(['C', [x + (endX - x) * kappa, y, endX, endY + (y - endY) * (1 - kappa), endX, endY]]);
    } else if (command === 'V') {
      segments.push(['C', [x, y + (endY - y) * kappa, endX + (x - endX) * (1 - kappa), endY, endX, endY]]);
    } else {
      if (command === 'L' && style.serif === true && Math.abs(endY - y) > Math.abs(endX - x)) {
        for (const [footX, footY] of [
          [x, y],
          [endX, endY],
        ] as const) {
          if (footY <= 0 || footY === 34 || footY === 100) {
            serifs.push(['M', [footX - reach, footY]], ['L', [footX + reach, footY]]);
          }
        }
      }
      segments.push([command as 'M' | 'L' | 'C', points]);
    }
    x = endX;
    y = endY;
  }
  return [...segments, ...serifs];
};
