import { type Art, ellipse, ellipsePath, fill, p, round, stroke } from './art.ts';
import { type Color, hex, lch, lighter } from './color.ts';
import type { Warp } from './lettering.ts';
import { type Material, roundFill } from './materials.ts';

/** Height divided by width of a flat circle, seen by a camera a little above the table. */
export const TILT = 0.15;

/** The same for dishes, which a higher camera looks into. */
export const STEEP_TILT = 0.34;

/** A ring of a turned body: its y coordinate, its radius, and the rounding of the corner there. */
export type Ring = readonly [y: number, radius: number, rounding?: number];

/** The outline of a body turned around a vertical axis, from its uppermost ring to its lowest. */
export const turnedPath = (cx: number, rings: readonly Ring[], tilt = TILT): string => {
  const [topY, topR] = rings[0]!;
  const [endY, endR] = rings[rings.length - 1]!;
  const right = sidePath(rings.map(([y, r, rounding]) => [cx + r, y, rounding ?? 0]));
  const left = sidePath(rings.toReversed().map(([y, r, rounding]) => [cx - r, y, rounding ?? 0]));
  const top = topR > 0.5 ? p`A${topR} ${topR * tilt} 0 0 1 ${cx + topR} ${topY}` : '';
  const foot = endR > 0.5 ? p`A${endR} ${endR * tilt} 0 0 1 ${cx - endR} ${endY}` : '';
  return p`M${cx - topR} ${topY}${top}${right}${foot}${left}Z`;
};

const sidePath = (points: readonly (readonly [x: number, y: number, rounding: number])[]): string => {
  let d = '';
  for (let i = 1; i < points.length; i++) {
    const [x, y, rounding] = points[i]!;
    const next = points[i + 1];
    const [fromX, fromY] = points[i - 1]!;
    if (rounding === 0 || next === undefined) {
      d += p`L${x} ${y}`;
      continue;
    }
    const inward = Math.min(0.5, rounding / (Math.hypot(x - fromX, y - fromY) || 1));
    const outward = Math.min(0.5, rounding / (Math.hypot(next[0] - x, next[1] - y) || 1));
    d += p`L${x + (fromX - x) * inward} ${y + (fromY - y) * inward}Q${x} ${y} ${x + (next[0] - x) * outward} ${y + (next[1] - y) * outward}`;
  }
  return d;
};

/** A solid turned body of one material, with its lit upper face. */
export const turned = (
  art: Art,
  cx: number,
  rings: readonly Ring[],
  material: Material,
  base: Color,
  top: Color = lighter(base, 0.07),
): string => {
  const [topY, topR] = rings[0]!;
  return (
    fill(turnedPath(cx, rings), roundFill(art, material, base)) +
    (topR > 4
      ? ellipse(
          cx,
          topY,
          topR,
          topR * TILT,
          art.linear('right', [
            [0, hex(lighter(top, 0.1))],
            [0.5, hex(top)],
            [1, hex(lighter(top, -0.12))],
          ]),
        ) + stroke(ellipsePath(cx, topY, topR - 1, (topR - 1) * TILT), hex(lighter(top, 0.22)), 1.6, 'opacity=".55"')
      : '')
  );
};

/** A strip around a round body between two heights. `from` and `to` go from −1 (left edge) to 1 (right edge). */
export const bandPath = (
  cx: number,
  radius: number,
  top: number,
  bottom: number,
  from = -1,
  to = 1,
  tilt = TILT,
): string => {
  const x = (share: number): number => cx + radius * Math.sin((share * Math.PI) / 2);
  const dip = (share: number): number => radius * tilt * Math.cos((share * Math.PI) / 2);
  const edge = (y: number, start: number, end: number): string => {
    let d = '';
    for (let i = 1; i <= 8; i++) {
      const share = start + ((end - start) * i) / 8;
      d += p`L${x(share)} ${y + dip(share)}`;
    }
    return d;
  };
  return p`M${x(from)} ${top + dip(from)}${edge(top, from, to)}L${x(to)} ${bottom + dip(to)}${edge(bottom, to, from)}Z`;
};

/** Bends flat artwork around a round body: its middle moves down, and its sides move inward. */
export const aroundBody =
  (cx: number, radius: number, tilt = TILT): Warp =>
  (x, y) => {
    const angle = Math.max(-1.5, Math.min(1.5, (x - cx) / radius));
    return [cx + radius * Math.sin(angle), y + radius * tilt * Math.cos(angle)];
  };

/** The shadow where a thing meets the floor: dark and tight under it, wide and soft away from the light. */
export const contactShadow = (art: Art, cx: number, y: number, reach: number, hue: number, depth = TILT): string => {
  const black = lch(0.05, 0.012, hue);
  return (
    ellipse(
      cx + reach * 0.2,
      y + reach * 0.05,
      reach * 1.7,
      reach * (depth + 0.16),
      art.radial([
        [0, black, 0.7],
        [0.45, black, 0.45],
        [1, black, 0],
      ]),
    ) +
    ellipse(
      cx,
      y + 2,
      reach * 1.1,
      reach * (depth + 0.05),
      art.radial([
        [0, black, 0.95],
        [0.66, black, 0.8],
        [0.86, black, 0.32],
        [1, black, 0],
      ]),
    )
  );
};

/** The reflection of a softbox on a glossy upright surface: tall and slightly narrower in the middle. */
export const softbox = (
  art: Art,
  x: number,
  top: number,
  width: number,
  height: number,
  opacity: number,
  bend = 0,
): string => {
  const paint = art.linear('down', [
    [0, '#fff', opacity],
    [0.55, '#fff', opacity * 0.5],
    [1, '#fff', opacity * 0.08],
  ]);
  return fill(
    p`M${x} ${top + bend}Q${x + width / 2} ${top + bend * 1.6} ${x + width} ${top + bend * 1.9}L${x + width * 0.94} ${top + height}Q${x + width / 2} ${top + height + 6} ${x + width * 0.06} ${top + height - 4}Z`,
    paint,
  );
};

/** A thin highlight along an edge. */
export const rim = (d: string, opacity: number, width = 2, paint = '#fff'): string =>
  stroke(d, paint, width, `stroke-opacity="${round(opacity, 2)}"`);
