import { lch } from './color.ts';

/** The color of one picture's studio. */
export interface Room {
  /** A color of the room by OKLCH lightness and chroma, its hue turned by degrees. */
  paint(l: number, c: number, turn?: number): string;
}

/** Yellow at low lightness reads as mud, so rooms of that hue are lit a little more. */
export const createRoom = (hue: number, chroma: number): Room => {
  const yellow = Math.max(0, 1 - Math.abs(hue - 92) / 34);
  return { paint: (l, c, turn = 0) => lch(l * (1 + 0.17 * yellow), c * chroma * (1 + 0.15 * yellow), hue + turn) };
};
