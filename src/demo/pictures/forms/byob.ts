import { type Art, ellipse, fill, p, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter, rotateHue } from '../color.ts';
import { mark } from '../marks.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { carton, packColor, pouch } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, softbox, turned, turnedPath } from '../solids.ts';
import { screwLid } from './jars.ts';
import { can } from './vessels.ts';

/** The colors of four flavors, derived from one. */
const assortment = (base: Color): Color[] => [
  base,
  rotateHue(lighter(base, 0.08), 46),
  rotateHue(lighter(base, -0.04), -52),
  rotateHue(lighter(base, 0.12), 110),
];

/** A tiny jar filled with one color, the maker's mark on it. */
const miniJar = (
  art: Art,
  brief: PictureBrief,
  cx: number,
  foot: number,
  radius: number,
  height: number,
  tone: Color,
): string => {
  const top = foot - height;
  return (
    contactShadow(art, cx, foot, radius * 0.9, brief.hue) +
    fill(
      turnedPath(cx, [
        [top, radius * 0.9],
        [top + 16, radius, 12],
        [foot - 12, radius, 10],
        [foot, radius - 8],
      ]),
      art.linear('right', [
        [0, '#fff', 0.5],
        [0.07, hex(lighter(tone, -0.2))],
        [0.35, hex(lighter(tone, 0.08))],
        [0.75, hex(lighter(tone, -0.1))],
        [0.95, hex(lighter(tone, -0.26))],
        [1, '#fff', 0.4],
      ]),
    ) +
    ellipse(cx, foot - height * 0.4 + radius * 0.1, radius * 0.5, radius * 0.5, '#f6f3ea') +
    mark(printOf(brief).brand.mark, cx, foot - height * 0.4 + radius * 0.1, radius * 0.6, lch(0.28, 0.05, brief.hue)) +
    softbox(art, cx - radius * 0.82, top + 18, radius * 0.2, height - 34, 0.6, 3) +
    screwLid(art, {
      cx,
      seat: top + 6,
      radius: radius * 0.96,
      height: radius * 0.44,
      material: 'satin',
      base: METALS.black,
      ribbed: false,
    })
  );
};

/** Four little jars on a wooden tray. */
export const flight: Form = (art, brief) => {
  const tones = assortment(toneOf(brief));
  const wood = color(0.52, 0.08, 60);
  let grain = '';
  for (let i = 0; i < 14; i++)
    grain += p`M${250 + art.random.between(0, 500)} ${FLOOR + 14 + art.random.between(0, 50)}h${art.random.between(60, 240)}`;
  return (
    contactShadow(art, 600, FLOOR + 60, 370, brief.hue, 0.12) +
    fill(
      p`M236 ${FLOOR - 20}H964L1000 ${FLOOR + 46}H200Z`,
      art.linear('right', [
        [0, hex(lighter(wood, 0.02))],
        [0.3, hex(lighter(wood, 0.1))],
        [1, hex(lighter(wood, -0.16))],
      ]),
    ) +
    fill(
      p`M200 ${FLOOR + 46}H1000V${FLOOR + 80}Q600 ${FLOOR + 88} 200 ${FLOOR + 80}Z`,
      art.linear('right', [
        [0, hex(lighter(wood, -0.12))],
        [0.3, hex(lighter(wood, 0.02))],
        [1, hex(lighter(wood, -0.28))],
      ]),
    ) +
    stroke(grain, hex(lighter(wood, -0.1)), 2, 'stroke-opacity=".5"') +
    tones.map((tone, i) => miniJar(art, brief, 318 + i * 188, FLOOR + 16, 84, 236, tone)).join('')
  );
};

/** An open gift box with packs showing over its edge. */
export const giftBox: Form = (art, brief) => {
  const print = printOf(brief);
  const tones = assortment(toneOf(brief));
  return (
    contactShadow(art, 600, FLOOR, 270, brief.hue) +
    pouch(art, { ...print, tone: tones[1]! }, { cx: 468, foot: FLOOR - 100, width: 190, height: 330, skin: 'matte' }) +
    can(art, { ...print, tone: tones[2]! }, { cx: 744, foot: FLOOR - 90, radius: 64, height: 310, hue: brief.hue }) +
    miniJar(art, brief, 612, FLOOR - 100, 84, 226, tones[0]!) +
    carton(art, print, { cx: 600, foot: FLOOR + 6, width: 500, height: 226, depth: 60, yaw: -7, open: true }) +
    stroke(p`M352 ${FLOOR - 238}Q600 ${FLOOR - 214} 846 ${FLOOR - 208}`, '#fff', 2, 'stroke-opacity=".3"')
  );
};

/** A mailer with its lid up, packs bedded in paper. */
export const mailer: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const inks = inksOf(print);
  const tones = assortment(toneOf(brief));
  const foot = FLOOR + 40;
  let shreds = '';
  for (let i = 0; i < 90; i++)
    shreds += p`M${330 + art.random.between(0, 540)} ${FLOOR - 118 + art.random.between(0, 40)}q${art.random.between(-30, 30)} ${art.random.between(-26, 6)} ${art.random.between(-50, 50)} ${art.random.between(-10, 14)}`;
  return (
    contactShadow(art, 600, foot, 310, brief.hue) +
    fill(
      p`M326 ${FLOOR - 140}L352 ${FLOOR - 470}H848L874 ${FLOOR - 140}Z`,
      art.linear('down', [
        [0, hex(lighter(inks.paper, 0.03))],
        [1, hex(lighter(inks.paper, -0.14))],
      ]),
    ) +
    artwork(art, print, { x: 430, y: FLOOR - 462, w: 340, h: 236 }) +
    rim(p`M352 ${FLOOR - 470}H848`, 0.5) +
    fill(p`M312 ${FLOOR - 140}H888V${FLOOR - 60}H312Z`, lch(0.14, 0.02, brief.hue)) +
    miniJar(art, brief, 420, FLOOR - 70, 70, 150, tones[0]!) +
    miniJar(art, brief, 566, FLOOR - 70, 70, 150, tones[1]!) +
    miniJar(art, brief, 712, FLOOR - 70, 70, 150, tones[2]!) +
    turned(
      art,
      812,
      [
        [FLOOR - 210, 26],
        [FLOOR - 60, 26],
      ],
      'gloss',
      tones[3]!,
    ) +
    stroke(shreds, hex(lighter(base, 0.12)), 3.2, 'stroke-opacity=".75"') +
    fill(
      p`M312 ${FLOOR - 104}H888L896 ${foot}H304Z`,
      art.linear('down', [
        [0, hex(lighter(base, 0.03))],
        [1, hex(lighter(base, -0.16))],
      ]),
    ) +
    mark(print.brand.mark, 600, FLOOR - 34, 96, inks.accent) +
    rim(p`M312 ${FLOOR - 104}H888`, 0.5)
  );
};

/** A cotton bag with handles, packs inside. */
export const tote: Form = (art, brief) => {
  const print = printOf(brief);
  const cloth = print.brand.paper === 'night' ? color(0.26, 0.012, 250) : color(0.88, 0.03, 88);
  const tones = assortment(toneOf(brief));
  const cx = 600;
  const top = FLOOR - 330;
  const handle = (dy: number, width: number, paint: string): string =>
    stroke(
      p`M${cx - 104} ${top + 20 + dy}C${cx - 116} ${top - 190 + dy} ${cx + 116} ${top - 190 + dy} ${cx + 104} ${top + 20 + dy}`,
      paint,
      width,
    );
  let weave = '';
  for (let i = 0; i < 60; i++)
    weave += p`M${cx - 190 + art.random.between(0, 380)} ${top + 20 + art.random.between(0, 300)}h${art.random.between(6, 20)}`;
  return (
    contactShadow(art, cx, FLOOR, 210, brief.hue) +
    handle(-16, 22, hex(lighter(cloth, -0.22))) +
    pouch(
      art,
      { ...print, tone: tones[1]! },
      { cx: cx - 96, foot: FLOOR - 90, width: 170, height: 330, skin: 'foil' },
    ) +
    can(
      art,
      { ...print, tone: tones[3]! },
      { cx: cx + 92, foot: FLOOR - 90, radius: 60, height: 310, hue: brief.hue },
    ) +
    fill(
      p`M${cx - 206} ${top}H${cx + 206}C${cx + 222} ${top + 140} ${cx + 226} ${FLOOR - 60} ${cx + 208} ${FLOOR}Q${cx} ${FLOOR + 26} ${cx - 208} ${FLOOR}C${cx - 226} ${FLOOR - 60} ${cx - 222} ${top + 140} ${cx - 206} ${top}Z`,
      art.linear('right', [
        [0, hex(lighter(cloth, -0.18))],
        [0.16, hex(lighter(cloth, 0.02))],
        [0.3, hex(lighter(cloth, -0.03))],
        [0.42, hex(lighter(cloth, 0.03))],
        [0.7, hex(lighter(cloth, -0.05))],
        [0.86, hex(lighter(cloth, -0.13))],
        [1, hex(lighter(cloth, -0.24))],
      ]),
    ) +
    stroke(weave, hex(lighter(cloth, -0.12)), 1.4, 'stroke-opacity=".5"') +
    fill(p`M${cx - 206} ${top}H${cx + 206}L${cx + 208} ${top + 26}H${cx - 208}Z`, '#000', 'fill-opacity=".12"') +
    artwork(
      art,
      { ...print, brand: { ...print.brand, paper: print.brand.paper === 'night' ? 'night' : 'cream' } },
      { x: cx - 140, y: top + 62, w: 280, h: 230 },
    ) +
    handle(0, 24, hex(lighter(cloth, -0.06))) +
    handle(-7, 4, hex(lighter(cloth, 0.08)))
  );
};

/** A card punched for a choice of five pre-filled vials. */
export const selector: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const tones = assortment(toneOf(brief));
  const vial = (cx: number, tone: Color, lift: number): string =>
    turned(
      art,
      cx,
      [
        [FLOOR - 216 - lift, 28],
        [FLOOR - 206 - lift, 36, 8],
        [FLOOR - 30, 36],
      ],
      'gloss',
      tone,
    ) +
    softbox(art, cx - 28, FLOOR - 200 - lift, 9, 150, 0.6, 2) +
    turned(
      art,
      cx,
      [
        [FLOOR - 290 - lift, 28],
        [FLOOR - 284 - lift, 33, 5],
        [FLOOR - 206 - lift, 33],
      ],
      'metal',
      METALS.steel,
    );
  return (
    contactShadow(art, 600, FLOOR + 10, 320, brief.hue, 0.13) +
    fill(
      p`M262 ${FLOOR - 150}H938L960 ${FLOOR - 70}H240Z`,
      art.linear('right', [
        [0, hex(lighter(base, 0.02))],
        [0.3, hex(lighter(base, 0.1))],
        [1, hex(lighter(base, -0.12))],
      ]),
    ) +
    tones
      .map(
        (tone, i) =>
          ellipse(330 + i * 180, FLOOR - 108, 46, 14, '#000', 'fill-opacity=".6"') +
          vial(330 + i * 180, tone, i === 1 ? 60 : 0),
      )
      .join('') +
    fill(
      p`M240 ${FLOOR - 92}H960L950 ${FLOOR + 26}H250Z`,
      art.linear('down', [
        [0, hex(lighter(base, 0.04))],
        [1, hex(lighter(base, -0.14))],
      ]),
    ) +
    artwork(art, print, { x: 470, y: FLOOR - 88, w: 260, h: 112 }) +
    rim(p`M240 ${FLOOR - 92}H960`, 0.5)
  );
};
