/** A color in OKLCH, like the shop's design tokens: lightness from 0 to 1, chroma, hue in degrees. */
export interface Color {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export const color = (l: number, c: number, h: number): Color => ({ l, c, h });

/** The same color with `by` added to its lightness (negative: darker) and its chroma multiplied. */
export const lighter = (base: Color, by: number, chroma = 1): Color =>
  color(Math.min(1, Math.max(0, base.l + by)), base.c * chroma, base.h);

/** The same color with its hue rotated by degrees. */
export const rotateHue = (base: Color, degrees: number): Color => color(base.l, base.c, base.h + degrees);

/**
 * The color as `#rrggbb`, because the rasterizer does not support `oklch()`. A color outside sRGB loses chroma until it
 * fits, and keeps its lightness and hue.
 */
export const hex = (base: Color): string => {
  let c = base.c;
  let rgb = linearRgb(base.l, c, base.h);
  while (c > 0.002 && rgb.some((part) => part < -0.0005 || part > 1.0005)) {
    c *= 0.94;
    rgb = linearRgb(base.l, c, base.h);
  }
  return `#${rgb.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`;
};

/** Shorthand for `hex(color(l, c, h))`. */
export const lch = (l: number, c: number, h: number): string => hex(color(l, c, h));

/** Converts OKLCH to linear sRGB with Björn Ottosson's OKLab matrices. */
const linearRgb = (l: number, c: number, h: number): number[] => {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

const byteOf = (linear: number): number => {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
};
