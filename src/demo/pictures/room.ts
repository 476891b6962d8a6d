import { lch } from './color.ts';

/** The colors of one picture's studio. */
export interface Room {
  /** A color of the room as `#rrggbb`, by OKLCH lightness and chroma, with the room's hue rotated by degrees. */
  paint(l: number, c: number, turn?: number): string;
}

/** Creates the colors of a hue. Dark yellow looks muddy, so rooms of that hue are a little lighter. */
export const createRoom = (hue: number, chroma: number): Room => {
  const yellow = Math.max(0, 1 - Math.abs(hue - 92) / 34);
  return { paint: (l, c, turn = 0) => lch(l * (1 + 0.17 * yellow), c * chroma * (1 + 0.15 * yellow), hue + turn) };
};
