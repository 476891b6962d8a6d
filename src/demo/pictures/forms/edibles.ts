import { type Art, boxPath, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter, rotateHue } from '../color.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { carton, disc, packColor, pouch } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim } from '../solids.ts';
import { bandArc } from './jars.ts';
import { biscuit, capsule, chocolate, dew, jelly, ring } from './sweets.ts';
import { glint } from './textures.ts';
import { bottle, can } from './vessels.ts';

/** A small heap of jelly cubes, the far ones first. */
const jellies = (art: Art, cx: number, foot: number, size: number, base: Color, sugared: boolean): string => {
  const places: [number, number, number][] = [
    [-1.05, -0.5, 24],
    [0.1, -0.62, -28],
    [1.1, -0.42, 30],
    [-0.45, -1.24, -20],
    [0.62, -1.16, 26],
    [-0.55, 0.1, 32],
    [0.56, 0.16, -24],
  ];
  return (
    contactShadow(art, cx, foot - size * 0.2, size * 1.7, base.h, 0.24) +
    places
      .map(([x, y, turn], i) =>
        jelly(
          art,
          cx + x * size * 1.06,
          foot + y * size * 0.82,
          size * 0.86,
          turn,
          i % 3 === 1 ? rotateHue(lighter(base, 0.03), 16) : base,
          sugared,
        ),
      )
      .join('')
  );
};

/** Sugared cubes in front of their pouch. */
export const gummies: Form = (art, brief) =>
  contactShadow(art, 452, FLOOR - 14, 170, brief.hue) +
  pouch(art, printOf(brief), { cx: 452, foot: FLOOR - 14, width: 330, height: 470, skin: 'matte' }) +
  jellies(art, 762, FLOOR + 36, 106, toneOf(brief), true);

/** Clear cubes in front of a shiny pouch. */
export const jellyCubes: Form = (art, brief) =>
  contactShadow(art, 746, FLOOR - 14, 170, brief.hue) +
  pouch(art, printOf(brief), { cx: 746, foot: FLOOR - 14, width: 330, height: 470, skin: 'foil' }) +
  jellies(art, 444, FLOOR + 36, 106, toneOf(brief), false);

/** Rings heaped on a tin, its lid behind. */
export const rings: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const second = rotateHue(lighter(tone, 0.1), 40);
  return (
    contactShadow(art, 748, FLOOR - 34, 160, brief.hue) +
    disc(art, print, 748, FLOOR - 250, 202, METALS.champagne) +
    contactShadow(art, 470, FLOOR + 14, 220, brief.hue, 0.26) +
    ring(art, 370, FLOOR - 26, 104, tone, second) +
    ring(art, 566, FLOOR - 30, 104, tone, second) +
    ring(art, 468, FLOOR - 96, 108, tone, second) +
    ring(art, 476, FLOOR + 20, 104, tone, second) +
    ring(art, 704, FLOOR + 30, 92, tone, second)
  );
};

/** A bar half out of its wrapper, two squares broken off. */
export const bar: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const cocoa = toneOf(brief);
  const foil = color(0.78, 0.06, 82);
  const sleeve =
    chocolate(art, -150, -470, 75, 4, 4, cocoa) +
    fill(
      'M-162 -300L-140 -318L-112 -296L-80 -322L-44 -298L-6 -322L34 -298L76 -320L112 -296L142 -316L162 -300V-250H-162Z',
      art.linear('right', [
        [0, hex(lighter(foil, -0.2))],
        [0.2, hex(lighter(foil, 0.14))],
        [0.4, hex(lighter(foil, -0.1))],
        [0.6, hex(lighter(foil, 0.12))],
        [1, hex(lighter(foil, -0.24))],
      ]),
    ) +
    fill(
      boxPath(-166, -282, 332, 290, 5),
      art.linear('right', [
        [0, hex(lighter(inks.paper, -0.08))],
        [0.1, hex(lighter(inks.paper, 0.04))],
        [0.8, hex(lighter(inks.paper, -0.03))],
        [1, hex(lighter(inks.paper, -0.18))],
      ]),
    ) +
    artwork(art, print, { x: -148, y: -272, w: 296, h: 270, bleed: [0.06, 0.037] }) +
    fill('M-166 -282H166V-268H-166Z', '#fff', 'fill-opacity=".22"') +
    fill('M-166 -282L-120 -282L-60 8H-166Z', '#fff', 'fill-opacity=".07"');
  return (
    contactShadow(art, 560, FLOOR, 190, brief.hue) +
    group(sleeve, `transform="translate(560 ${FLOOR}) rotate(-4) scale(1.06)"`) +
    contactShadow(art, 830, FLOOR + 26, 96, brief.hue, 0.3) +
    group(chocolate(art, 0, 0, 84, 1, 2, cocoa), `transform="translate(750 ${FLOOR - 34}) rotate(9)"`) +
    group(chocolate(art, 0, 0, 76, 1, 1, lighter(cocoa, 0.02)), `transform="translate(856 ${FLOOR - 66}) rotate(-22)"`)
  );
};

/** A cold can with another behind it. */
export const drink: Form = (art, brief) => {
  const print = printOf(brief);
  return (
    can(art, print, { cx: 728, foot: FLOOR - 36, radius: 92, height: 400, hue: brief.hue }) +
    can(art, print, { cx: 516, foot: FLOOR + 10, radius: 112, height: 486, hue: brief.hue }) +
    dew(art, 424, FLOOR - 380, 190, 330, 34)
  );
};

/** A small syrup bottle and a glass of it. */
export const syrup: Form = (art, brief) => {
  const tone = toneOf(brief);
  const cx = 772;
  const top = FLOOR - 236;
  return (
    bottle(
      art,
      printOf(brief),
      { cx: 500, foot: FLOOR, radius: 112, height: 420, neck: 46, hue: brief.hue },
      { material: 'gloss', base: lighter(tone, -0.12), cap: METALS.black, capHeight: 60 },
    ) +
    contactShadow(art, cx, FLOOR + 16, 96, brief.hue) +
    fill(
      p`M${cx - 104} ${top}L${cx - 90} ${FLOOR + 16}A90 14 0 0 0 ${cx + 90} ${FLOOR + 16}L${cx + 104} ${top}A104 16 0 0 1 ${cx - 104} ${top}Z`,
      '#fff',
      'fill-opacity=".14"',
    ) +
    fill(
      p`M${cx - 92} ${top + 66}L${cx - 80} ${FLOOR}A80 12 0 0 0 ${cx + 80} ${FLOOR}L${cx + 92} ${top + 66}A92 14 0 0 1 ${cx - 92} ${top + 66}Z`,
      art.linear('right', [
        [0, hex(lighter(tone, -0.16))],
        [0.3, hex(lighter(tone, 0.12))],
        [0.7, hex(tone)],
        [1, hex(lighter(tone, -0.2))],
      ]),
      'fill-opacity=".9"',
    ) +
    ellipse(cx, top + 66, 92, 14, hex(lighter(tone, 0.14))) +
    fill(boxPath(cx - 46, top + 78, 58, 54, 10), '#fff', 'fill-opacity=".3" transform="rotate(-12 790 560)"') +
    fill(boxPath(cx + 6, top + 60, 54, 50, 10), '#fff', 'fill-opacity=".36" transform="rotate(14 800 540)"') +
    rim(ellipsePath(cx, top, 104, 16), 0.7, 2.6) +
    fill(
      p`M${cx - 88} ${top + 24}L${cx - 74} ${FLOOR - 10}L${cx - 54} ${FLOOR - 6}L${cx - 64} ${top + 30}Z`,
      '#fff',
      'fill-opacity=".42"',
    )
  );
};

/** Soft capsules spilling from a jar. */
export const capsules: Form = (art, brief) => {
  const tone = toneOf(brief);
  const spots: [number, number, number][] = [
    [646, 26, -12],
    [742, 6, 24],
    [824, 34, -30],
    [706, 58, 8],
    [610, 70, 34],
    [792, 78, 4],
    [886, 66, 52],
  ];
  return (
    bottle(
      art,
      printOf(brief),
      { cx: 482, foot: FLOOR - 6, radius: 140, height: 400, neck: 92, hue: brief.hue },
      {
        material: 'gloss',
        base: packColor(printOf(brief)),
        cap: lighter(packColor(printOf(brief)), -0.08),
        capHeight: 84,
      },
    ) +
    contactShadow(art, 740, FLOOR + 50, 170, brief.hue, 0.24) +
    spots.map(([x, y, turn]) => capsule(art, x, FLOOR + y - 14, 96, turn, tone)).join('')
  );
};

/** A flat tin of mints, open. */
export const mints: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const metal = packColor(print);
  const cx = 600;
  const foot = FLOOR + 30;
  const top = foot - 66;
  let pills = '';
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 7; i++) {
      const x = cx - 174 + i * 56 + (row % 2) * 22 + art.random.between(-8, 8);
      const y = top - 34 + row * 26;
      pills +=
        ellipse(x, y + 5, 31, 15, hex(lighter(tone, -0.2))) +
        ellipse(
          x,
          y,
          31,
          15,
          art.linear('right', [
            [0, hex(lighter(tone, 0.1))],
            [1, hex(lighter(tone, -0.06))],
          ]),
        ) +
        ellipse(x - 7, y - 3, 12, 4, '#fff', 'fill-opacity=".6"');
    }
  }
  return (
    contactShadow(art, cx, foot - 20, 270, brief.hue, 0.2) +
    fill(
      p`M${cx - 226} ${top - 66}L${cx - 206} ${top - 396}Q${cx - 204} ${top - 416} ${cx - 184} ${top - 416}H${cx + 184}Q${cx + 204} ${top - 416} ${cx + 206} ${top - 396}L${cx + 226} ${top - 66}Z`,
      art.linear('diagonal', [
        [0, hex(lighter(METALS.champagne, 0.14))],
        [0.5, hex(lighter(METALS.champagne, -0.1))],
        [1, hex(lighter(METALS.champagne, 0.04))],
      ]),
    ) +
    fill(
      p`M${cx - 206} ${top - 76}L${cx - 188} ${top - 384}Q${cx - 186} ${top - 398} ${cx - 172} ${top - 398}H${cx + 172}Q${cx + 186} ${top - 398} ${cx + 188} ${top - 384}L${cx + 206} ${top - 76}Z`,
      art.linear('diagonal', [
        [0, hex(lighter(metal, 0.05))],
        [1, hex(lighter(metal, -0.12))],
      ]),
    ) +
    artwork(art, print, { x: cx - 172, y: top - 386, w: 344, h: 300 }) +
    fill(p`M${cx - 240} ${top - 60}H${cx + 240}L${cx + 256} ${top + 20}H${cx - 256}Z`, lch(0.14, 0.02, brief.hue)) +
    pills +
    fill(
      p`M${cx - 256} ${top + 10}Q${cx} ${top + 34} ${cx + 256} ${top + 10}L${cx + 248} ${foot - 12}Q${cx + 244} ${foot} ${cx + 226} ${foot}H${cx - 226}Q${cx - 244} ${foot} ${cx - 248} ${foot - 12}Z`,
      art.linear('right', [
        [0, hex(lighter(metal, -0.14))],
        [0.16, hex(lighter(metal, 0.12))],
        [0.3, hex(metal)],
        [0.85, hex(lighter(metal, -0.16))],
        [1, hex(lighter(metal, -0.02))],
      ]),
    ) +
    stroke(p`M${cx - 254} ${top + 12}Q${cx} ${top + 36} ${cx + 254} ${top + 12}`, hex(METALS.champagne), 6)
  );
};

/** Cookies stacked next to their bag. */
export const cookies: Form = (art, brief) => {
  const dough = color(0.66, 0.1, 66);
  const chip = lighter(toneOf(brief), -0.02);
  return (
    contactShadow(art, 474, FLOOR - 14, 170, brief.hue) +
    pouch(art, printOf(brief), { cx: 474, foot: FLOOR - 14, width: 330, height: 460, skin: 'kraft' }) +
    biscuit(art, 756, FLOOR + 10, 126, dough, chip) +
    biscuit(art, 764, FLOOR - 48, 122, dough, chip) +
    biscuit(art, 752, FLOOR - 104, 124, dough, chip) +
    biscuit(art, 890, FLOOR + 52, 88, dough, chip)
  );
};

const wrapped = (art: Art, cx: number, cy: number, size: number, turn: number, base: Color): string => {
  const twist = (side: number): string =>
    p`M${side * size * 0.8} 0L${side * size * 1.6} ${-size * 0.5}L${side * size * 1.46} 0L${side * size * 1.6} ${size * 0.5}Z`;
  return group(
    ellipse(0, size * 0.62, size * 1.3, size * 0.26, '#000', 'fill-opacity=".4"') +
      fill(
        twist(-1) + twist(1),
        art.linear('right', [
          [0, hex(lighter(base, 0.1))],
          [0.5, hex(lighter(base, -0.14))],
          [1, hex(lighter(base, 0.1))],
        ]),
      ) +
      fill(
        boxPath(-size, -size * 0.58, size * 2, size * 1.16, size * 0.3),
        art.linear('down', [
          [0, hex(lighter(base, 0.12))],
          [0.4, hex(base)],
          [1, hex(lighter(base, -0.18))],
        ]),
      ) +
      stroke(
        p`M${-size * 0.4} ${-size * 0.5}L${-size * 0.16} ${size * 0.5}M${size * 0.1} ${-size * 0.5}L${size * 0.36} ${size * 0.5}`,
        '#fff',
        size * 0.1,
        'stroke-opacity=".35"',
      ) +
      fill(boxPath(-size * 0.8, -size * 0.46, size * 1.1, size * 0.22, size * 0.1), '#fff', 'fill-opacity=".55"'),
    `transform="translate(${round(cx)} ${round(cy)}) rotate(${round(turn)})"`,
  );
};

/** Wrapped chews around their carton. */
export const chews: Form = (art, brief) => {
  const tone = toneOf(brief);
  return (
    contactShadow(art, 560, FLOOR - 20, 190, brief.hue) +
    carton(art, printOf(brief), { cx: 556, foot: FLOOR - 16, width: 320, height: 400, depth: 130, yaw: 24 }) +
    contactShadow(art, 790, FLOOR + 40, 130, brief.hue, 0.26) +
    wrapped(art, 786, FLOOR - 20, 46, -14, tone) +
    wrapped(art, 862, FLOOR + 22, 50, 22, lighter(rotateHue(tone, 14), 0.04)) +
    wrapped(art, 742, FLOOR + 44, 52, 6, tone) +
    wrapped(art, 420, FLOOR + 46, 48, -24, lighter(rotateHue(tone, -12), 0.02))
  );
};

/** A low honey pot with a wooden dipper. */
export const honey: Form = (art, brief) => {
  const tone = toneOf(brief);
  const cx = 560;
  const top = FLOOR - 300;
  return (
    bottle(
      art,
      printOf(brief),
      { cx, foot: FLOOR, radius: 170, height: 330, neck: 128, hue: brief.hue },
      { material: 'gloss', base: lighter(tone, -0.04), cap: METALS.gold, capHeight: 52, reach: 0.8 },
    ) +
    contactShadow(art, 842, FLOOR + 20, 70, brief.hue, 0.24) +
    group(
      fill(
        boxPath(-9, -300, 18, 250, 8),
        art.linear('right', [
          [0, '#e2bb82'],
          [0.4, '#c8975a'],
          [1, '#7c5427'],
        ]),
      ) +
        ellipse(0, -22, 44, 54, hex(lighter(tone, 0.02))) +
        stroke(
          'M-36 -46Q0 -36 36 -46M-42 -28Q0 -18 42 -28M-42 -8Q0 2 42 -8M-34 10Q0 20 34 10',
          '#8a5d2c',
          6,
          'stroke-opacity=".8"',
        ) +
        ellipse(-14, -40, 10, 18, '#fff', 'fill-opacity=".6"'),
      `transform="translate(842 ${FLOOR}) rotate(28)"`,
    ) +
    glint(cx - 110, top + 60, 22, 0.7) +
    stroke(bandArc(cx, 132, FLOOR - 330), hex(lighter(METALS.gold, 0.12)), 3)
  );
};
