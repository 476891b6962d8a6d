import { type Art, boxPath, fill, p, stroke } from './art.ts';
import type { Brand, Layout, Paper } from './brands.ts';
import { type Color, color, hex, lch, lighter } from './color.ts';
import { breakLines, drawText, type Lettering, type Warp } from './lettering.ts';
import { mark } from './marks.ts';

/** The print of a label. */
export interface Print {
  readonly brand: Brand;
  readonly brandName: string;
  readonly title: string;
  readonly note: string;
  readonly tone: Color;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly warp?: Warp;
  /** How far color at the edge of the print runs over that edge, in shares of width and height. */
  readonly bleed?: readonly [x: number, y: number];
}

interface Inks {
  readonly paper: Color;
  readonly ink: string;
  readonly accent: string;
  readonly faint: string;
}

/** The colors of a maker's label, which depend on the color of the content. */
export const inksOf = (print: Print): Inks => {
  const { brand, tone } = print;
  const papers: Record<Paper, Color> = {
    cream: color(0.93, 0.03, 92),
    white: color(0.96, 0.006, brand.accent.h),
    night: color(0.2, 0.015, brand.accent.h),
    kraft: color(0.7, 0.065, 68),
    tone: color(0.8, Math.min(0.15, tone.c + 0.02), tone.h),
    deep: color(0.3, 0.07, brand.accent.h > 60 && brand.accent.h < 110 ? tone.h : brand.accent.h),
  };
  const paper = papers[brand.paper];
  const dark = paper.l < 0.5;
  return {
    paper,
    ink: dark ? lch(0.95, 0.02, brand.accent.h) : lch(0.22, 0.03, brand.accent.h),
    accent: hex(accentOn(print, dark)),
    faint: hex(lighter(paper, dark ? 0.16 : -0.13)),
  };
};

/** The accent color: that of the content, or the maker's if that one would look muddy on the paper. */
const accentOn = ({ brand, tone }: Print, dark: boolean): Color => {
  if (dark) return color(Math.max(0.74, tone.l), Math.max(0.11, tone.c), tone.h);
  const muddy = brand.paper === 'tone' || (tone.h > 70 && tone.h < 120);
  const h = muddy ? brand.accent.h : tone.h;
  return color(h > 40 && h < 110 ? 0.58 : 0.5, 0.14, h);
};

const SMALL: Lettering = { letters: 'upper', weight: 0.12, tracking: 18 };
const TITLE: Lettering = { letters: 'title', weight: 0.12, tracking: 3 };

/** A whole label: the paper and the maker's layout. `paint` replaces the plain paper on a body with shading. */
export const label = (art: Art, print: Print, box: Box, paint?: string, radius = 6): string => {
  const inks = inksOf(print);
  const paper = paint ?? hex(inks.paper);
  const body = box.warp === undefined ? boxPath(box.x, box.y, box.w, box.h, radius) : bent(box, 0, 0, 1, 1);
  return fill(body, paper) + artwork(art, print, box);
};

/** The print without paper, for packs that are printed directly. */
export const artwork = (art: Art, print: Print, box: Box): string =>
  LAYOUTS[print.brand.layout](press(art, print, box));

/** A rectangle of the label in shares of its sides, bent like the label. */
const bent = (box: Box, fromX: number, fromY: number, across: number, down: number): string => {
  const { warp = (x, y) => [x, y] as const, bleed: [overX, overY] = [0, 0] } = box;
  const left = fromX === 0 ? -overX : fromX;
  const top = fromY === 0 ? -overY : fromY;
  const width = (fromX + across === 1 ? 1 + overX : fromX + across) - left;
  const height = (fromY + down === 1 ? 1 + overY : fromY + down) - top;
  const steps = box.warp === undefined ? 1 : 10;
  const at = (share: number, y: number): string => {
    const [px, py] = warp(box.x + box.w * (left + width * share), box.y + box.h * y);
    return p`${px} ${py}`;
  };
  const shares = Array.from({ length: steps + 1 }, (_, i) => i / steps);
  return `M${shares.map((share) => at(share, top)).join('L')}L${shares
    .toReversed()
    .map((share) => at(share, top + height))
    .join('L')}Z`;
};

/** Draws on one label. Positions are in shares of its sides, sizes in shares of its shorter side. */
interface Press {
  readonly art: Art;
  readonly print: Print;
  readonly inks: Inks;
  /** Width divided by height. */
  readonly shape: number;
  block(left: number, top: number, width: number, height: number, paint: string): string;
  rule(left: number, right: number, y: number, paint: string, width?: number): string;
  text(
    words: string,
    style: Lettering,
    x: number,
    y: number,
    size: number,
    fit: number,
    paint: string,
    align?: 'left' | 'middle' | 'right',
  ): string;
  /** The product's title on up to `lines` lines, with the first baseline at `y`. */
  title(
    x: number,
    y: number,
    size: number,
    fit: number,
    paint: string,
    lines: number,
    align?: 'left' | 'middle',
  ): string;
  mark(x: number, y: number, size: number, paint: string): string;
  clipped(content: string): string;
  at(x: number, y: number): readonly [number, number];
  readonly unit: number;
}

const press = (art: Art, print: Print, box: Box): Press => {
  const inks = inksOf(print);
  const unit = Math.min(box.w, box.h);
  const at = (x: number, y: number): readonly [number, number] => {
    const place = [box.x + box.w * x, box.y + box.h * y] as const;
    return box.warp?.(...place) ?? place;
  };
  const text: Press['text'] = (words, style, x, y, size, fit, paint, align = 'middle') =>
    drawText(
      words,
      style,
      {
        x: box.x + box.w * x,
        y: box.y + box.h * y,
        size: unit * size,
        align,
        fit: box.w * fit,
        ...(box.warp && { warp: box.warp }),
      },
      paint,
    );
  return {
    art,
    print,
    inks,
    unit,
    shape: box.w / box.h,
    at,
    text,
    block: (left, top, width, height, paint) => fill(bent(box, left, top, width, height), paint),
    rule: (left, right, y, paint, width = 0.008) =>
      fill(bent(box, left, y, right - left, (width * unit) / box.h), paint),
    title: (x, y, size, fit, paint, lines, align = 'middle') =>
      breakLines(print.title, lines)
        .map((line, i) => text(line, TITLE, x, y + (i * size * 1.5 * unit) / box.h, size, fit, paint, align))
        .join(''),
    mark: (x, y, size, paint) => mark(print.brand.mark, ...at(x, y), unit * size, paint),
    clipped: (content) => `<g ${art.clip(bent(box, 0, 0, 1, 1))}>${content}</g>`,
  };
};

const LAYOUTS: Record<Layout, (press: Press) => string> = {
  crest: (q) =>
    q.mark(0.5, 0.23, 0.28, q.inks.accent) +
    q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.55, 0.11, 0.84, q.inks.ink) +
    q.rule(0.36, 0.64, 0.625, q.inks.accent) +
    q.title(0.5, 0.76, 0.075, 0.84, q.inks.ink, q.shape > 1.3 ? 1 : 2) +
    (q.shape > 1.3 ? q.text(q.print.note, SMALL, 0.5, 0.9, 0.045, 0.8, q.inks.accent) : ''),

  band: (q) =>
    q.block(0, 0.36, 1, 0.27, q.inks.accent) +
    q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.55, 0.13, 0.86, hex(q.inks.paper)) +
    q.mark(0.5, 0.19, 0.2, q.inks.ink) +
    q.title(0.5, 0.76, 0.075, 0.84, q.inks.ink, 2) +
    (q.shape > 1.3 ? '' : q.text(q.print.note, SMALL, 0.5, 0.95, 0.042, 0.8, q.inks.ink)),

  poster: (q) =>
    q.clipped(q.mark(0.72, 0.44, 1.05, q.inks.faint)) +
    q.text(q.print.brandName, q.print.brand.lettering, 0.08, 0.2, 0.1, 0.8, q.inks.ink, 'left') +
    q.title(0.08, 0.7, 0.11, 0.84, q.inks.ink, 2, 'left') +
    q.rule(0.08, 0.3, 0.52, q.inks.accent, 0.02),

  split: (q) =>
    q.block(0, 0, 1, 0.46, q.inks.accent) +
    q.mark(0.5, 0.23, 0.28, hex(q.inks.paper)) +
    q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.64, 0.115, 0.86, q.inks.ink) +
    q.title(0.5, 0.79, 0.07, 0.84, q.inks.ink, 1) +
    q.text(q.print.note, SMALL, 0.5, 0.92, 0.042, 0.8, q.inks.accent),

  frame: (q) => {
    const inset = 0.045;
    const wide = (inset * q.unit) / (q.unit * Math.max(1, q.shape));
    const high = (inset * q.unit) / (q.unit * Math.max(1, 1 / q.shape));
    const line = (0.009 * q.unit) / (q.unit * Math.max(1, q.shape));
    return (
      q.rule(wide, 1 - wide, high, q.inks.accent, 0.009) +
      q.rule(wide, 1 - wide, 1 - high, q.inks.accent, 0.009) +
      q.block(wide, high, line, 1 - 2 * high, q.inks.accent) +
      q.block(1 - wide - line, high, line, 1 - 2 * high, q.inks.accent) +
      q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.3, 0.125, 0.78, q.inks.ink) +
      q.mark(0.5, 0.47, 0.19, q.inks.accent) +
      q.title(0.5, 0.72, 0.08, 0.78, q.inks.ink, q.shape > 1.6 ? 1 : 2) +
      (q.shape > 1.6 ? q.text(q.print.note, SMALL, 0.5, 0.88, 0.045, 0.7, q.inks.ink) : '')
    );
  },

  rings: (q) => {
    const [cx, cy] = q.at(0.5, 1.02);
    const rings = [0.66, 0.54, 0.42, 0.3]
      .map(
        (share, i) =>
          `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${(share * q.unit).toFixed(1)}" fill="${i % 2 === 0 ? q.inks.accent : hex(q.inks.paper)}"/>`,
      )
      .join('');
    return (
      q.clipped(rings) +
      q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.19, 0.12, 0.88, q.inks.ink) +
      q.title(0.5, 0.33, 0.07, 0.84, q.inks.ink, 1) +
      q.mark(0.5, 0.9, 0.17, q.inks.accent)
    );
  },

  stripes: (q) => {
    const bars = [0.6, 0.68, 0.755, 0.825, 0.89, 0.945]
      .map((y, i) => q.block(0, y, 1, 0.05 - i * 0.007, i % 2 === 0 ? q.inks.accent : q.inks.ink))
      .join('');
    return (
      bars +
      q.mark(0.16, 0.2, 0.2, q.inks.accent) +
      q.text(q.print.brandName, q.print.brand.lettering, 0.29, 0.245, 0.12, 0.64, q.inks.ink, 'left') +
      q.title(0.08, 0.44, 0.08, 0.84, q.inks.ink, 1, 'left') +
      q.text(q.print.note, SMALL, 0.08, 0.54, 0.04, 0.8, q.inks.ink, 'left')
    );
  },

  column: (q) =>
    q.mark(0.5, 0.2, 0.22, q.inks.accent) +
    q.rule(0.12, 0.88, 0.385, q.inks.ink, 0.006) +
    q.text(q.print.brandName, q.print.brand.lettering, 0.5, 0.52, 0.1, 0.84, q.inks.ink) +
    q.rule(0.12, 0.88, 0.585, q.inks.ink, 0.006) +
    q.title(0.5, 0.72, 0.078, 0.84, q.inks.ink, q.shape > 1.2 ? 1 : 2) +
    q.block(0.44, 0.9, 0.12, 0.03, q.inks.accent),
};

/** The dashed tear line of a pouch. */
export const tearLine = (x1: number, x2: number, y: number, paint: string): string =>
  stroke(p`M${x1} ${y}H${x2}`, paint, 1.6, 'stroke-dasharray="7 7" opacity=".5"');
