import { type Color, color } from './color.ts';
import type { Lettering } from './lettering.ts';
import type { MarkName } from './marks.ts';

/** The paper of a maker's labels. `tone` takes the color of the content. */
export type Paper = 'cream' | 'white' | 'night' | 'kraft' | 'tone' | 'deep';

/** The arrangement of a maker's label. */
export type Layout = 'crest' | 'band' | 'poster' | 'split' | 'frame' | 'rings' | 'stripes' | 'column';

/** The all-over print on a maker's pouches and boxes. */
export type Pattern = 'none' | 'waves' | 'dots' | 'chevrons' | 'rays' | 'terrazzo' | 'lines' | 'scales' | 'checks';

/** The look of an invented maker. Products of one maker look alike, those of two makers do not. */
export interface Brand {
  readonly mark: MarkName;
  readonly accent: Color;
  readonly paper: Paper;
  readonly layout: Layout;
  readonly pattern: Pattern;
  readonly lettering: Lettering;
}

const WIDE: Lettering = { letters: 'upper', weight: 0.11, width: 1.12, tracking: 16, ends: 'butt' };
const FINE: Lettering = { letters: 'upper', weight: 0.075, tracking: 26 };
const BOLD: Lettering = { letters: 'upper', weight: 0.23, tracking: 2, width: 0.86, ends: 'butt' };
const TALL: Lettering = { letters: 'upper', weight: 0.17, width: 0.5, tracking: 5, ends: 'butt', squareness: 0.7 };
const SOFT: Lettering = { letters: 'lower', weight: 0.19, tracking: 1 };
const PLAIN: Lettering = { letters: 'title', weight: 0.13, tracking: 3 };
const BROAD_PEN: Lettering = { letters: 'title', weight: 0.2, contrast: 0.28, ends: 'butt', serif: true, tracking: 2 };
const CAPITALS: Lettering = { letters: 'upper', weight: 0.18, contrast: 0.32, ends: 'butt', tracking: 16 };
const SQUARE: Lettering = { letters: 'upper', weight: 0.15, squareness: 0.9, width: 1.1, tracking: 8, ends: 'butt' };
const SLOPED: Lettering = { letters: 'title', weight: 0.15, slant: 14, contrast: 0.5, tracking: 1 };

const brand = (
  mark: MarkName,
  accent: Color,
  paper: Paper,
  layout: Layout,
  pattern: Pattern,
  lettering: Lettering,
): Brand => ({ mark, accent, paper, layout, pattern, lettering });

export const BRANDS = {
  'In-House': brand('greenhouse', color(0.87, 0.19, 128), 'night', 'crest', 'lines', FINE),
  'Nettle & Quartz': brand('quartz', color(0.62, 0.1, 165), 'cream', 'frame', 'scales', BROAD_PEN),
  Wickhollow: brand('candle', color(0.76, 0.14, 72), 'night', 'crest', 'lines', CAPITALS),
  Saltlantern: brand('lantern', color(0.8, 0.12, 85), 'deep', 'column', 'waves', WIDE),
  Duskmill: brand('crescent', color(0.72, 0.13, 300), 'tone', 'poster', 'lines', SQUARE),
  'Velvet Anvil': brand('anvil', color(0.62, 0.19, 25), 'night', 'band', 'checks', BOLD),
  'Kiln Theory': brand('kiln', color(0.68, 0.16, 45), 'white', 'split', 'dots', SOFT),
  Otterglass: brand('wave', color(0.7, 0.11, 210), 'white', 'rings', 'waves', SOFT),
  Marrowmoor: brand('moor', color(0.66, 0.11, 130), 'kraft', 'crest', 'scales', SLOPED),
  Quillmoss: brand('feather', color(0.6, 0.08, 150), 'cream', 'frame', 'none', BROAD_PEN),
  Wrenfold: brand('wren', color(0.66, 0.15, 15), 'tone', 'split', 'chevrons', PLAIN),
  Ninefathom: brand('fathom', color(0.75, 0.11, 220), 'deep', 'band', 'rays', TALL),
  Pomelodrome: brand('citrus', color(0.78, 0.16, 60), 'tone', 'rings', 'rays', BOLD),
  'Copper & Rook': brand('finch', color(0.64, 0.1, 50), 'kraft', 'crest', 'none', CAPITALS),
  Tidewrack: brand('tide', color(0.7, 0.1, 195), 'cream', 'stripes', 'waves', SQUARE),
  'Sable Orchard': brand('orchard', color(0.62, 0.15, 5), 'night', 'frame', 'scales', BROAD_PEN),
  Larkspindle: brand('spindle', color(0.72, 0.12, 330), 'cream', 'column', 'rays', FINE),
  Rindwell: brand('well', color(0.74, 0.17, 95), 'tone', 'rings', 'terrazzo', SOFT),
  Cloudmason: brand('cloud', color(0.76, 0.1, 240), 'white', 'poster', 'checks', SQUARE),
  Hushwater: brand('drop', color(0.68, 0.09, 200), 'white', 'column', 'waves', FINE),
  Ambervane: brand('vane', color(0.74, 0.15, 75), 'deep', 'stripes', 'chevrons', TALL),
  Moonbarrow: brand('barrow', color(0.7, 0.12, 285), 'deep', 'poster', 'dots', SLOPED),
  Fablecrust: brand('crust', color(0.68, 0.17, 35), 'tone', 'band', 'checks', BOLD),
  Thornlight: brand('thorn', color(0.72, 0.16, 350), 'night', 'stripes', 'rays', WIDE),
  'Shale & Gilt': brand('nugget', color(0.76, 0.12, 85), 'night', 'frame', 'terrazzo', CAPITALS),
  Peppercrane: brand('crane', color(0.64, 0.2, 28), 'tone', 'stripes', 'waves', TALL),
  Oddment: brand('oddment', color(0.7, 0.14, 265), 'white', 'split', 'terrazzo', PLAIN),
  Lumenfold: brand('lumen', color(0.82, 0.13, 100), 'white', 'column', 'rays', WIDE),
  'Brindle Row': brand('brindle', color(0.62, 0.12, 55), 'kraft', 'band', 'chevrons', BOLD),
} as const satisfies Record<string, Brand>;

export type BrandName = keyof typeof BRANDS;

/** The look of products without a brand. */
export const UNBRANDED: Brand = brand('spindle', color(0.6, 0.03, 140), 'kraft', 'frame', 'none', PLAIN);
