import { boxPath, ellipse, ellipsePath, fill, group, p, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { color, hex, lighter } from '../color.ts';
import { mark } from '../marks.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { packColor } from '../packs.ts';
import { patternFill } from '../patterns.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, softbox, turned, turnedPath } from '../solids.ts';
import { wrappedLabel } from './jars.ts';

/** A printed metal tray, leaning. */
export const tray: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const base = packColor(print);
  const pattern = patternFill(art, print.brand.pattern, inks.faint, 1.2);
  const plate = boxPath(-300, -400, 600, 400, 46);
  const inner = boxPath(-272, -374, 544, 348, 34);
  const body =
    fill(boxPath(-296, -388, 600, 400, 46), '#000', 'fill-opacity=".5"') +
    fill(
      plate,
      art.linear('diagonal', [
        [0, hex(lighter(base, 0.2))],
        [0.4, hex(lighter(base, -0.06))],
        [0.7, hex(lighter(base, 0.1))],
        [1, hex(lighter(base, -0.22))],
      ]),
    ) +
    fill(
      inner,
      art.linear('diagonal', [
        [0, hex(lighter(base, -0.08))],
        [0.5, hex(base)],
        [1, hex(lighter(base, 0.03))],
      ]),
    ) +
    (pattern === null ? '' : fill(inner, pattern, 'fill-opacity=".6"')) +
    artwork(art, print, { x: -150, y: -352, w: 300, h: 300 }) +
    fill('M-272 -340Q-272 -374 -238 -374H20L-190 -26H-238Q-272 -26 -272 -60Z', '#fff', 'fill-opacity=".1"') +
    rim(inner, 0.3, 2) +
    rim(plate, 0.45, 2.4);
  return (
    contactShadow(art, 600, FLOOR + 4, 310, brief.hue, 0.1) +
    group(body, `transform="translate(600 ${FLOOR + 8}) rotate(-3) scale(1.04)"`)
  );
};

/** A heavy stone ashtray. */
export const ashtray: Form = (art, brief) => {
  const print = printOf(brief);
  const stone = lighter({ ...toneOf(brief), c: toneOf(brief).c * 0.6 }, -0.04);
  const cx = 600;
  const foot = FLOOR + 40;
  const top = foot - 150;
  const radius = 270;
  const look = 0.36;
  let veins = '';
  for (let i = 0; i < 7; i++)
    veins += p`M${cx - 240 + i * 70} ${top + 60}q${art.random.between(-20, 40)} 30 ${art.random.between(0, 50)} ${art.random.between(50, 110)}`;
  return (
    contactShadow(art, cx, foot, radius * 0.94, brief.hue, look) +
    fill(
      turnedPath(
        cx,
        [
          [top, radius],
          [foot - 24, radius - 16, 20],
          [foot, radius - 40],
        ],
        look,
      ),
      art.linear('right', [
        [0, hex(lighter(stone, -0.18))],
        [0.1, hex(lighter(stone, 0.02))],
        [0.28, hex(lighter(stone, 0.12))],
        [0.6, hex(lighter(stone, -0.06))],
        [0.95, hex(lighter(stone, -0.22))],
        [1, hex(lighter(stone, -0.06))],
      ]),
    ) +
    stroke(veins, hex(lighter(stone, 0.2)), 3, 'stroke-opacity=".35"') +
    ellipse(
      cx,
      top,
      radius,
      radius * look,
      art.linear('right', [
        [0, hex(lighter(stone, 0.16))],
        [0.5, hex(lighter(stone, 0.06))],
        [1, hex(lighter(stone, -0.08))],
      ]),
    ) +
    ellipse(cx, top + 6, radius * 0.78, radius * 0.78 * look, hex(lighter(stone, -0.24))) +
    ellipse(
      cx,
      top + 26,
      radius * 0.72,
      radius * 0.66 * look,
      art.linear('down', [
        [0, hex(lighter(stone, -0.28))],
        [1, hex(lighter(stone, -0.08))],
      ]),
    ) +
    group(
      mark(print.brand.mark, 0, 0, 190, hex(lighter(stone, -0.3))) +
        mark(print.brand.mark, 0, 4, 190, hex(lighter(stone, 0.04))),
      `transform="translate(${cx} ${top + 30}) scale(1 .4)"`,
    ) +
    [-0.9, 0, 0.9]
      .map((share) =>
        ellipse(
          cx + Math.sin(share) * radius * 0.89,
          top + Math.cos(share) * radius * 0.89 * look,
          30,
          14,
          hex(lighter(stone, -0.16)),
        ),
      )
      .join('') +
    rim(ellipsePath(cx, top, radius - 2, (radius - 2) * look), 0.4, 2.6)
  );
};

/** A dab tool set rolled in cloth. */
export const tools: Form = (art, brief) => {
  const print = printOf(brief);
  const cloth = lighter(packColor(print), print.brand.paper === 'night' ? 0.04 : -0.2);
  const tool = (x: number, tip: string): string =>
    fill(
      boxPath(x - 9, -330, 18, 260, 8),
      art.linear('right', [
        [0, '#6b7276'],
        [0.3, '#f6f8f9'],
        [0.6, '#98a0a4'],
        [1, '#3f464a'],
      ]),
    ) +
    fill(
      tip,
      art.linear('right', [
        [0, '#7b8286'],
        [0.4, '#fff'],
        [1, '#565d61'],
      ]),
      `transform="translate(${x} -330)"`,
    );
  return (
    contactShadow(art, 600, FLOOR + 10, 260, brief.hue, 0.14) +
    group(
      fill(
        'M-250 -430H250V0H-250Z',
        art.linear('diagonal', [
          [0, hex(lighter(cloth, 0.08))],
          [0.5, hex(cloth)],
          [1, hex(lighter(cloth, -0.14))],
        ]),
      ) +
        tool(-170, 'M-6 4L-2 -70L2 -70L6 4Z') +
        tool(-86, 'M-8 4L-4 -40Q-22 -70 0 -78Q22 -70 4 -40L8 4Z') +
        tool(0, 'M-8 4L-5 -50L-16 -76L16 -84L5 -50L8 4Z') +
        tool(86, 'M-6 4L-3 -58Q-3 -80 16 -84Q6 -70 3 -58L6 4Z') +
        tool(170, 'M-7 4L-4 -36Q-14 -60 0 -72Q14 -60 4 -36L7 4Z') +
        fill(
          'M-250 -190H250V0H-250Z',
          art.linear('down', [
            [0, hex(lighter(cloth, 0.14))],
            [1, hex(lighter(cloth, -0.1))],
          ]),
        ) +
        stroke('M-244 -184H244', hex(lighter(cloth, 0.34)), 2.4, 'stroke-dasharray="10 7"') +
        artwork(art, { ...print, brand: { ...print.brand, layout: 'crest' } }, { x: -150, y: -186, w: 300, h: 184 }),
      `transform="translate(600 ${FLOOR + 20}) scale(1.06)"`,
    )
  );
};

/** A cleaning spray. */
export const spray: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const cx = 580;
  const cap = color(0.24, 0.01, 230);
  return (
    contactShadow(art, cx, FLOOR, 118, brief.hue) +
    turned(
      art,
      cx,
      [
        [FLOOR - 330, 44],
        [FLOOR - 316, 52, 10],
        [FLOOR - 250, 124, 60],
        [FLOOR - 14, 124, 12],
        [FLOOR, 112],
      ],
      'satin',
      lighter(toneOf(brief), 0.02),
    ) +
    wrappedLabel(art, print, { cx, radius: 124, top: FLOOR - 224, height: 182, reach: 0.95 }, 'satin') +
    turned(
      art,
      cx,
      [
        [FLOOR - 376, 42],
        [FLOOR - 322, 46],
      ],
      'satin',
      cap,
    ) +
    fill(
      p`M${cx - 40} ${FLOOR - 372}V${FLOOR - 430}Q${cx - 40} ${FLOOR - 456} ${cx - 10} ${FLOOR - 460}H${cx + 110}L${cx + 128} ${FLOOR - 436}V${FLOOR - 410}H${cx + 60}L${cx + 76} ${FLOOR - 340}Q${cx + 60} ${FLOOR - 330} ${cx + 54} ${FLOOR - 346}L${cx + 36} ${FLOOR - 400}V${FLOOR - 372}Z`,
      art.linear('down', [
        [0, hex(lighter(cap, 0.2))],
        [0.4, hex(lighter(cap, 0.04))],
        [1, hex(lighter(cap, -0.08))],
      ]),
    ) +
    fill(boxPath(cx + 108, FLOOR - 452, 28, 34, 5), hex(base)) +
    softbox(art, cx - 102, FLOOR - 236, 24, 210, 0.4, 4)
  );
};
