import { type Art, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf, type Print } from '../pack-labels.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../scene.ts';
import { bandPath, contactShadow, rim, softbox, turned, turnedPath } from '../solids.ts';
import { bud, placed } from './bud.ts';
import { clearTube } from './cartridge.ts';
import { wrappedLabel } from './jars.ts';
import { inkOn, upright } from './slab.ts';
import { sparkle } from './textures.ts';

/** How a joint is rolled. */
interface Roll {
  readonly paper: Color;
  /** Printed band above the filter. */
  readonly band: Color;
  /** Color of the dust on the outside. */
  readonly dust?: Color;
}

const WHITE = color(0.94, 0.015, 88);
const BROWN = color(0.66, 0.07, 62);
const LEAF = color(0.45, 0.06, 58);

/** A joint upright, filter down, its foot at (0, 0), 430 high. */
const joint = (art: Art, roll: Roll): string => {
  const cone = 'M-21 0L-34 -372Q-30 -402 -10 -408Q-4 -430 4 -430Q8 -426 8 -410Q30 -402 34 -372L21 0A21 5 0 0 1 -21 0Z';
  let fibers = '';
  for (let i = 0; i < 26; i++)
    fibers += p`M${art.random.between(-26, 24)} ${-art.random.between(110, 390)}q${art.random.between(-3, 3)} 14 ${art.random.between(-3, 3)} 28`;
  return (
    fill(
      cone,
      art.linear('right', [
        [0, hex(lighter(roll.paper, -0.2))],
        [0.2, hex(lighter(roll.paper, 0.02))],
        [0.4, hex(lighter(roll.paper, 0.05))],
        [0.7, hex(lighter(roll.paper, -0.08))],
        [0.95, hex(lighter(roll.paper, -0.24))],
        [1, hex(lighter(roll.paper, -0.12))],
      ]),
    ) +
    stroke(fibers, hex(lighter(roll.paper, -0.16)), 1.4, 'stroke-opacity=".26"') +
    (roll.dust === undefined
      ? ''
      : fill(
          'M-24 -86L-34 -372Q-30 -402 -10 -408Q-4 -430 4 -430Q8 -426 8 -410Q30 -402 34 -372L24 -86Z',
          art.linear('right', [
            [0, hex(lighter(roll.dust, -0.22))],
            [0.35, hex(lighter(roll.dust, 0.08))],
            [1, hex(lighter(roll.dust, -0.24))],
          ]),
        ) + sparkle(art, 0, -240, 29, 155, 130, 1.7)) +
    fill(
      'M-23 -62L-21 0A21 5 0 0 0 21 0L23 -62Z',
      art.linear('right', [
        [0, '#8d8468'],
        [0.3, '#f1e8cf'],
        [0.6, '#d6caa9'],
        [1, '#6f664d'],
      ]),
    ) +
    fill(
      'M-23.200 -66L-24.600 -104H24.600L23.200 -66A23 5 0 0 1 -23.200 -66Z',
      art.linear('right', [
        [0, hex(lighter(roll.band, -0.2))],
        [0.3, hex(lighter(roll.band, 0.1))],
        [1, hex(lighter(roll.band, -0.24))],
      ]),
    ) +
    stroke('M-9 -1Q-2 -10 4 -2T14 -3', '#6f664d', 2) +
    stroke('M-30 -368L-19 -8', '#fff', 3, 'stroke-opacity=".35"')
  );
};

const rollOf = (brief: PictureBrief, paper: Color = WHITE): Roll => ({ paper, band: printOf(brief).brand.accent });

const stood = (content: string, x: number, y: number, scale: number, lean: number): string =>
  group(content, `transform="translate(${round(x)} ${round(y)}) rotate(${round(lean)}) scale(${round(scale, 3)})"`);

/** A single in a clear tube, with a second one in front of it. */
export const tube: Form = (art, brief) => {
  const id = art.symbol(joint(art, rollOf(brief)));
  const use = `<use href="#${id}"/>`;
  const print = printOf(brief);
  const cap = lighter(packColor(print), -0.02);
  return (
    contactShadow(art, 520, FLOOR, 72, brief.hue) +
    clearTube(art, 520, FLOOR, 62, 452, cap, brief.hue, stood(use, 520, FLOOR - 14, 0.98, 0)) +
    wrappedLabel(art, print, { cx: 520, radius: 63, top: FLOOR - 250, height: 128, reach: 0.96 }) +
    contactShadow(art, 780, FLOOR + 52, 170, brief.hue, 0.08) +
    stood(use, 612, FLOOR + 66, 0.84, 79)
  );
};

/** Three fanned out of a carton. */
export const fan: Form = (art, brief) => {
  const id = art.symbol(joint(art, rollOf(brief)));
  const use = `<use href="#${id}"/>`;
  return (
    stood(use, 548, FLOOR - 70, 1.02, -17) +
    stood(use, 600, FLOOR - 70, 1.08, 0) +
    stood(use, 652, FLOOR - 70, 1.02, 17) +
    contactShadow(art, 600, FLOOR, 150, brief.hue) +
    carton(art, printOf(brief), { cx: 600, foot: FLOOR + 4, width: 270, height: 290, depth: 84, yaw: -14, open: true })
  );
};

/** A flip-top packet with five heads showing. */
export const packet: Form = (art, brief) => {
  const print = printOf(brief);
  const roll = rollOf(brief);
  const base = packColor(print);
  const id = art.symbol(joint(art, roll));
  let row = '';
  for (let i = 0; i < 5; i++) row += stood(`<use href="#${id}"/>`, 474 + i * 50, FLOOR - 16, 0.94, 0);
  return (
    contactShadow(art, 574, FLOOR, 180, brief.hue) +
    fill(
      p`M430 ${FLOOR - 320}L446 ${FLOOR - 494}H702L718 ${FLOOR - 320}Z`,
      art.linear('down', [
        [0, hex(lighter(base, 0.02))],
        [1, hex(lighter(base, -0.2))],
      ]),
    ) +
    fill(p`M446 ${FLOOR - 494}L470 ${FLOOR - 520}H726L702 ${FLOOR - 494}Z`, hex(lighter(base, 0.12))) +
    fill(p`M442 ${FLOOR - 330}L452 ${FLOOR - 452}H696L706 ${FLOOR - 330}Z`, lch(0.14, 0.02, brief.hue)) +
    row +
    carton(art, print, { cx: 574, foot: FLOOR + 6, width: 288, height: 316, depth: 0.5, yaw: 0.5, open: true }) +
    contactShadow(art, 810, FLOOR + 58, 160, brief.hue, 0.08) +
    stood(`<use href="#${id}"/>`, 660, FLOOR + 72, 0.8, 81)
  );
};

/** Five in a flat tin, lid up. */
export const tin: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const id = art.symbol(joint(art, rollOf(brief, print.brand.paper === 'kraft' ? BROWN : WHITE)));
  let row = '';
  for (let i = 0; i < 5; i++) row += stood(`<use href="#${id}"/>`, 392, FLOOR - 84 + i * 36, 0.97, 90);
  const foot = FLOOR + 96;
  return (
    contactShadow(art, 600, foot - 30, 290, brief.hue, 0.16) +
    fill(
      p`M372 ${FLOOR - 128}L386 ${FLOOR - 410}Q388 ${FLOOR - 428} 406 ${FLOOR - 428}H794Q812 ${FLOOR - 428} 814 ${FLOOR - 410}L828 ${FLOOR - 128}Z`,
      art.linear('diagonal', [
        [0, hex(lighter(METALS.champagne, 0.12))],
        [0.5, hex(lighter(METALS.champagne, -0.12))],
        [1, hex(METALS.champagne)],
      ]),
    ) +
    fill(
      p`M390 ${FLOOR - 138}L402 ${FLOOR - 398}Q404 ${FLOOR - 412} 418 ${FLOOR - 412}H782Q796 ${FLOOR - 412} 798 ${FLOOR - 398}L810 ${FLOOR - 138}Z`,
      art.linear('diagonal', [
        [0, hex(lighter(inks.paper, 0.04))],
        [1, hex(lighter(inks.paper, -0.12))],
      ]),
    ) +
    artwork(art, print, { x: 416, y: FLOOR - 404, w: 368, h: 260 }) +
    fill(
      p`M366 ${FLOOR - 128}H834L856 ${foot - 20}H344Z`,
      art.linear('down', [
        [0, lch(0.1, 0.02, brief.hue)],
        [1, lch(0.24, 0.03, brief.hue)],
      ]),
    ) +
    row +
    fill(
      p`M344 ${foot - 34}Q600 ${foot - 18} 856 ${foot - 34}L850 ${foot - 6}Q846 ${foot + 6} 830 ${foot + 6}H370Q354 ${foot + 6} 350 ${foot - 6}Z`,
      art.linear('right', [
        [0, hex(lighter(METALS.champagne, -0.2))],
        [0.2, hex(lighter(METALS.champagne, 0.14))],
        [0.5, hex(lighter(METALS.champagne, -0.08))],
        [1, hex(lighter(METALS.champagne, -0.26))],
      ]),
    ) +
    rim(p`M346 ${foot - 32}Q600 ${foot - 16} 854 ${foot - 32}`, 0.6, 2.4)
  );
};

/** One dusted with hash, lying on a dark stone with a flower. */
export const dusted: Form = (art, brief) => {
  const print = printOf(brief);
  const dust = toneOf(brief);
  const id = art.symbol(joint(art, { ...rollOf(brief, BROWN), dust }));
  const flower = bud(art, color(0.56, 0.1, 135));
  return (
    contactShadow(art, 720, FLOOR - 30, 150, brief.hue) +
    carton(art, print, { cx: 742, foot: FLOOR - 26, width: 190, height: 430, depth: 110, yaw: -30 }) +
    contactShadow(art, 480, FLOOR + 40, 170, brief.hue, 0.1) +
    stood(`<use href="#${id}"/>`, 520, FLOOR + 12, 1.12, -9) +
    contactShadow(art, 520, FLOOR + 12, 34, brief.hue) +
    contactShadow(art, 356, FLOOR + 34, 70, brief.hue, 0.2) +
    placed(flower, 356, FLOOR - 24, 0.62, -70)
  );
};

/** A stout blunt in a corked glass tube. */
export const blunt: Form = (art, brief) => {
  const print = printOf(brief);
  const leaf = LEAF;
  const cx = 600;
  const body = (x: number): string => {
    let veins = '';
    for (let i = 0; i < 12; i++)
      veins += p`M${x - 36 + art.random.between(-4, 60)} ${FLOOR - 40 - i * 32}l${art.random.between(8, 18)} -22`;
    return (
      turned(
        art,
        x,
        [
          [FLOOR - 420, 36],
          [FLOOR - 30, 44, 0],
        ],
        'matte',
        leaf,
        color(0.4, 0.06, 130),
      ) +
      stroke(veins, hex(lighter(leaf, -0.12)), 1.8, 'stroke-opacity=".6"') +
      stroke(
        p`M${x - 40} ${FLOOR - 380}Q${x + 60} ${FLOOR - 250} ${x - 30} ${FLOOR - 60}`,
        hex(lighter(leaf, 0.1)),
        2,
        'stroke-opacity=".5"',
      ) +
      fill(bandPath(x, 42, FLOOR - 170, FLOOR - 130), hex(print.brand.accent))
    );
  };
  const cork = color(0.66, 0.07, 68);
  const glass = turnedPath(cx, [
    [FLOOR - 470, 70],
    [FLOOR - 40, 70, 30],
    [FLOOR, 40],
  ]);
  return (
    contactShadow(art, cx, FLOOR, 78, brief.hue) +
    fill(
      glass,
      art.linear('right', [
        [0, '#fff', 0.36],
        [0.08, lch(0.3, 0.03, brief.hue), 0.4],
        [0.5, lch(0.4, 0.03, brief.hue), 0.12],
        [0.92, lch(0.2, 0.03, brief.hue), 0.4],
        [1, '#fff', 0.4],
      ]),
    ) +
    body(cx) +
    wrappedLabel(art, print, { cx, radius: 71, top: FLOOR - 330, height: 140, reach: 0.96 }) +
    softbox(art, cx - 60, FLOOR - 450, 22, 400, 0.55, 3) +
    softbox(art, cx + 46, FLOOR - 446, 9, 390, 0.4, 2) +
    rim(p`M${cx - 69} ${FLOOR - 470}V${FLOOR - 50}M${cx + 69} ${FLOOR - 470}V${FLOOR - 50}`, 0.5) +
    turned(
      art,
      cx,
      [
        [FLOOR - 520, 62],
        [FLOOR - 452, 54],
      ],
      'matte',
      cork,
      lighter(cork, 0.08),
    ) +
    rim(ellipsePath(cx, FLOOR - 470, 69, 10), 0.6, 2.4) +
    contactShadow(art, 840, FLOOR + 62, 150, brief.hue, 0.1) +
    group(body(0), `transform="translate(690 ${FLOOR + 66}) rotate(80) scale(.72) translate(0 ${-FLOOR})"`)
  );
};

/** A slim printed tube, upright, with a flower at its foot. */
export const doob: Form = (art, brief) => {
  const print: Print = printOf(brief);
  const base = packColor(print);
  const flower = bud(art, toneOf(brief));
  const one = (cx: number, foot: number, height: number): string =>
    contactShadow(art, cx, foot, 62, brief.hue) +
    turned(
      art,
      cx,
      [
        [foot - height, 60],
        [foot - 12, 60, 10],
        [foot, 52],
      ],
      'gloss',
      base,
    ) +
    upright(print, cx - 2, foot - 40, height - 90, 44, inkOn(base)) +
    softbox(art, cx - 48, foot - height + 12, 14, height - 40, 0.55, 3) +
    turned(
      art,
      cx,
      [
        [foot - height - 56, 52],
        [foot - height - 50, 62, 6],
        [foot - height + 8, 62],
      ],
      'satin',
      lighter(base, -0.1),
    );
  return (
    one(690, FLOOR - 30, 400) +
    one(530, FLOOR + 6, 440) +
    contactShadow(art, 826, FLOOR + 34, 84, brief.hue, 0.2) +
    placed(flower, 826, FLOOR - 32, 0.72, 62)
  );
};
