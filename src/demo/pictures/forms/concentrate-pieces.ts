import { type Art, boxPath, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter } from '../color.ts';
import { drawText } from '../lettering.ts';
import { mark } from '../marks.ts';
import { METALS, roundFill } from '../materials.ts';
import { card, carton, disc, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { bandPath, contactShadow, rim, STEEP_TILT, softbox, turnedPath } from '../solids.ts';
import { caustic } from './cartridge.ts';
import { roundShade, screwLid, wrappedLabel } from './jars.ts';
import { crystal, crystals, glint, polygon } from './textures.ts';

/** A small closed jar with a wide lid. */
const squat = (art: Art, brief: PictureBrief, cx: number, foot: number, radius: number, height: number): string => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const top = foot - height;
  const lid = print.brand.paper === 'white' || print.brand.paper === 'cream' ? color(0.93, 0.008, 90) : METALS.black;
  return (
    contactShadow(art, cx, foot, radius * 0.94, brief.hue) +
    fill(
      turnedPath(cx, [
        [top, radius],
        [foot - 18, radius, 16],
        [foot, radius - 12],
      ]),
      art.linear('right', [
        [0, '#fff', 0.4],
        [0.06, hex(lighter(tone, -0.2)), 0.9],
        [0.35, hex(lighter(tone, 0.04))],
        [0.7, hex(lighter(tone, -0.12))],
        [0.94, hex(lighter(tone, -0.3))],
        [1, '#fff', 0.4],
      ]),
    ) +
    fill(bandPath(cx, radius - 4, foot - 34, foot - 12), '#fff', 'fill-opacity=".28"') +
    wrappedLabel(art, print, { cx, radius, top: top + 20, height: height * 0.62, reach: 0.92 }) +
    roundShade(art, bandPath(cx, radius, top + 20, top + 20 + height * 0.62, -0.6, 0.6), 0.3) +
    softbox(art, cx - radius * 0.84, top + 20, radius * 0.2, height - 50, 0.4, 4) +
    screwLid(art, {
      cx,
      seat: top + 8,
      radius: radius + 5,
      height: 66,
      material: 'satin',
      base: lid,
      ribbed: print.brand.layout !== 'column',
    })
  );
};

/** A heap of large stones on a black plate, the closed jar behind. */
export const diamonds: Form = (art, brief) => {
  const tone = lighter(toneOf(brief), 0.03, 0.75);
  const cx = 510;
  return (
    squat(art, brief, 782, FLOOR - 12, 130, 196) +
    contactShadow(art, cx, FLOOR + 10, 220, brief.hue, 0.26) +
    ellipse(
      cx,
      FLOOR - 2,
      226,
      58,
      art.linear('right', [
        [0, lch(0.4, 0.02, brief.hue)],
        [0.4, lch(0.22, 0.015, brief.hue)],
        [1, lch(0.12, 0.01, brief.hue)],
      ]),
    ) +
    ellipse(cx, FLOOR - 6, 212, 50, lch(0.17, 0.015, brief.hue)) +
    rim(ellipsePath(cx, FLOOR - 2, 225, 57), 0.4, 2) +
    caustic(art, cx, FLOOR, 210, tone) +
    crystals(art, cx, FLOOR - 30, 160, 44, 40, 17, tone) +
    crystal(art, cx - 30, FLOOR - 104, 62, tone) +
    crystal(art, cx + 58, FLOOR - 90, 52, lighter(tone, 0.04)) +
    glint(cx - 60, FLOOR - 148, 30) +
    glint(cx + 90, FLOOR - 112, 20, 0.8) +
    glint(cx - 134, FLOOR - 44, 16, 0.7)
  );
};

/** Two small jars, one in front of the other. */
export const jars: Form = (art, brief) =>
  squat(art, brief, 748, FLOOR - 40, 138, 210) + squat(art, brief, 500, FLOOR + 16, 164, 250);

/** A clear sheet broken over parchment, the envelope behind. */
export const shatter: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const pieces: [number, number][][] = [
    [
      [372, 612],
      [520, 556],
      [640, 590],
      [560, 690],
      [430, 706],
    ],
    [
      [650, 582],
      [776, 560],
      [820, 640],
      [690, 700],
      [574, 690],
    ],
    [
      [448, 716],
      [556, 702],
      [600, 752],
      [500, 774],
    ],
    [
      [618, 708],
      [700, 712],
      [720, 752],
      [640, 762],
    ],
  ];
  const slabs = pieces
    .map((corners, i) => {
      const lifted = corners.map(([x, y]) => [x, y - 12] as [number, number]);
      return (
        fill(polygon(corners.map(([x, y]) => [x + 8, y + 8])), '#000', 'fill-opacity=".35"') +
        fill(polygon(corners), hex(lighter(tone, -0.26)), 'fill-opacity=".92"') +
        fill(
          polygon(lifted),
          art.linear('diagonal', [
            [0, hex(lighter(tone, 0.14)), 0.94],
            [0.4, hex(tone), 0.86],
            [0.7, hex(lighter(tone, 0.08)), 0.9],
            [1, hex(lighter(tone, -0.2)), 0.95],
          ]),
        ) +
        stroke(polygon(lifted), hex(lighter(tone, 0.22)), 2.2, 'stroke-opacity=".85"') +
        stroke(
          p`M${lifted[0]![0] + 20} ${lifted[0]![1] + 8}L${lifted[2]![0] - 30} ${lifted[2]![1] + 20 + i * 4}`,
          '#fff',
          1.6,
          'stroke-opacity=".5"',
        )
      );
    })
    .join('');
  return (
    contactShadow(art, 640, FLOOR - 60, 170, brief.hue) +
    group(
      card(art, print, 470, FLOOR - 520, 310, 400, lighter(packColor(print), 0.02)),
      'transform="rotate(5 640 600)"',
    ) +
    contactShadow(art, 600, FLOOR + 20, 270, brief.hue, 0.3) +
    fill(
      'M300 640L420 566L838 540L912 690L760 790L372 778Z',
      art.linear('diagonal', [
        [0, '#f4ead2'],
        [0.5, '#e3d3b0'],
        [1, '#a9946c'],
      ]),
    ) +
    stroke('M420 566L520 660L372 778M520 660L760 790M838 540L700 640', '#fff', 2, 'stroke-opacity=".35"') +
    slabs +
    glint(560, 566, 26) +
    glint(776, 566, 18, 0.8)
  );
};

/** Pressed pucks stamped with the maker's mark, one broken. */
export const pucks: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const puck = (cx: number, foot: number, radius: number, height: number): string => {
    const top = foot - height;
    return (
      contactShadow(art, cx, foot, radius * 0.94, brief.hue, STEEP_TILT) +
      fill(
        turnedPath(
          cx,
          [
            [top, radius],
            [foot, radius],
          ],
          STEEP_TILT,
        ),
        roundFill(art, 'matte', tone),
      ) +
      ellipse(
        cx,
        top,
        radius,
        radius * STEEP_TILT,
        art.linear('right', [
          [0, hex(lighter(tone, 0.12))],
          [0.5, hex(lighter(tone, 0.04))],
          [1, hex(lighter(tone, -0.1))],
        ]),
      ) +
      ellipse(cx, top, radius * 0.84, radius * STEEP_TILT * 0.84, hex(lighter(tone, -0.04))) +
      group(
        mark(print.brand.mark, 0, 0, radius * 1.02, hex(lighter(tone, -0.2))) +
          mark(print.brand.mark, 0, 2.5, radius * 1.02, hex(lighter(tone, 0.12))),
        `transform="translate(${round(cx)} ${round(top)}) scale(1 ${STEEP_TILT + 0.06})"`,
      ) +
      rim(ellipsePath(cx, top, radius - 1, (radius - 1) * STEEP_TILT), 0.3, 2, hex(lighter(tone, 0.24)))
    );
  };
  return (
    contactShadow(art, 720, FLOOR - 34, 160, brief.hue) +
    carton(art, print, { cx: 756, foot: FLOOR - 30, width: 270, height: 360, depth: 90, yaw: -22 }) +
    puck(452, FLOOR - 36, 176, 66) +
    puck(470, FLOOR - 106, 170, 62) +
    puck(640, FLOOR + 42, 124, 54)
  );
};

/** Hand-rolled balls on a square of paper, the tin behind. */
export const balls: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const ball = (cx: number, foot: number, radius: number): string =>
    contactShadow(art, cx, foot - 4, radius * 0.66, brief.hue, 0.3) +
    ellipse(
      cx,
      foot - radius,
      radius,
      radius,
      art.radial(
        [
          [0, hex(lighter(tone, 0.3, 0.7))],
          [0.16, hex(lighter(tone, 0.12))],
          [0.55, hex(tone)],
          [0.9, hex(lighter(tone, -0.16))],
          [1, hex(lighter(tone, -0.22))],
        ],
        [0.34, 0.26],
      ),
    ) +
    rim(
      p`M${cx + radius * 0.5} ${foot - radius * 0.16}A${radius} ${radius} 0 0 0 ${cx + radius * 0.96} ${foot - radius * 1.24}`,
      0.3,
      3,
      hex(lighter(tone, 0.3)),
    );
  return (
    contactShadow(art, 720, FLOOR - 44, 170, brief.hue) +
    disc(art, print, 724, FLOOR - 262, 204, packColor(print)) +
    fill(
      `M286 ${FLOOR - 30}L470 ${FLOOR - 84}L800 ${FLOOR - 20}L700 ${FLOOR + 84}L360 ${FLOOR + 70}Z`,
      art.linear('diagonal', [
        [0, '#efe4c9'],
        [1, '#a28f68'],
      ]),
    ) +
    ball(430, FLOOR - 4, 98) +
    ball(610, FLOOR + 22, 112) +
    ball(470, FLOOR + 62, 62)
  );
};

/** A glass applicator lying across, its carton behind. */
export const syringe: Form = (art, brief) => {
  const print = printOf(brief);
  const oil = toneOf(brief);
  const glass = boxPath(-190, -34, 380, 68, 12);
  let scale = '';
  for (let i = 0; i <= 10; i++) scale += p`M${-150 + i * 26} 34V${i % 5 === 0 ? 12 : 20}`;
  const body =
    fill(
      boxPath(-330, -10, 150, 20, 6),
      art.linear('down', [
        [0, '#fff'],
        [0.4, '#cdd3d6'],
        [1, '#6d777c'],
      ]),
    ) +
    fill(
      boxPath(-352, -46, 22, 92, 8),
      art.linear('down', [
        [0, '#f3f5f6'],
        [1, '#7b858a'],
      ]),
    ) +
    fill(
      boxPath(-206, -58, 20, 116, 8),
      art.linear('down', [
        [0, '#f3f5f6'],
        [1, '#7b858a'],
      ]),
    ) +
    fill(glass, '#fff', 'fill-opacity=".2"') +
    fill(
      boxPath(-120, -28, 304, 56, 8),
      art.linear('down', [
        [0, hex(lighter(oil, -0.2))],
        [0.25, hex(lighter(oil, 0.12))],
        [0.6, hex(oil)],
        [1, hex(lighter(oil, -0.26))],
      ]),
    ) +
    fill(boxPath(-140, -30, 26, 60, 6), '#20262a') +
    stroke(scale, '#fff', 2.4, 'stroke-opacity=".8"') +
    fill(boxPath(-180, -26, 360, 14, 7), '#fff', 'fill-opacity=".62"') +
    rim(glass, 0.6, 2.4) +
    fill(
      'M190 -22L236 -12V12L190 22Z',
      art.linear('down', [
        [0, '#f5f6f7'],
        [1, '#7b858a'],
      ]),
    ) +
    fill(boxPath(236, -7, 66, 14, 5), hex(METALS.gold)) +
    drawText(
      print.title,
      { letters: 'title', weight: 0.12 },
      { x: 20, y: 6, size: 20, align: 'middle', fit: 220 },
      '#fff',
    );
  return (
    contactShadow(art, 610, FLOOR - 50, 200, brief.hue) +
    carton(art, print, { cx: 610, foot: FLOOR - 46, width: 330, height: 380, depth: 110, yaw: 20 }) +
    contactShadow(art, 600, FLOOR + 44, 300, brief.hue, 0.1) +
    caustic(art, 640, FLOOR + 52, 240, oil) +
    group(body, `transform="translate(596 ${FLOOR + 6}) rotate(-7) scale(1.04)"`)
  );
};
