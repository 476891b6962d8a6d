import { type Art, ellipse, fill, group, p } from '../art.ts';
import { type Color, hex, lch, lighter } from '../color.ts';
import { type Material, roundFill } from '../materials.ts';
import { inksOf, label, type Print } from '../pack-labels.ts';
import { aroundBody, bandPath, type Ring, rim, softbox, TILT, turned, turnedPath } from '../solids.ts';

/** A straight-sided glass jar: its outside and its content. */
interface JarBrief {
  readonly cx: number;
  readonly foot: number;
  readonly radius: number;
  readonly height: number;
  /** Rounding of shoulder and foot. */
  readonly curve: number;
  readonly hue: number;
  /** Tint of the glass: 0 is clear. */
  readonly tint?: Color;
  /** Drawn inside the glass, behind its front. */
  readonly contents: string;
}

/** The two halves of a glass jar: the inside, and the shine of the front. Lids and labels are drawn between them. */
export const glassJar = (art: Art, jar: JarBrief): { inside: string; shine: string; top: number; neck: number } => {
  const { cx, foot, radius, height, curve, hue, tint } = jar;
  const top = foot - height;
  const neck = radius * 0.86;
  const rings: Ring[] = [
    [top, neck],
    [top + curve * 0.6, radius, curve],
    [foot - curve * 0.4, radius, curve * 0.8],
    [foot, radius * 0.9],
  ];
  const outline = turnedPath(cx, rings);
  const thick = Math.max(7, radius * 0.06);
  const inner = turnedPath(cx, [
    [top + 4, neck - thick],
    [top + curve * 0.6, radius - thick, curve],
    [foot - thick * 2.4, radius - thick, curve],
    [foot - thick * 1.6, radius * 0.84],
  ]);
  const back = tint === undefined ? lch(0.3, 0.04, hue) : hex(lighter(tint, -0.12));
  const inside =
    fill(
      outline,
      art.linear('right', [
        [0, lch(0.75, 0.03, hue), 0.5],
        [0.06, back, 0.55],
        [0.5, back, 0.4],
        [0.94, lch(0.16, 0.03, hue), 0.6],
        [1, lch(0.7, 0.03, hue), 0.5],
      ]),
    ) +
    group(jar.contents, art.clip(inner)) +
    fill(
      inner,
      art.linear('right', [
        [0, lch(0.1, 0.02, hue), 0.75],
        [0.12, lch(0.12, 0.02, hue), 0.2],
        [0.35, lch(0.5, 0.02, hue), 0],
        [0.75, lch(0.12, 0.02, hue), 0.16],
        [1, lch(0.06, 0.02, hue), 0.8],
      ]),
    ) +
    (tint === undefined ? '' : fill(inner, hex(tint), 'fill-opacity=".42"')) +
    fill(
      bandPath(cx, radius * 0.93, foot - thick * 2.6, foot - thick * 0.3),
      art.linear('right', [
        [0, '#fff', 0.1],
        [0.2, '#fff', 0.42],
        [0.5, lch(0.7, 0.05, hue), 0.16],
        [0.82, '#fff', 0.3],
        [1, '#fff', 0.06],
      ]),
    );
  const shine =
    softbox(art, cx - radius * 0.86, top + curve, radius * 0.3, height - curve * 1.6, 0.5, 4) +
    softbox(art, cx + radius * 0.74, top + curve * 1.2, radius * 0.09, height - curve * 2.2, 0.34, 2) +
    rim(p`M${cx - radius + 2} ${top + curve}V${foot - curve * 0.7}`, 0.4, 2.2) +
    rim(p`M${cx + radius - 2} ${top + curve}V${foot - curve * 0.7}`, 0.55, 2.4) +
    rim(bandArc(cx, radius * 0.9, foot - 3), 0.3, 2);
  return { inside, shine, top, neck };
};

/** The front half of a ring. */
export const bandArc = (cx: number, radius: number, y: number): string =>
  p`M${cx - radius} ${y}A${radius} ${radius * TILT} 0 0 0 ${cx + radius} ${y}`;

/** A label wrapped around a round body, shaded like it. */
export const wrappedLabel = (
  art: Art,
  print: Print,
  body: { cx: number; radius: number; top: number; height: number; reach: number },
  material: Material = 'paper',
): string => {
  const { cx, radius, top, height, reach } = body;
  const width = 2 * radius * reach;
  const paper = inksOf(print).paper;
  return label(
    art,
    print,
    { x: cx - width / 2, y: top, w: width, h: height, warp: aroundBody(cx, radius) },
    roundFill(art, material, paper),
  );
};

/** Shade over the artwork on a round body. Without it the print would be brighter than the body. */
export const roundShade = (art: Art, d: string, strength = 0.5): string =>
  fill(
    d,
    art.linear('right', [
      [0, '#000', strength],
      [0.16, '#000', 0.06 * strength],
      [0.24, '#fff', 0.16],
      [0.34, '#fff', 0.02],
      [0.6, '#000', 0.12 * strength],
      [0.94, '#000', 0.72 * strength],
      [1, '#000', strength],
    ]),
  );

/** A screw lid with a grip. */
export const screwLid = (
  art: Art,
  lid: { cx: number; seat: number; radius: number; height: number; material: Material; base: Color; ribbed?: boolean },
): string => {
  const { cx, seat, radius, height, material, base } = lid;
  let grip = '';
  if (lid.ribbed !== false) {
    for (let i = -17; i <= 17; i++) {
      const share = i / 18;
      const x = cx + radius * Math.sin((share * Math.PI) / 2);
      const dip = radius * TILT * Math.cos((share * Math.PI) / 2);
      grip += p`M${x} ${seat - height + 9 + dip}V${seat - 6 + dip}`;
    }
  }
  return (
    fill(bandPath(cx, radius * 0.99, seat - 4, seat + 12), '#000', 'opacity=".35"') +
    turned(
      art,
      cx,
      [
        [seat - height, radius - 6],
        [seat - height + 5, radius, 6],
        [seat, radius],
      ],
      material,
      base,
    ) +
    (grip === ''
      ? ''
      : `<path d="${grip}" stroke="${hex(lighter(base, -0.12))}" stroke-opacity=".7" stroke-width="2.2"/><path d="${grip}" transform="translate(2 0)" stroke="${hex(lighter(base, 0.16))}" stroke-opacity=".4" stroke-width="1.2"/>`) +
    ellipse(
      cx - radius * 0.2,
      seat - height - 1,
      radius * 0.5,
      radius * 0.06,
      art.radial([
        [0, '#fff', 0.4],
        [1, '#fff', 0],
      ]),
    )
  );
};
