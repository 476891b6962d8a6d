import { type Art, boxPath, ellipse, fill, group, p, round, roundedPath, stroke } from './art.ts';
import { type Color, color, hex, lch, lighter } from './color.ts';
import { artwork, inksOf, type Print, tearLine } from './pack-labels.ts';
import { patternFill } from './patterns.ts';
import { rim } from './solids.ts';

/** The surface of a soft pack. */
type Skin = 'matte' | 'foil' | 'kraft';

/** The color of a whole pack: the maker's paper, a little darker if that is white or cream. */
export const packColor = (print: Print): Color => {
  const { paper } = inksOf(print);
  const plain = print.brand.paper === 'white' || print.brand.paper === 'cream';
  return plain ? lighter(paper, -0.05) : paper;
};

/** A pouch seen from the front. */
export const pouch = (
  art: Art,
  print: Print,
  pack: { cx: number; foot: number; width: number; height: number; skin: Skin; window?: string; artHeight?: number },
): string => {
  const { cx, foot, width, height, skin } = pack;
  const top = foot - height;
  const half = width / 2;
  const base = packColor(print);
  const inks = inksOf(print);
  const outline = p`M${cx - half + 8} ${top}H${cx + half - 8}L${cx + half - 4} ${top + height * 0.14}C${cx + half + 12} ${top + height * 0.45} ${cx + half + 10} ${foot - 60} ${cx + half - 2} ${foot - 8}Q${cx} ${foot + 26} ${cx - half + 2} ${foot - 8}C${cx - half - 10} ${foot - 60} ${cx - half - 12} ${top + height * 0.45} ${cx - half + 4} ${top + height * 0.14}Z`;
  const print_ = patternFill(art, print.brand.pattern, inks.faint, width / 340);
  const body =
    fill(
      outline,
      art.linear('right', [
        [0, hex(lighter(base, -0.2))],
        [0.05, hex(lighter(base, 0.02))],
        [0.22, hex(lighter(base, 0.06))],
        [0.6, hex(base)],
        [0.93, hex(lighter(base, -0.13))],
        [0.985, hex(lighter(base, 0.04))],
        [1, hex(lighter(base, -0.16))],
      ]),
    ) +
    (print_ === null
      ? ''
      : fill(
          p`M${cx - half - 10} ${top}H${cx + half + 10}V${top + height * 0.2}H${cx - half - 10}ZM${cx - half - 10} ${foot - height * 0.14}H${cx + half + 10}V${foot + 30}H${cx - half - 10}Z`,
          print_,
          'fill-opacity=".55"',
        )) +
    (pack.window ?? '') +
    artwork(art, print, {
      x: cx - half * 0.84,
      y: top + height * 0.23,
      w: width * 0.84,
      h: height * (pack.artHeight ?? 0.6),
      bleed: [0.15, 0],
    }) +
    creases(art, cx, top, half, height, skin) +
    fill(
      p`M${cx - half} ${foot - 40}Q${cx} ${foot - 6} ${cx + half} ${foot - 40}V${foot + 30}H${cx - half}Z`,
      art.linear('down', [
        [0, '#000', 0.05],
        [0.6, '#000', 0.42],
        [1, '#000', 0.6],
      ]),
    );
  return (
    group(body, art.clip(outline)) +
    fill(
      p`M${cx - half + 8} ${top}H${cx + half - 8}V${top + 16}H${cx - half + 8}Z`,
      art.linear('down', [
        [0, '#fff', 0.3],
        [1, '#fff', 0.04],
      ]),
    ) +
    tearLine(cx - half + 12, cx + half - 12, top + height * 0.1, inks.ink) +
    stroke(p`M${cx - half + 14} ${top + height * 0.155}H${cx + half - 14}`, '#000', 3, 'stroke-opacity=".3"') +
    stroke(p`M${cx - half + 14} ${top + height * 0.155 + 3}H${cx + half - 14}`, '#fff', 1.4, 'stroke-opacity=".35"') +
    rim(
      p`M${cx + half - 4} ${top + height * 0.14}C${cx + half + 12} ${top + height * 0.45} ${cx + half + 10} ${foot - 60} ${cx + half - 2} ${foot - 8}`,
      0.4,
      2,
      lch(0.9, 0.05, base.h),
    )
  );
};

/** The dents and highlights of a soft pack. */
const creases = (art: Art, cx: number, top: number, half: number, height: number, skin: Skin): string => {
  const strength = skin === 'foil' ? 0.44 : skin === 'matte' ? 0.2 : 0.12;
  const bright = art.linear('right', [
    [0, '#fff', 0],
    [0.5, '#fff', strength],
    [1, '#fff', 0],
  ]);
  const dark = art.linear('right', [
    [0, '#000', 0],
    [0.5, '#000', strength * 0.9],
    [1, '#000', 0],
  ]);
  const at = (x: number): number => cx + half * x;
  const low = top + height;
  return (
    fill(
      p`M${at(-0.95)} ${top + height * 0.16}C${at(-0.7)} ${top + height * 0.4} ${at(-0.84)} ${low - 90} ${at(-0.9)} ${low}L${at(-0.6)} ${low}C${at(-0.62)} ${low - 120} ${at(-0.55)} ${top + height * 0.4} ${at(-0.72)} ${top + height * 0.16}Z`,
      bright,
    ) +
    fill(
      p`M${at(0.62)} ${top + height * 0.16}C${at(0.84)} ${top + height * 0.5} ${at(0.7)} ${low - 80} ${at(0.9)} ${low}H${at(1.02)}V${top + height * 0.16}Z`,
      dark,
    ) +
    fill(
      p`M${at(-0.3)} ${top + height * 0.155}L${at(-0.22)} ${top + height * 0.32}L${at(-0.12)} ${top + height * 0.155}Z`,
      dark,
    ) +
    fill(
      p`M${at(0.24)} ${top + height * 0.155}L${at(0.34)} ${top + height * 0.29}L${at(0.44)} ${top + height * 0.155}Z`,
      bright,
    ) +
    fill(
      p`M${at(-0.86)} ${low - 20}Q${at(-0.5)} ${low - 92} ${at(-0.2)} ${low - 34}Q${at(-0.55)} ${low - 66} ${at(-0.86)} ${low - 20}Z`,
      bright,
    ) +
    fill(
      p`M${at(0.86)} ${low - 18}Q${at(0.5)} ${low - 96} ${at(0.2)} ${low - 30}Q${at(0.55)} ${low - 68} ${at(0.86)} ${low - 18}Z`,
      bright,
    )
  );
};

/** A carton turned a little to one side, so that its front, one flank and its top show. */
export const carton = (
  art: Art,
  print: Print,
  pack: {
    cx: number;
    foot: number;
    width: number;
    height: number;
    depth: number;
    yaw: number;
    base?: Color;
    open?: boolean;
  },
): string => {
  const { cx, foot, width, height, depth } = pack;
  const base = pack.base ?? packColor(print);
  const inks = inksOf(print);
  const yaw = (pack.yaw * Math.PI) / 180;
  const pitch = 0.17;
  const ux = Math.cos(yaw);
  const uy = Math.sin(yaw) * pitch;
  const sx = Math.sin(yaw);
  const sy = -Math.cos(yaw) * pitch;
  // The visible flank is on the side that the carton turns away from. It meets the front at the near corner.
  const flankRight = yaw > 0;
  const x0 = cx - (width * ux + (flankRight ? depth * sx : depth * sx)) / 2;
  const front = (along: number, up: number): [number, number] => [
    x0 + along * ux,
    foot - up + (flankRight ? along - width : along) * uy,
  ];
  const side = (into: number, up: number): [number, number] => {
    const [x, y] = front(flankRight ? width : 0, up);
    return [x + into * sx, y + into * sy];
  };
  const back = (along: number, up: number): [number, number] => {
    const [x, y] = front(along, up);
    return [x + depth * sx, y + depth * sy];
  };
  const edge = flankRight ? width : 0;
  const face = (points: [number, number][], paint: string): string => fill(roundedPath(points, 2), paint);
  const [fx, fy] = front(0, height);
  const matrix = `transform="matrix(${round(ux, 4)} ${round(uy, 4)} 0 1 ${round(fx)} ${round(fy)})"`;
  const pattern = patternFill(art, print.brand.pattern, inks.faint, Math.max(0.4, width / 420));
  return (
    face(
      [side(0, 0), side(depth, 0), side(depth, height), side(0, height)],
      art.linear('right', [
        [0, hex(lighter(base, -0.15))],
        [1, hex(lighter(base, -0.3))],
      ]),
    ) +
    (pattern === null
      ? ''
      : fill(
          roundedPath([side(0, 0), side(depth, 0), side(depth, height), side(0, height)], 2),
          pattern,
          'fill-opacity=".22"',
        )) +
    (pack.open === true
      ? ''
      : face(
          [front(0, height), front(width, height), back(width, height), back(0, height)],
          art.linear('right', [
            [0, hex(lighter(base, 0.12))],
            [1, hex(lighter(base, 0.02))],
          ]),
        )) +
    face(
      [front(0, 0), front(width, 0), front(width, height), front(0, height)],
      art.linear('diagonal', [
        [0, hex(lighter(base, 0.07))],
        [0.45, hex(base)],
        [1, hex(lighter(base, -0.12))],
      ]),
    ) +
    group(
      artwork(art, print, {
        x: width * 0.04,
        y: height * 0.05,
        w: width * 0.92,
        h: height * 0.9,
        bleed: [0.0435, 0.0556],
      }),
      matrix,
    ) +
    fill(
      roundedPath([front(0, 0), front(width, 0), front(width, height), front(0, height)], 2),
      art.linear('diagonal', [
        [0, '#fff', 0.2],
        [0.34, '#fff', 0.07],
        [0.36, '#fff', 0],
        [1, '#000', 0.18],
      ]),
    ) +
    rim(
      `M${front(0, height)
        .map((v) => round(v))
        .join(' ')}L${front(width, height)
        .map((v) => round(v))
        .join(' ')}`,
      0.42,
      1.8,
    ) +
    rim(
      `M${side(0, 0)
        .map((v) => round(v))
        .join(' ')}L${front(edge, height)
        .map((v) => round(v))
        .join(' ')}`,
      0.34,
      1.8,
    )
  );
};

/** A flat card or leaflet, seen from the front. */
export const card = (
  art: Art,
  print: Print,
  x: number,
  y: number,
  width: number,
  height: number,
  base: Color = color(0.94, 0.01, 90),
): string =>
  fill(boxPath(x + 4, y + 8, width, height, 8), '#000', 'opacity=".4"') +
  fill(
    boxPath(x, y, width, height, 8),
    art.linear('diagonal', [
      [0, hex(lighter(base, 0.04))],
      [1, hex(lighter(base, -0.12))],
    ]),
  ) +
  artwork(art, print, {
    x: x + width * 0.05,
    y: y + height * 0.05,
    w: width * 0.9,
    h: height * 0.9,
    bleed: [0.0556, 0.0556],
  });

/** A round disc with the maker's artwork, seen from the front: a leaning lid, a puck, a coin. */
export const disc = (art: Art, print: Print, cx: number, cy: number, radius: number, base: Color): string => {
  const inks = inksOf(print);
  return (
    ellipse(cx + 5, cy + 8, radius, radius, '#000', 'opacity=".4"') +
    ellipse(
      cx,
      cy,
      radius,
      radius,
      art.linear('diagonal', [
        [0, hex(lighter(base, 0.24))],
        [0.5, hex(lighter(base, -0.1))],
        [0.8, hex(lighter(base, 0.1))],
        [1, hex(lighter(base, -0.22))],
      ]),
    ) +
    ellipse(
      cx,
      cy,
      radius * 0.91,
      radius * 0.91,
      art.linear('diagonal', [
        [0, hex(lighter(inks.paper, 0.03))],
        [1, hex(lighter(inks.paper, -0.13))],
      ]),
    ) +
    group(
      artwork(art, print, {
        x: cx - radius * 0.68,
        y: cy - radius * 0.66,
        w: radius * 1.36,
        h: radius * 1.32,
        bleed: [0.3, 0.3],
      }),
      art.clip(
        p`M${cx - radius * 0.9} ${cy}A${radius * 0.9} ${radius * 0.9} 0 0 1 ${cx + radius * 0.9} ${cy}A${radius * 0.9} ${radius * 0.9} 0 0 1 ${cx - radius * 0.9} ${cy}Z`,
      ),
    ) +
    fill(
      p`M${cx - radius * 0.86} ${cy - radius * 0.1}A${radius * 0.87} ${radius * 0.87} 0 0 1 ${cx + radius * 0.3} ${cy - radius * 0.81}Q${cx - radius * 0.3} ${cy - radius * 0.4} ${cx - radius * 0.86} ${cy - radius * 0.1}Z`,
      '#fff',
      'fill-opacity=".13"',
    )
  );
};
