import { ellipsePath, fill, group, p, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf, type Print } from '../pack-labels.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { bandPath, contactShadow, rim, softbox, turned, turnedPath } from '../solids.ts';
import { bud, placed } from './bud.ts';
import { clearTube } from './cartridge.ts';
import { wrappedLabel } from './jars.ts';
import { BROWN, groundHerb, joint, LEAF, lying, type Roll, rolled, stood } from './joint.ts';
import { inkOn, upright } from './slab.ts';

const rollOf = (brief: PictureBrief, paper?: Color): Roll => rolled(printOf(brief).brand.accent, paper);

/** A single in a clear tube, with a second one in front of it. */
export const tube: Form = (art, brief) => {
  const print = printOf(brief);
  const cap = lighter(packColor(print), -0.02);
  return (
    contactShadow(art, 490, FLOOR, 82, brief.hue) +
    clearTube(art, 490, FLOOR, 70, 520, cap, brief.hue, stood(joint(art, rollOf(brief)), 490, FLOOR - 14, 1.08, 0)) +
    wrappedLabel(art, print, { cx: 490, radius: 71, top: FLOOR - 204, height: 124, reach: 0.96 }) +
    lying(art, rollOf(brief), 470, FLOOR + 62, 1.06, brief.hue)
  );
};

/** Two crossed in front of their carton. */
export const crossed: Form = (art, brief) =>
  contactShadow(art, 690, FLOOR - 30, 130, brief.hue) +
  carton(art, printOf(brief), { cx: 690, foot: FLOOR - 26, width: 230, height: 400, depth: 90, yaw: -24 }) +
  contactShadow(art, 480, FLOOR + 30, 170, brief.hue, 0.08) +
  stood(joint(art, { ...rollOf(brief), open: true }), 400, FLOOR + 26, 1.12, 30) +
  stood(joint(art, rollOf(brief)), 640, FLOOR + 40, 1.12, -34) +
  groundHerb(art, 760, FLOOR + 42, 74, 18, 90);

/** Three side by side on the table, a carton behind them. */
export const trio: Form = (art, brief) => {
  const roll = rollOf(brief);
  const row = (y: number, i: number): string =>
    contactShadow(art, 650 + i * 18, y + 24, 230, brief.hue, 0.02) +
    stood(joint(art, { ...roll, open: i === 1 }), 420 + i * 26, y, 1.14, 80);
  return (
    contactShadow(art, 520, FLOOR - 60, 130, brief.hue) +
    carton(art, printOf(brief), { cx: 520, foot: FLOOR - 56, width: 240, height: 330, depth: 80, yaw: 22 }) +
    row(FLOOR - 22, 0) +
    row(FLOOR + 46, 1) +
    row(FLOOR + 116, 2)
  );
};

/** Three fanned out of a carton. */
export const fan: Form = (art, brief) =>
  stood(joint(art, rollOf(brief)), 540, FLOOR - 50, 1.2, -20) +
  stood(joint(art, rollOf(brief)), 600, FLOOR - 40, 1.24, 1) +
  stood(joint(art, rollOf(brief)), 660, FLOOR - 50, 1.2, 22) +
  contactShadow(art, 600, FLOOR, 150, brief.hue) +
  carton(art, printOf(brief), { cx: 600, foot: FLOOR + 4, width: 260, height: 240, depth: 84, yaw: -14, open: true }) +
  groundHerb(art, 800, FLOOR + 34, 70, 16, 80);

/** A flip-top packet with five heads showing. */
export const packet: Form = (art, brief) => {
  const print = printOf(brief);
  const roll = rollOf(brief);
  const base = packColor(print);
  const id = art.symbol(joint(art, roll));
  let row = '';
  for (let i = 0; i < 5; i++) row += stood(`<use href="#${id}"/>`, 470 + i * 52, FLOOR - 16, 1.04, (i - 2) * 1.5);
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
    carton(art, print, { cx: 574, foot: FLOOR + 6, width: 288, height: 290, depth: 0.5, yaw: 0.5, open: true }) +
    lying(art, roll, 500, FLOOR + 74, 1.06, brief.hue)
  );
};

/** Five in a flat tin, lid up. */
export const tin: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const id = art.symbol(joint(art, rollOf(brief, print.brand.paper === 'kraft' ? BROWN : undefined)));
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
  const id = art.symbol(joint(art, { ...rollOf(brief, BROWN), dust, open: true }));
  const flower = bud(art, color(0.56, 0.1, 135));
  return (
    contactShadow(art, 720, FLOOR - 30, 150, brief.hue) +
    carton(art, print, { cx: 752, foot: FLOOR - 26, width: 190, height: 400, depth: 100, yaw: -30 }) +
    contactShadow(art, 540, FLOOR + 26, 34, brief.hue) +
    stood(`<use href="#${id}"/>`, 540, FLOOR + 26, 1.42, -13) +
    contactShadow(art, 640, FLOOR + 44, 60, brief.hue, 0.2) +
    placed(flower, 640, FLOOR - 40, 0.84, 26) +
    groundHerb(art, 500, FLOOR + 48, 60, 12, 60)
  );
};

/** A stout blunt in a corked glass tube. */
export const blunt: Form = (art, brief) => {
  const print = printOf(brief);
  const leaf = LEAF;
  const cx = 560;
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
      fill(bandPath(x, 42, FLOOR - 170, FLOOR - 130), hex(print.brand.accent)) +
      groundHerb(art, x, FLOOR - 424, 30, 9, 40)
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
    contactShadow(art, 720, FLOOR + 92, 200, brief.hue, 0.05) +
    group(body(0), `transform="translate(500 ${FLOOR + 74}) rotate(83) scale(1.06) translate(0 ${-FLOOR})"`) +
    groundHerb(art, 964, FLOOR + 44, 56, 16, 70)
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
    one(470, FLOOR, 420) +
    contactShadow(art, 716, FLOOR - 20, 60, brief.hue, 0.2) +
    placed(flower, 700, FLOOR - 116, 0.92, 20) +
    lying(art, rollOf(brief, BROWN), 500, FLOOR + 62, 1.1, brief.hue)
  );
};
