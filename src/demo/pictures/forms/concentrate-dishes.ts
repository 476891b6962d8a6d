import { type Art, ellipse, ellipsePath, fill, p, roundedPath } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { disc } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, STEEP_TILT, softbox, turned, turnedPath } from '../solids.ts';
import { caustic } from './cartridge.ts';
import { wrappedLabel } from './jars.ts';
import { grains, pool, sparkle, whipped } from './textures.ts';

type Filling = (art: Art, cx: number, cy: number, rx: number, ry: number, tone: Color) => string;

/** A thick open glass dish with its content. The lid with the maker's print leans behind it. */
const openDish = (art: Art, brief: PictureBrief, filling: Filling, lidSide: -1 | 1): string => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const cx = 600 - lidSide * 92;
  const foot = FLOOR - 10;
  const radius = 192;
  const top = foot - 116;
  const lid = 600 + lidSide * 164;
  const glass = turnedPath(
    cx,
    [
      [top, radius],
      [foot - 16, radius, 14],
      [foot, radius - 12],
    ],
    STEEP_TILT,
  );
  const metal = print.brand.paper === 'white' || print.brand.paper === 'cream' ? color(0.9, 0.01, 90) : METALS.black;
  return (
    contactShadow(art, lid, FLOOR - 60, 150, brief.hue) +
    disc(art, print, lid, FLOOR - 260, 192, metal) +
    caustic(art, cx, foot + 46, 280, tone) +
    contactShadow(art, cx, foot, radius * 0.94, brief.hue, STEEP_TILT) +
    fill(
      glass,
      art.linear('right', [
        [0, '#fff', 0.5],
        [0.05, lch(0.4, 0.03, brief.hue), 0.6],
        [0.3, hex(lighter(tone, -0.1)), 0.62],
        [0.7, hex(lighter(tone, -0.2)), 0.6],
        [0.95, lch(0.25, 0.03, brief.hue), 0.6],
        [1, '#fff', 0.5],
      ]),
    ) +
    ellipse(
      cx,
      top,
      radius,
      radius * STEEP_TILT,
      art.linear('right', [
        [0, '#fff', 0.6],
        [0.3, '#fff', 0.18],
        [0.7, '#fff', 0.12],
        [1, '#fff', 0.5],
      ]),
    ) +
    ellipse(cx, top + 6, radius - 22, (radius - 22) * STEEP_TILT, hex(lighter(tone, -0.34))) +
    filling(art, cx, top + 14, radius - 30, (radius - 30) * STEEP_TILT, tone) +
    rim(ellipsePath(cx, top, radius - 1, (radius - 1) * STEEP_TILT), 0.75, 2.4) +
    rim(ellipsePath(cx, top + 4, radius - 22, (radius - 22) * STEEP_TILT), 0.4, 2) +
    softbox(art, cx - radius * 0.8, top + 54, radius * 0.3, 80, 0.7, 12) +
    softbox(art, cx + radius * 0.62, top + 62, radius * 0.12, 66, 0.4, -8) +
    rim(
      p`M${cx - radius * 0.96} ${foot - 8}A${radius} ${radius * STEEP_TILT} 0 0 0 ${cx + radius * 0.96} ${foot - 8}`,
      0.4,
      2.4,
    )
  );
};

/** Whipped badder. */
export const badder: Form = (art, brief) => openDish(art, brief, whipped, 1);

/** Clear sauce with stones in it. */
export const sauce: Form = (art, brief) =>
  openDish(
    art,
    brief,
    (a, cx, cy, rx, ry, tone) => pool(a, cx, cy, rx, ry, tone) + sparkle(a, cx, cy, rx * 0.8, ry * 0.8, 20),
    -1,
  );

/** Wet sugar. */
export const sugar: Form = (art, brief) =>
  openDish(
    art,
    brief,
    (a, cx, cy, rx, ry, tone) => grains(a, cx, cy, rx, ry, 7, 420, tone) + sparkle(a, cx, cy, rx * 0.9, ry * 0.9, 60),
    -1,
  );

/** Dry crumble in lumps. */
export const crumble: Form = (art, brief) =>
  openDish(art, brief, (a, cx, cy, rx, ry, tone) => grains(a, cx, cy - 4, rx, ry, 17, 130, tone), 1);

/** A white ceramic pot, lid off, a gold tool with a thread of rosin. */
export const pot: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const clay =
    print.brand.paper === 'night' || print.brand.paper === 'deep' ? color(0.3, 0.02, brief.hue) : color(0.9, 0.015, 85);
  const cx = 560;
  const foot = FLOOR;
  const top = foot - 250;
  const tool = lch(0.8, 0.1, 85);
  return (
    contactShadow(art, cx, foot, 184, brief.hue) +
    turned(
      art,
      cx,
      [
        [top, 186],
        [foot - 40, 190, 60],
        [foot, 150],
      ],
      'satin',
      clay,
      lighter(clay, 0.05),
    ) +
    ellipse(cx, top, 168, 168 * 0.15, hex(lighter(tone, -0.3))) +
    whipped(art, cx, top + 4, 160, 22, tone) +
    wrappedLabel(art, print, { cx, radius: 187, top: top + 44, height: 164, reach: 0.8 }, 'satin') +
    softbox(art, cx - 160, top + 34, 44, 170, 0.5, 6) +
    fill(
      roundedPath(
        [
          [cx + 40, top - 8],
          [cx + 66, top - 22],
          [cx + 330, top + 236],
          [cx + 318, top + 250],
        ],
        8,
      ),
      art.linear('right', [
        [0, lch(0.92, 0.06, 88)],
        [0.5, tool],
        [1, lch(0.5, 0.08, 75)],
      ]),
    ) +
    ellipse(cx + 48, top - 8, 36, 20, hex(lighter(tone, 0.06))) +
    ellipse(cx + 40, top - 14, 14, 6, '#fff', 'fill-opacity=".7"') +
    contactShadow(art, cx + 330, foot - 4, 40, brief.hue)
  );
};
