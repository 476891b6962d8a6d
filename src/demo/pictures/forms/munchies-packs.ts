import { ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, turned } from '../solids.ts';
import { roundShade, wrappedLabel } from './jars.ts';
import { biscuit, dew } from './sweets.ts';
import { bottle } from './vessels.ts';

/** Popcorn in a striped box. */
export const popcorn: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const { random } = art;
  const cx = 600;
  const top = FLOOR - 330;
  const kernel = (x: number, y: number, size: number): string => {
    let lobes = '';
    for (let i = 0; i < 5; i++) {
      const angle = i * 1.26 + random.between(0, 0.8);
      lobes += ellipsePath(
        x + Math.cos(angle) * size * 0.5,
        y + Math.sin(angle) * size * 0.42,
        size * random.between(0.42, 0.6),
        size * random.between(0.4, 0.52),
      );
    }
    return (
      ellipse(x + 3, y + 6, size * 0.9, size * 0.8, lch(0.5, 0.08, 75), 'fill-opacity=".5"') +
      fill(
        lobes,
        art.linear('diagonal', [
          [0, '#fffaf0'],
          [0.6, '#f3e1b4'],
          [1, '#c99d4f'],
        ]),
      ) +
      ellipse(x, y + size * 0.1, size * 0.2, size * 0.16, '#d59a3a')
    );
  };
  let heap = '';
  for (const [count, y, reach] of [
    [4, -118, 90],
    [6, -76, 150],
    [8, -34, 190],
    [9, 4, 200],
  ] as const) {
    for (let i = 0; i < count; i++)
      heap += kernel(
        cx - reach + (2 * reach * i) / (count - 1) + random.between(-10, 10),
        top + y + random.between(-12, 12),
        random.between(30, 40),
      );
  }
  let stripes = '';
  for (let i = 0; i < 7; i += 2) {
    const x1 = cx - 214 + (428 / 7) * i;
    const x2 = cx - 160 + (320 / 7) * i;
    stripes += p`M${x1} ${top + 10}H${x1 + 61}L${x2 + 46} ${FLOOR}H${x2}Z`;
  }
  const front = p`M${cx - 214} ${top + 10}Q${cx} ${top + 42} ${cx + 214} ${top + 10}L${cx + 160} ${FLOOR}Q${cx} ${FLOOR + 18} ${cx - 160} ${FLOOR}Z`;
  return (
    contactShadow(art, cx, FLOOR, 166, brief.hue) +
    heap +
    group(
      fill(front, '#f7f1e2') +
        fill(stripes, inks.accent) +
        fill(
          front,
          art.linear('right', [
            [0, '#000', 0.36],
            [0.2, '#fff', 0.16],
            [0.4, '#000', 0],
            [1, '#000', 0.4],
          ]),
        ),
      art.clip(front),
    ) +
    ellipse(cx, FLOOR - 168, 122, 112, hex(inks.paper)) +
    ellipse(cx, FLOOR - 168, 114, 104, 'none', `stroke="${inks.accent}" stroke-width="3"`) +
    artwork(
      art,
      { ...print, brand: { ...print.brand, layout: 'crest' } },
      { x: cx - 88, y: FLOOR - 258, w: 176, h: 180 },
    ) +
    kernel(826, FLOOR + 34, 34) +
    kernel(380, FLOOR + 44, 32)
  );
};

/** Cookies in front of their carton. */
export const biscuits: Form = (art, brief) => {
  const dough = color(0.7, 0.1, 68);
  const chip = toneOf(brief);
  return (
    contactShadow(art, 520, FLOOR - 20, 210, brief.hue) +
    carton(art, printOf(brief), { cx: 516, foot: FLOOR - 16, width: 330, height: 420, depth: 120, yaw: 22 }) +
    biscuit(art, 790, FLOOR + 22, 116, dough, chip) +
    biscuit(art, 800, FLOOR - 32, 112, dough, chip) +
    biscuit(art, 886, FLOOR + 62, 76, dough, chip)
  );
};

/** Two bottles of something fizzy. */
export const soda: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const one = (cx: number, foot: number, height: number): string =>
    bottle(
      art,
      print,
      { cx, foot, radius: 78, height, neck: 30, hue: brief.hue },
      { material: 'gloss', base: lighter(tone, -0.08), cap: METALS.gold, capHeight: 22 },
    );
  return one(710, FLOOR - 34, 400) + one(520, FLOOR + 8, 470) + dew(art, 452, FLOOR - 330, 138, 320, 30);
};

/** A paper cup of noodles with sticks on it. */
export const noodles: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const cx = 590;
  return (
    contactShadow(art, cx, FLOOR, 140, brief.hue) +
    turned(
      art,
      cx,
      [
        [FLOOR - 380, 184],
        [FLOOR - 10, 132, 8],
        [FLOOR, 126],
      ],
      'satin',
      base,
      color(0.94, 0.02, 90),
    ) +
    wrappedLabel(art, print, { cx, radius: 160, top: FLOOR - 318, height: 230, reach: 0.94 }, 'satin') +
    roundShade(art, p`M${cx - 176} ${FLOOR - 300}H${cx + 176}L${cx + 146} ${FLOOR - 80}H${cx - 146}Z`, 0.3) +
    stroke(p`M${cx - 184} ${FLOOR - 380}A184 28 0 0 0 ${cx + 184} ${FLOOR - 380}`, hex(lighter(base, 0.16)), 8) +
    fill(
      p`M${cx + 120} ${FLOOR - 398}Q${cx + 200} ${FLOOR - 470} ${cx + 240} ${FLOOR - 420}Q${cx + 220} ${FLOOR - 400} ${cx + 176} ${FLOOR - 374}Z`,
      art.linear('right', [
        [0, '#e9e4d6'],
        [1, '#9b9584'],
      ]),
    ) +
    stroke(p`M${cx - 230} ${FLOOR - 350}L${cx + 250} ${FLOOR - 436}`, '#b98a4e', 11) +
    stroke(p`M${cx - 236} ${FLOOR - 380}L${cx + 244} ${FLOOR - 424}`, '#d3a768', 10)
  );
};

/** Nuts spilled from a tall can. */
export const nuts: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const tone = toneOf(brief);
  const { random } = art;
  const cx = 500;
  let spill = '';
  for (let i = 0; i < 16; i++) {
    const x = 790 + Math.cos(i * 2.4) * 14 * Math.sqrt(i) * 2.2;
    const y = FLOOR + 24 + Math.sin(i * 2.4) * 5 * Math.sqrt(i) * 1.8;
    spill += group(
      ellipse(3, 9, 30, 13, '#000', 'fill-opacity=".35"') +
        ellipse(
          0,
          0,
          30,
          17,
          art.linear('diagonal', [
            [0, hex(lighter(tone, 0.16))],
            [0.5, hex(tone)],
            [1, hex(lighter(tone, -0.18))],
          ]),
        ) +
        stroke('M-22 2Q0 -8 24 0', hex(lighter(tone, -0.12)), 2, 'stroke-opacity=".6"') +
        ellipse(-10, -7, 8, 3, '#fff', 'fill-opacity=".4"'),
      `transform="translate(${round(x)} ${round(y)}) rotate(${round(random.between(-60, 60))})"`,
    );
  }
  return (
    contactShadow(art, cx, FLOOR, 136, brief.hue) +
    turned(
      art,
      cx,
      [
        [FLOOR - 420, 134],
        [FLOOR - 8, 138, 6],
        [FLOOR, 134],
      ],
      'satin',
      base,
    ) +
    wrappedLabel(art, print, { cx, radius: 138, top: FLOOR - 350, height: 280, reach: 0.95 }, 'satin') +
    roundShade(art, p`M${cx - 136} ${FLOOR - 340}H${cx + 136}V${FLOOR - 60}H${cx - 136}Z`, 0.3) +
    turned(
      art,
      cx,
      [
        [FLOOR - 450, 136],
        [FLOOR - 442, 144, 6],
        [FLOOR - 400, 144],
      ],
      'gloss',
      lighter(base, -0.14),
    ) +
    contactShadow(art, 790, FLOOR + 34, 120, brief.hue, 0.18) +
    spill
  );
};

/** A tube of sweets, a few rolled out. */
export const rolls: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const sweets: [number, number, number][] = [
    [730, 20, 0],
    [806, 0, 24],
    [850, 46, -20],
    [762, 66, 40],
  ];
  return (
    contactShadow(art, 540, FLOOR - 10, 180, brief.hue) +
    carton(art, print, { cx: 540, foot: FLOOR - 6, width: 230, height: 440, depth: 130, yaw: 30 }) +
    sweets
      .map(([x, y, turn]) => {
        const cy = FLOOR + y - 20;
        const base = { ...lighter(tone, 0.04), h: tone.h + turn };
        return (
          contactShadow(art, x, cy + 30, 32, brief.hue, 0.3) +
          ellipse(
            x,
            cy,
            38,
            36,
            art.radial(
              [
                [0, hex(lighter(base, 0.26))],
                [0.3, hex(lighter(base, 0.1))],
                [0.8, hex(lighter(base, -0.08))],
                [1, hex(lighter(base, -0.2))],
              ],
              [0.34, 0.28],
            ),
          ) +
          ellipse(x - 12, cy - 14, 10, 6, '#fff', 'fill-opacity=".7"')
        );
      })
      .join('')
  );
};
