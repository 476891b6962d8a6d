import { type Art, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Colour, colour, hex, lch, lighter } from '../colour.ts';
import { artwork, inksOf } from '../labels.ts';
import { METALS } from '../materials.ts';
import { carton, packColour, pouch } from '../packs.ts';
import { patternFill } from '../patterns.ts';
import { FLOOR } from '../scene.ts';
import { contact, rim, turned } from '../solids.ts';
import { roundShade, wrappedLabel } from './jars.ts';
import { biscuit, dew } from './sweets.ts';
import { polygon } from './textures.ts';
import { bottle } from './vessels.ts';

/** A blown-up pillow bag, crimped above and below. */
function pillow(art: Art, brief: PictureBrief, cx: number, foot: number, width: number, height: number): string {
  const print = printOf(brief);
  const base = packColour(print);
  const inks = inksOf(print);
  const half = width / 2;
  const top = foot - height;
  const zig = (y: number, from: number, to: number): string => {
    const steps = 22;
    let d = '';
    for (let i = 0; i <= steps; i++) d += p`L${from + ((to - from) * i) / steps} ${y + (i % 2 === 0 ? 0 : 9)}`;
    return d;
  };
  const outline = `M${round(cx - half + 14)} ${round(top)}${zig(top, cx - half + 14, cx + half - 14)}C${round(cx + half - 8)} ${round(top + 60)} ${round(cx + half + 18)} ${round(top + height * 0.3)} ${round(cx + half + 6)} ${round(top + height * 0.55)}C${round(cx + half)} ${round(foot - 120)} ${round(cx + half + 6)} ${round(foot - 60)} ${round(cx + half - 12)} ${round(foot)}${zig(foot, cx + half - 12, cx - half + 12)}C${round(cx - half - 6)} ${round(foot - 60)} ${round(cx - half)} ${round(foot - 120)} ${round(cx - half - 6)} ${round(top + height * 0.55)}C${round(cx - half - 18)} ${round(top + height * 0.3)} ${round(cx - half + 8)} ${round(top + 60)} ${round(cx - half + 14)} ${round(top)}Z`;
  const pattern = patternFill(art, print.brand.pattern, inks.faint, width / 300);
  const at = (x: number): number => cx + half * x;
  const gleam = art.linear('right', [
    [0, '#fff', 0],
    [0.5, '#fff', 0.5],
    [1, '#fff', 0],
  ]);
  const dark = art.linear('right', [
    [0, '#000', 0],
    [0.5, '#000', 0.3],
    [1, '#000', 0],
  ]);
  return (
    contact(art, cx, foot, half * 0.96, brief.hue) +
    group(
      fill(
        outline,
        art.linear('right', [
          [0, hex(lighter(base, -0.2))],
          [0.14, hex(lighter(base, 0.04))],
          [0.3, hex(lighter(base, 0.1))],
          [0.6, hex(base)],
          [0.88, hex(lighter(base, -0.15))],
          [1, hex(lighter(base, -0.24))],
        ]),
      ) +
        (pattern === null
          ? ''
          : fill(
              p`M${cx - half - 20} ${top}H${cx + half + 20}V${top + height * 0.2}H${cx - half - 20}ZM${cx - half - 20} ${foot - height * 0.16}H${cx + half + 20}V${foot + 12}H${cx - half - 20}Z`,
              pattern,
              'fill-opacity=".7"',
            )) +
        artwork(art, print, { x: cx - half * 0.82, y: top + height * 0.2, w: width * 0.82, h: height * 0.6 }) +
        fill(
          p`M${at(-0.86)} ${top + 30}C${at(-0.66)} ${top + height * 0.3} ${at(-0.9)} ${top + height * 0.6} ${at(-0.72)} ${foot - 20}L${at(-0.56)} ${foot - 20}C${at(-0.74)} ${top + height * 0.6} ${at(-0.4)} ${top + height * 0.3} ${at(-0.62)} ${top + 30}Z`,
          gleam,
        ) +
        fill(
          p`M${at(0.5)} ${top + 30}C${at(0.86)} ${top + height * 0.2} ${at(0.74)} ${top + height * 0.6} ${at(0.9)} ${foot - 20}H${at(1)}V${top + 30}Z`,
          dark,
        ) +
        fill(
          p`M${at(0.2)} ${top + 22}L${at(0.3)} ${top + height * 0.2}L${at(0.42)} ${top + 22}ZM${at(-0.3)} ${foot - 20}L${at(-0.2)} ${foot - height * 0.2}L${at(-0.06)} ${foot - 20}Z`,
          gleam,
        ) +
        fill(
          p`M${cx - half - 20} ${top}H${cx + half + 20}V${top + 26}H${cx - half - 20}ZM${cx - half - 20} ${foot - 20}H${cx + half + 20}V${foot + 12}H${cx - half - 20}Z`,
          '#fff',
          'fill-opacity=".22"',
        ),
      art.clip(outline),
    ) +
    rim(
      p`M${cx + half - 12} ${top + 40}C${cx + half + 16} ${top + height * 0.3} ${cx + half + 4} ${top + height * 0.55} ${cx + half} ${foot - 60}`,
      0.4,
    )
  );
}

/** A wavy crisp. */
const crisp = (art: Art, x: number, y: number, size: number, turn: number, base: Colour): string =>
  group(
    ellipse(0, size * 0.42, size * 0.96, size * 0.3, '#000', 'fill-opacity=".4"') +
      fill(
        p`M${-size} 0C${-size * 0.9} ${-size * 0.6} ${-size * 0.1} ${-size * 0.72} ${size * 0.5} ${-size * 0.5}C${size * 1.1} ${-size * 0.3} ${size * 1.04} ${size * 0.3} ${size * 0.5} ${size * 0.42}C${-size * 0.2} ${size * 0.56} ${-size * 0.96} ${size * 0.5} ${-size} 0Z`,
        art.linear('diagonal', [
          [0, hex(lighter(base, 0.1))],
          [0.5, hex(base)],
          [1, hex(lighter(base, -0.16))],
        ]),
      ) +
      stroke(
        p`M${-size * 0.7} ${-size * 0.2}Q${-size * 0.4} ${size * 0.2} ${-size * 0.5} ${size * 0.34}M${-size * 0.3} ${-size * 0.46}Q0 0 ${-size * 0.1} ${size * 0.42}M${size * 0.14} ${-size * 0.52}Q${size * 0.44} 0 ${size * 0.3} ${size * 0.4}M${size * 0.56} ${-size * 0.4}Q${size * 0.8} 0 ${size * 0.66} ${size * 0.3}`,
        hex(lighter(base, 0.14)),
        size * 0.09,
        'stroke-opacity=".6"',
      ),
    `transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"`,
  );

/** A bag of crisps, some of them out. */
export const crisps: Form = (art, brief) => {
  const potato = colour(0.82, 0.12, 82);
  return (
    pillow(art, brief, 540, FLOOR, 350, 500) +
    crisp(art, 800, FLOOR + 8, 66, -12, potato) +
    crisp(art, 880, FLOOR + 50, 58, 24, lighter(potato, -0.04)) +
    crisp(art, 768, FLOOR + 62, 60, 8, lighter(potato, 0.02))
  );
};

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
    contact(art, cx, FLOOR, 166, brief.hue) +
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

/** Biscuits before their carton. */
export const biscuits: Form = (art, brief) => {
  const dough = colour(0.7, 0.1, 68);
  const chip = toneOf(brief);
  return (
    contact(art, 520, FLOOR - 20, 210, brief.hue) +
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

/** Dried strips before their pouch. */
export const strips: Form = (art, brief) => {
  const tone = toneOf(brief);
  const strip = (x: number, y: number, turn: number, length: number): string =>
    group(
      fill(
        p`M0 6Q${length * 0.3} -12 ${length * 0.6} 2T${length} -2L${length - 6} 30Q${length * 0.7} 40 ${length * 0.4} 28T4 36Z`,
        '#000',
        'fill-opacity=".4" transform="translate(4 10)"',
      ) +
        fill(
          p`M0 6Q${length * 0.3} -12 ${length * 0.6} 2T${length} -2L${length - 6} 30Q${length * 0.7} 40 ${length * 0.4} 28T4 36Z`,
          art.linear('down', [
            [0, hex(lighter(tone, 0.14))],
            [0.4, hex(tone)],
            [1, hex(lighter(tone, -0.16))],
          ]),
        ) +
        stroke(
          p`M14 14Q${length * 0.3} 0 ${length * 0.6} 12T${length - 14} 8M20 24Q${length * 0.4} 14 ${length * 0.9} 20`,
          hex(lighter(tone, 0.2)),
          2,
          'stroke-opacity=".5"',
        ),
      `transform="translate(${x} ${y}) rotate(${turn})"`,
    );
  return (
    contact(art, 500, FLOOR - 8, 180, brief.hue) +
    pouch(art, printOf(brief), { cx: 500, foot: FLOOR - 8, width: 350, height: 490, skin: 'matte' }) +
    strip(700, FLOOR - 24, -8, 190) +
    strip(720, FLOOR + 22, 10, 200) +
    strip(640, FLOOR + 62, -4, 210)
  );
};

/** A paper cup of noodles with sticks on it. */
export const noodles: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColour(print);
  const cx = 590;
  return (
    contact(art, cx, FLOOR, 140, brief.hue) +
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
      colour(0.94, 0.02, 90),
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
  const base = packColour(print);
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
    contact(art, cx, FLOOR, 136, brief.hue) +
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
    contact(art, 790, FLOOR + 34, 120, brief.hue, 0.18) +
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
    contact(art, 540, FLOOR - 10, 180, brief.hue) +
    carton(art, print, { cx: 540, foot: FLOOR - 6, width: 230, height: 440, depth: 130, yaw: 30 }) +
    sweets
      .map(([x, y, turn]) => {
        const cy = FLOOR + y - 20;
        const base = { ...lighter(tone, 0.04), h: tone.h + turn };
        return (
          contact(art, x, cy + 30, 32, brief.hue, 0.3) +
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

/** A bar in a flow wrapper with a bite's view inside. */
export const snackBar: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColour(print);
  const tone = toneOf(brief);
  const outline =
    'M-250 -74L-236 -84H236L250 -74L240 -60L252 -44L240 -28L252 -10L240 6L252 24L240 42L250 60L236 74H-236L-250 60L-240 42L-252 24L-240 6L-252 -10L-240 -28L-252 -44L-240 -60Z';
  const wrap = (y: number): string =>
    fill(outline, '#000', `fill-opacity=".4" transform="translate(6 ${y})"`) +
    fill(
      outline,
      art.linear('down', [
        [0, hex(lighter(base, 0.1))],
        [0.3, hex(lighter(base, 0.03))],
        [0.8, hex(lighter(base, -0.12))],
        [1, hex(lighter(base, -0.2))],
      ]),
    ) +
    artwork(art, print, { x: -112, y: -78, w: 224, h: 150 }) +
    fill('M-236 -70H236V-52H-236Z', '#fff', 'fill-opacity=".3"') +
    fill('M-250 -84H-214V74H-250ZM214 -84H250V74H214Z', '#000', 'fill-opacity=".14"');
  const crumbs = polygon([
    [0, 0],
    [92, -14],
    [110, 30],
    [98, 70],
    [8, 84],
    [-8, 40],
  ]);
  return (
    contact(art, 590, FLOOR - 110, 260, brief.hue, 0.1) +
    group(wrap(18), `transform="translate(590 ${FLOOR - 230}) rotate(-9) scale(1.16)"`) +
    contact(art, 600, FLOOR + 40, 290, brief.hue, 0.12) +
    group(wrap(18), `transform="translate(560 ${FLOOR - 34}) rotate(4) scale(1.16)"`) +
    group(
      fill(
        crumbs,
        art.linear('diagonal', [
          [0, hex(lighter(tone, 0.14))],
          [1, hex(lighter(tone, -0.14))],
        ]),
      ) +
        fill(
          ellipsePath(30, 20, 12, 9) + ellipsePath(66, 44, 10, 8) + ellipsePath(40, 60, 9, 7),
          hex(lighter(tone, 0.22)),
        ),
      `transform="translate(866 ${FLOOR - 20}) rotate(6)"`,
    )
  );
};
