import { type Art, ellipse } from './art.ts';
import { lch } from './color.ts';

/** The y coordinate of the floor under the subject. */
export const FLOOR = 706;

/** The x coordinate of the subject's middle. */
export const MIDDLE = 600;

/** The part of the studio that the picture shows. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The colors of one picture's studio. */
export interface Room {
  /** A color of the room as `#rrggbb`, by OKLCH lightness and chroma, with the room's hue rotated by degrees. */
  paint(l: number, c: number, turn?: number): string;
}

/**
 * Creates the colors of a hue. Dark yellow looks muddy, so rooms of that hue are a little lighter. `light` is the
 * brightness of the room: 1 is a studio at night.
 */
export const createRoom = (hue: number, chroma: number, light = 1): Room => {
  const yellow = Math.max(0, 1 - Math.abs(hue - 92) / 34);
  const bright = (1 + 0.17 * yellow) * light;
  return { paint: (l, c, turn = 0) => lch(Math.min(0.97, l * bright), c * chroma * (1 + 0.15 * yellow), hue + turn) };
};

/** Creates the colors of a hue for a studio by day: the same shades, on white paper. */
export const createPaperRoom = (hue: number, chroma: number): Room => ({
  paint: (l, c, turn = 0) => lch(Math.min(0.985, 0.8 + 0.34 * l), c * chroma * 0.5, hue + turn),
});

/** The whole frame as a path, from a height down. */
export const below = ({ left, top, width, height }: Frame, y: number): string =>
  `M${left} ${y}H${left + width}V${top + height}H${left}Z`;

/** A soft round light. */
export const glow = (
  art: Art,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  paint: string,
  opacity: number,
): string =>
  ellipse(
    cx,
    cy,
    rx,
    ry,
    art.radial([
      [0, paint, opacity],
      [0.35, paint, opacity * 0.62],
      [0.7, paint, opacity * 0.16],
      [1, paint, 0],
    ]),
  );
