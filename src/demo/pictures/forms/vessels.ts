import { type Art, ellipse, fill, p, stroke } from '../art.ts';
import { type Color, hex, lighter } from '../color.ts';
import { type Material, METALS, roundFill } from '../materials.ts';
import { artwork, inksOf, type Print } from '../pack-labels.ts';
import { packColor } from '../packs.ts';
import { patternFill } from '../patterns.ts';
import { aroundBody, bandPath, contactShadow, type Ring, rim, softbox, TILT, turned, turnedPath } from '../solids.ts';
import { bandArc, roundShade, wrappedLabel } from './jars.ts';

/** A beverage can, printed all around. */
export const can = (
  art: Art,
  print: Print,
  at: { cx: number; foot: number; radius: number; height: number; hue: number },
): string => {
  const { cx, foot, radius, height } = at;
  const top = foot - height;
  const base = packColor(print);
  const inks = inksOf(print);
  const shoulder = top + radius * 0.34;
  const side = foot - radius * 0.22;
  const body: Ring[] = [
    [shoulder, radius],
    [side, radius],
  ];
  const outline = turnedPath(cx, body);
  const pattern = patternFill(art, print.brand.pattern, inks.faint, radius / 150);
  return (
    contactShadow(art, cx, foot, radius * 0.9, at.hue) +
    turned(
      art,
      cx,
      [
        [side, radius],
        [foot - 6, radius * 0.84, 6],
        [foot, radius * 0.8],
      ],
      'metal',
      METALS.steel,
    ) +
    turned(
      art,
      cx,
      [
        [top, radius * 0.8],
        [top + 8, radius * 0.84],
        [shoulder, radius],
      ],
      'metal',
      METALS.steel,
    ) +
    ellipse(cx, top, radius * 0.8, radius * 0.8 * TILT, hex(lighter(METALS.steel, -0.08))) +
    ellipse(
      cx,
      top + 4,
      radius * 0.7,
      radius * 0.7 * TILT,
      art.linear('right', [
        [0, hex(lighter(METALS.steel, -0.3))],
        [1, hex(lighter(METALS.steel, 0.1))],
      ]),
    ) +
    ellipse(cx - 8, top + 4, radius * 0.26, radius * 0.05, hex(lighter(METALS.steel, 0.16))) +
    fill(outline, hex(base)) +
    (pattern === null ? '' : fill(outline, pattern, 'fill-opacity=".34"')) +
    artwork(art, print, {
      x: cx - radius * 0.95,
      y: shoulder + height * 0.1,
      w: radius * 1.9,
      h: height * 0.62,
      warp: aroundBody(cx, radius),
    }) +
    roundShade(art, outline, 0.72) +
    softbox(art, cx - radius * 0.72, shoulder + 12, radius * 0.22, side - shoulder - 20, 0.42, 4)
  );
};

/** An opaque bottle with a shoulder and a cap, label round its body. */
export const bottle = (
  art: Art,
  print: Print,
  at: { cx: number; foot: number; radius: number; height: number; neck: number; hue: number },
  looks: { material: Material; base: Color; cap: Color; capHeight: number; reach?: number },
): string => {
  const { cx, foot, radius, height, neck } = at;
  const top = foot - height;
  const shoulder = top + radius * 0.95;
  return (
    contactShadow(art, cx, foot, radius * 0.92, at.hue) +
    fill(
      turnedPath(cx, [
        [top, neck],
        [top + radius * 0.2, neck, 8],
        [shoulder, radius, radius * 0.5],
        [foot - 14, radius, 12],
        [foot, radius - 10],
      ]),
      roundFill(art, looks.material, looks.base),
    ) +
    wrappedLabel(
      art,
      print,
      { cx, radius, top: shoulder + 14, height: (foot - shoulder) * 0.76, reach: looks.reach ?? 0.94 },
      'satin',
    ) +
    softbox(art, cx - radius * 0.82, shoulder, radius * 0.2, (foot - shoulder) * 0.86, 0.46, 4) +
    turned(
      art,
      cx,
      [
        [top - looks.capHeight, neck + 6],
        [top - looks.capHeight + 6, neck + 10, 6],
        [top + 6, neck + 10],
      ],
      'satin',
      looks.cap,
    ) +
    rim(p`M${cx + radius - 2} ${shoulder + 8}V${foot - 16}`, 0.3)
  );
};

/** A brown glass bottle with a rubber dropper. */
export const dropper = (
  art: Art,
  print: Print,
  at: { cx: number; foot: number; hue: number },
  glass: Color,
): string => {
  const { cx, foot } = at;
  return (
    bottle(
      art,
      print,
      { cx, foot, radius: 112, height: 330, neck: 42, hue: at.hue },
      { material: 'gloss', base: glass, cap: METALS.black, capHeight: 54 },
    ) +
    turned(
      art,
      cx,
      [
        [foot - 478, 20],
        [foot - 466, 32, 14],
        [foot - 404, 34, 12],
        [foot - 384, 40],
      ],
      'matte',
      METALS.black,
    ) +
    stroke(bandArc(cx, 52, foot - 344), hex(METALS.gold), 5)
  );
};

/** A squeezed tube standing on its cap. */
export const squeezeTube = (
  art: Art,
  print: Print,
  at: { cx: number; foot: number; width: number; height: number; hue: number },
  cap: Color,
): string => {
  const { cx, foot, width, height } = at;
  const half = width / 2;
  const top = foot - height;
  const seat = foot - 74;
  const base = packColor(print);
  const d = p`M${cx - half - 6} ${top}H${cx + half + 6}L${cx + half + 4} ${top + 30}C${cx + half + 2} ${top + height * 0.5} ${cx + half * 0.86} ${seat - 60} ${cx + half * 0.72} ${seat}A${half * 0.72} ${half * 0.12} 0 0 1 ${cx - half * 0.72} ${seat}C${cx - half * 0.86} ${seat - 60} ${cx - half - 2} ${top + height * 0.5} ${cx - half - 4} ${top + 30}Z`;
  return (
    contactShadow(art, cx, foot, half * 0.7, at.hue) +
    turned(
      art,
      cx,
      [
        [seat - 4, half * 0.64],
        [foot - 6, half * 0.6, 6],
        [foot, half * 0.56],
      ],
      'satin',
      cap,
    ) +
    fill(d, roundFill(art, 'satin', base)) +
    artwork(art, print, { x: cx - half * 0.82, y: top + height * 0.13, w: width * 0.82, h: height * 0.52 }) +
    fill(
      p`M${cx - half - 6} ${top}H${cx + half + 6}V${top + 26}H${cx - half - 6}Z`,
      art.linear('down', [
        [0, '#fff', 0.4],
        [1, '#000', 0.14],
      ]),
    ) +
    softbox(art, cx - half * 0.74, top + 36, half * 0.22, height * 0.62, 0.46, 2) +
    rim(bandPath(cx, half * 0.7, seat - 6, seat - 5, -0.9, 0.9), 0.3)
  );
};
