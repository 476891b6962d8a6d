import { boxPath, ellipse, ellipsePath, fill, group, p, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { inksOf } from '../pack-labels.ts';
import { card, disc, packColor, pouch } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, softbox, turned, turnedPath } from '../solids.ts';
import { roundShade, screwLid, wrappedLabel } from './jars.ts';
import { petals } from './petals.ts';

/** A flat tin of salve with a thumbed surface, its lid leaning. */
export const salve: Form = (art, brief) => {
  const print = printOf(brief);
  const wax = lighter(toneOf(brief), 0.1, 0.5);
  const metal = print.brand.paper === 'night' ? METALS.gunmetal : METALS.champagne;
  const cx = 490;
  const foot = FLOOR + 16;
  const top = foot - 92;
  return (
    contactShadow(art, 730, FLOOR - 40, 170, brief.hue) +
    disc(art, print, 728, FLOOR - 256, 208, metal) +
    contactShadow(art, cx, foot, 196, brief.hue, 0.26) +
    fill(
      turnedPath(
        cx,
        [
          [top, 200],
          [foot - 8, 200, 8],
          [foot, 192],
        ],
        0.3,
      ),
      art.linear('right', [
        [0, hex(lighter(metal, -0.3))],
        [0.08, hex(lighter(metal, 0.06))],
        [0.2, hex(lighter(metal, 0.2))],
        [0.34, hex(lighter(metal, -0.04))],
        [0.7, hex(lighter(metal, -0.26))],
        [0.92, hex(lighter(metal, -0.04))],
        [1, hex(lighter(metal, -0.3))],
      ]),
    ) +
    ellipse(cx, top, 200, 60, hex(lighter(metal, 0.08))) +
    ellipse(cx, top + 3, 188, 54, hex(lighter(wax, -0.22))) +
    ellipse(
      cx,
      top + 8,
      186,
      52,
      art.linear('right', [
        [0, hex(lighter(wax, 0.02))],
        [0.4, hex(lighter(wax, 0.06))],
        [1, hex(lighter(wax, -0.12))],
      ]),
    ) +
    fill(
      p`M${cx - 70} ${top + 14}Q${cx - 20} ${top - 22} ${cx + 66} ${top - 8}Q${cx + 100} ${top + 4} ${cx + 60} ${top + 20}Q${cx} ${top + 34} ${cx - 70} ${top + 14}Z`,
      hex(lighter(wax, -0.09)),
    ) +
    stroke(
      p`M${cx - 60} ${top + 12}Q${cx - 10} ${top - 16} ${cx + 64} ${top - 4}`,
      hex(lighter(wax, 0.12)),
      5,
      'stroke-opacity=".8"',
    ) +
    rim(ellipsePath(cx, top, 199, 59), 0.6, 2.4) +
    petals(
      art,
      [
        [760, FLOOR + 50, 12],
        [690, FLOOR + 74, -18],
        [262, FLOOR + 44, 150],
      ],
      toneOf(brief),
    )
  );
};

/** A frosted jar of cream. */
export const cream: Form = (art, brief) => {
  const print = printOf(brief);
  const frost = color(0.84, 0.045, toneOf(brief).h);
  const lid = print.brand.paper === 'night' || print.brand.paper === 'deep' ? METALS.black : METALS.champagne;
  const cx = 570;
  const top = FLOOR - 250;
  return (
    contactShadow(art, cx, FLOOR, 178, brief.hue) +
    turned(
      art,
      cx,
      [
        [top, 186],
        [FLOOR - 34, 190, 30],
        [FLOOR, 160],
      ],
      'satin',
      frost,
    ) +
    fill(
      turnedPath(cx, [
        [top + 20, 150],
        [FLOOR - 56, 150, 26],
        [FLOOR - 30, 128],
      ]),
      hex(lighter(frost, 0.1)),
      'fill-opacity=".45"',
    ) +
    wrappedLabel(art, print, { cx, radius: 189, top: top + 34, height: 158, reach: 0.76 }, 'satin') +
    softbox(art, cx - 164, top + 20, 44, 190, 0.5, 6) +
    screwLid(art, { cx, seat: top + 6, radius: 192, height: 96, material: 'metal', base: lid, ribbed: false }) +
    petals(
      art,
      [
        [800, FLOOR + 20, -14],
        [846, FLOOR + 52, 24],
        [318, FLOOR + 40, 166],
      ],
      toneOf(brief),
    )
  );
};

/** A balm stick, wound up. */
export const stick: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const wax = lighter(toneOf(brief), 0.12, 0.5);
  const cx = 520;
  return (
    contactShadow(art, cx, FLOOR, 96, brief.hue) +
    fill(
      p`M${cx - 84} ${FLOOR - 330}V${FLOOR - 440}Q${cx - 80} ${FLOOR - 486} ${cx} ${FLOOR - 496}Q${cx + 80} ${FLOOR - 486} ${cx + 84} ${FLOOR - 440}V${FLOOR - 330}Z`,
      art.linear('right', [
        [0, hex(lighter(wax, -0.12))],
        [0.25, hex(lighter(wax, 0.08))],
        [0.6, hex(wax)],
        [1, hex(lighter(wax, -0.18))],
      ]),
    ) +
    turned(
      art,
      cx,
      [
        [FLOOR - 352, 92],
        [FLOOR - 316, 92],
      ],
      'metal',
      METALS.champagne,
    ) +
    turned(
      art,
      cx,
      [
        [FLOOR - 320, 104],
        [FLOOR - 10, 104, 8],
        [FLOOR, 96],
      ],
      'satin',
      base,
    ) +
    wrappedLabel(art, print, { cx, radius: 104, top: FLOOR - 280, height: 220, reach: 0.96 }, 'satin') +
    softbox(art, cx - 86, FLOOR - 300, 22, 270, 0.42, 4) +
    contactShadow(art, 760, FLOOR + 22, 104, brief.hue) +
    turned(
      art,
      760,
      [
        [FLOOR - 136, 96],
        [FLOOR - 126, 104, 10],
        [FLOOR + 22, 104],
      ],
      'satin',
      lighter(base, -0.06),
    ) +
    petals(art, [[330, FLOOR + 50, 172]], toneOf(brief))
  );
};

/** Bath salts: a jar with a scoop, crystals spilled. */
export const salts: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = lighter(toneOf(brief), 0.12, 0.5);
  const cx = 550;
  const radius = 164;
  let spill = '';
  let bright = '';
  for (let i = 0; i < 110; i++) {
    const x = 800 + art.random.between(-120, 120);
    const y = FLOOR + 34 + art.random.between(-16, 20) * (1 - Math.abs(x - 800) / 150);
    const s = art.random.between(4, 9);
    const d = p`M${x} ${y - s}l${s} ${s * 0.5}l${-s * 0.3} ${s * 0.8}l${-s} ${-s * 0.2}z`;
    if (i % 2 === 0) spill += d;
    else bright += d;
  }
  const glass = turnedPath(cx, [
    [FLOOR - 360, 140],
    [FLOOR - 320, radius, 40],
    [FLOOR - 20, radius, 20],
    [FLOOR, 150],
  ]);
  const fillUp = turnedPath(cx, [
    [FLOOR - 290, radius - 12],
    [FLOOR - 24, radius - 12, 16],
    [FLOOR - 12, 140],
  ]);
  return (
    contactShadow(art, cx, FLOOR, 156, brief.hue) +
    fill(
      glass,
      art.linear('right', [
        [0, '#fff', 0.4],
        [0.08, lch(0.4, 0.03, brief.hue), 0.4],
        [0.5, lch(0.5, 0.03, brief.hue), 0.16],
        [1, '#fff', 0.4],
      ]),
    ) +
    fill(
      fillUp,
      art.linear('right', [
        [0, hex(lighter(tone, -0.24))],
        [0.25, hex(lighter(tone, 0.04))],
        [0.7, hex(lighter(tone, -0.08))],
        [1, hex(lighter(tone, -0.3))],
      ]),
    ) +
    wrappedLabel(art, print, { cx, radius, top: FLOOR - 250, height: 176, reach: 0.86 }) +
    roundShade(art, glass, 0.3) +
    softbox(art, cx - 146, FLOOR - 320, 40, 280, 0.5, 6) +
    screwLid(art, {
      cx,
      seat: FLOOR - 348,
      radius: 150,
      height: 66,
      material: 'satin',
      base: color(0.66, 0.07, 66),
      ribbed: false,
    }) +
    contactShadow(art, 800, FLOOR + 40, 110, brief.hue, 0.16) +
    fill(spill, hex(lighter(tone, -0.1))) +
    fill(bright, hex(lighter(tone, 0.08)))
  );
};

/** Patches in front of their sachet. */
export const patch: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const plaster = (x: number, y: number, turn: number): string =>
    group(
      fill(boxPath(-92, -62, 184, 124, 34), '#000', 'fill-opacity=".4" transform="translate(5 10)"') +
        fill(
          boxPath(-92, -62, 184, 124, 34),
          art.linear('diagonal', [
            [0, hex(lighter(tone, 0.16, 0.4))],
            [1, hex(lighter(tone, -0.02, 0.5))],
          ]),
        ) +
        fill(boxPath(-64, -40, 128, 80, 22), hex(lighter(tone, 0.04, 0.8)), 'fill-opacity=".55"') +
        rim(boxPath(-90, -60, 180, 120, 33), 0.4, 2),
      `transform="translate(${x} ${y}) rotate(${turn}) scale(1 .62)"`,
    );
  return (
    contactShadow(art, 560, FLOOR - 16, 180, brief.hue) +
    pouch(art, print, { cx: 560, foot: FLOOR - 16, width: 360, height: 440, skin: 'foil' }) +
    plaster(774, FLOOR + 4, -16) +
    plaster(846, FLOOR + 52, 14)
  );
};

/** A folded leaflet with a small vial, for samples. */
export const sample: Form = (art, brief) => {
  const print = printOf(brief);
  const glass = color(0.5, 0.1, toneOf(brief).h);
  return (
    contactShadow(art, 640, FLOOR, 170, brief.hue) +
    card(art, print, 480, FLOOR - 440, 320, 440, lighter(inksOf(print).paper, -0.02)) +
    contactShadow(art, 420, FLOOR + 18, 50, brief.hue) +
    turned(
      art,
      420,
      [
        [FLOOR - 250, 34],
        [FLOOR - 228, 50, 10],
        [FLOOR + 8, 50, 10],
        [FLOOR + 18, 44],
      ],
      'gloss',
      glass,
    ) +
    turned(
      art,
      420,
      [
        [FLOOR - 330, 30],
        [FLOOR - 322, 36, 6],
        [FLOOR - 240, 36],
      ],
      'metal',
      METALS.gold,
    ) +
    petals(art, [[820, FLOOR + 40, 4]], toneOf(brief))
  );
};
