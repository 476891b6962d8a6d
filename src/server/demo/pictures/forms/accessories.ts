import { type Art, boxPath, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { type Colour, colour, hex, lch, lighter } from '../colour.ts';
import { artwork, inksOf } from '../labels.ts';
import { letter } from '../lettering.ts';
import { mark } from '../marks.ts';
import { METALS } from '../materials.ts';
import { carton, packColour } from '../packs.ts';
import { patternFill } from '../patterns.ts';
import { FLOOR } from '../scene.ts';
import { contact, rim, softbox, TILT, turned, turnedPath } from '../solids.ts';
import { standing } from './cartridge.ts';
import { bandArc, wrappedLabel } from './jars.ts';
import { inkOn, printedOver, shellOf, slab, upright } from './slab.ts';

/** Diamond knurling on a round body between two heights. */
function knurl(cx: number, radius: number, top: number, bottom: number, paint: string): string {
  let d = '';
  for (let i = -20; i <= 20; i++) {
    const x = (share: number): number => cx + radius * Math.sin((Math.max(-1, Math.min(1, share)) * Math.PI) / 2);
    const dip = (share: number): number => radius * TILT * Math.cos((Math.max(-1, Math.min(1, share)) * Math.PI) / 2);
    const a = i / 20;
    d += p`M${x(a)} ${top + dip(a)}L${x(a + 0.09)} ${bottom + dip(a + 0.09)}M${x(a)} ${top + dip(a)}L${x(a - 0.09)} ${bottom + dip(a - 0.09)}`;
  }
  return stroke(d, paint, 1.8, 'stroke-opacity=".55"');
}

/** A metal grinder, its lid engraved and lifted off. */
export const grinder: Form = (art, brief) => {
  const print = printOf(brief);
  const metal = lighter({ ...toneOf(brief), c: Math.min(0.09, toneOf(brief).c) }, -0.02);
  const cx = 510;
  const foot = FLOOR;
  const dark = hex(lighter(metal, -0.3));
  let teeth = '';
  for (let i = 0; i < 16; i++) {
    const angle = i * 2.4;
    const far = 0.3 + 0.5 * Math.sqrt(i / 16);
    const x = cx + Math.cos(angle) * 160 * far;
    const y = foot - 250 + Math.sin(angle) * 24 * far;
    teeth += fill(
      p`M${x - 9} ${y}L${x} ${y - 24}L${x + 9} ${y}L${x} ${y + 5}Z`,
      art.linear('right', [
        [0, hex(lighter(metal, 0.2))],
        [1, dark],
      ]),
    );
  }
  return (
    contact(art, cx, foot, 172, brief.hue) +
    turned(
      art,
      cx,
      [
        [foot - 88, 174],
        [foot - 8, 174, 6],
        [foot, 166],
      ],
      'metal',
      metal,
    ) +
    knurl(cx, 174, foot - 70, foot - 26, dark) +
    turned(
      art,
      cx,
      [
        [foot - 172, 174],
        [foot - 92, 174],
      ],
      'metal',
      metal,
    ) +
    stroke(bandArc(cx, 174, foot - 90), dark, 3) +
    turned(
      art,
      cx,
      [
        [foot - 250, 170],
        [foot - 178, 174],
      ],
      'metal',
      metal,
      lighter(metal, -0.22),
    ) +
    knurl(cx, 174, foot - 236, foot - 192, dark) +
    stroke(bandArc(cx, 174, foot - 176), dark, 3) +
    teeth +
    contact(art, 770, FLOOR - 10, 150, brief.hue) +
    ellipse(
      776,
      FLOOR - 176,
      168,
      168,
      art.linear('diagonal', [
        [0, hex(lighter(metal, 0.2))],
        [0.3, hex(lighter(metal, -0.1))],
        [0.5, hex(lighter(metal, 0.14))],
        [0.75, hex(lighter(metal, -0.2))],
        [1, hex(lighter(metal, 0.06))],
      ]),
    ) +
    ellipse(
      770,
      FLOOR - 178,
      156,
      156,
      art.linear('diagonal', [
        [0, hex(lighter(metal, 0.1))],
        [0.5, hex(lighter(metal, -0.08))],
        [1, hex(lighter(metal, 0.02))],
      ]),
    ) +
    ellipse(770, FLOOR - 178, 138, 138, 'none', `stroke="${dark}" stroke-width="2" stroke-opacity=".6"`) +
    mark(print.brand.mark, 770, FLOOR - 176, 150, hex(lighter(metal, 0.26))) +
    mark(print.brand.mark, 770, FLOOR - 179, 150, dark)
  );
};

/** Two booklets of papers, one open. */
export const papers: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColour(print);
  const inks = inksOf(print);
  const leaf = (x: number, y: number, turn: number, opacity: number): string =>
    group(
      fill(
        boxPath(0, 0, 420, 96, 2),
        art.linear('right', [
          [0, '#f8f3e6'],
          [0.5, '#fffdf6'],
          [1, '#d9d0b8'],
        ]),
        `fill-opacity="${opacity}"`,
      ) + stroke('M0 92H420', '#b9a878', 2, 'stroke-opacity=".5"'),
      `transform="translate(${x} ${y}) rotate(${turn})"`,
    );
  const booklet = (y: number): string =>
    fill(boxPath(-236, -92, 472, 184, 6), '#000', `fill-opacity=".42" transform="translate(6 ${y})"`) +
    fill(
      boxPath(-236, -92, 472, 184, 6),
      art.linear('diagonal', [
        [0, hex(lighter(base, 0.08))],
        [0.5, hex(base)],
        [1, hex(lighter(base, -0.14))],
      ]),
    ) +
    fill('M-236 58H236V92H-236Z', inks.accent) +
    artwork(art, print, { x: -150, y: -90, w: 300, h: 150 }) +
    fill('M-230 -86H230V-78H-230Z', '#fff', 'fill-opacity=".35"') +
    rim('M-236 58H236', 0.4);
  return (
    contact(art, 590, FLOOR - 150, 280, brief.hue, 0.1) +
    leaf(420, FLOOR - 430, -11, 0.96) +
    leaf(430, FLOOR - 404, -7, 0.98) +
    group(booklet(18), `transform="translate(590 ${FLOOR - 252}) rotate(-8)"`) +
    contact(art, 610, FLOOR + 60, 300, brief.hue, 0.12) +
    group(booklet(20), `transform="translate(610 ${FLOOR - 40}) rotate(4) scale(1.1)"`)
  );
};

/** A refillable lighter with a flame. */
export const flame: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const body =
    fill(
      'M-50 -330V-402Q-50 -418 -34 -418H8V-330Z',
      art.linear('right', [
        [0, '#6b7276'],
        [0.2, '#f3f6f7'],
        [0.5, '#9aa2a6'],
        [1, '#4b5256'],
      ]),
    ) +
    ellipse(
      42,
      -366,
      36,
      36,
      art.radial([
        [0, '#8a9296'],
        [0.6, '#3d4448'],
        [1, '#20262a'],
      ]),
    ) +
    stroke('M14 -386L26 -350M26 -398L40 -334M44 -402L54 -336M60 -394L68 -348', '#14181a', 3) +
    slab(art, { width: 176, height: 344, radius: 22, top, foot, finish: 'lacquer' }) +
    printedOver(art, print, boxPath(-88, -344, 176, 344, 22), inkOn(foot), 0.8, 0.1) +
    mark(print.brand.mark, 4, -214, 96, inkOn(top)) +
    letter(print.brandName, print.brand.lettering, { x: 4, y: -96, size: 34, align: 'middle', fit: 140 }, inkOn(foot)) +
    ellipse(
      -20,
      -470,
      60,
      90,
      art.radial([
        [0, lch(0.9, 0.14, 80), 0.6],
        [1, lch(0.8, 0.16, 60), 0],
      ]),
    ) +
    fill(
      'M-20 -420C-46 -450 -34 -490 -18 -530C-4 -494 8 -452 -20 -420Z',
      art.linear('down', [
        [0, lch(0.8, 0.17, 55)],
        [0.5, lch(0.92, 0.13, 88)],
        [1, lch(0.7, 0.12, 250)],
      ]),
    ) +
    fill('M-20 -424C-32 -444 -26 -466 -18 -486C-10 -466 -6 -442 -20 -424Z', '#fffbe8');
  return contact(art, 590, FLOOR, 100, brief.hue) + standing(body, 590, FLOOR + 4, 1.06, -4);
};

/** A printed metal tray, leaning. */
export const tray: Form = (art, brief) => {
  const print = printOf(brief);
  const inks = inksOf(print);
  const base = packColour(print);
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
    contact(art, 600, FLOOR + 4, 310, brief.hue, 0.1) +
    group(body, `transform="translate(600 ${FLOOR + 8}) rotate(-3) scale(1.04)"`)
  );
};

/** The light and colour of thick blown glass inside an outline. */
function blown(art: Art, d: string, base: Colour, opacity = 0.5): string {
  return (
    fill(
      d,
      art.linear('right', [
        [0, hex(lighter(base, 0.2))],
        [0.12, hex(base)],
        [0.5, hex(lighter(base, -0.1))],
        [0.9, hex(base)],
        [1, hex(lighter(base, 0.24))],
      ]),
      `fill-opacity="${opacity}"`,
    ) + rim(d, 0.7, 3)
  );
}

/** A glass water pipe. */
export const waterPipe: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const cx = 590;
  const tube = turnedPath(cx, [
    [FLOOR - 520, 58],
    [FLOOR - 506, 50, 10],
    [FLOOR - 230, 50, 30],
    [FLOOR - 120, 168, 90],
    [FLOOR - 16, 150, 40],
    [FLOOR, 120],
  ]);
  const water = p`M${cx - 158} ${FLOOR - 104}Q${cx} ${FLOOR - 84} ${cx + 158} ${FLOOR - 104}C${cx + 176} ${FLOOR - 60} ${cx + 150} ${FLOOR - 20} ${cx + 116} ${FLOOR - 6}Q${cx} ${FLOOR + 12} ${cx - 116} ${FLOOR - 6}C${cx - 150} ${FLOOR - 20} ${cx - 176} ${FLOOR - 60} ${cx - 158} ${FLOOR - 104}Z`;
  return (
    contact(art, cx, FLOOR, 140, brief.hue) +
    fill(
      p`M${cx + 90} ${FLOOR - 120}L${cx + 226} ${FLOOR - 278}L${cx + 250} ${FLOOR - 258}L${cx + 120} ${FLOOR - 96}Z`,
      hex(lighter(tone, 0.1)),
      'fill-opacity=".55"',
    ) +
    fill(
      p`M${cx + 196} ${FLOOR - 300}L${cx + 276} ${FLOOR - 326}L${cx + 268} ${FLOOR - 262}L${cx + 240} ${FLOOR - 248}Z`,
      art.linear('right', [
        [0, hex(lighter(tone, 0.16))],
        [1, hex(lighter(tone, -0.12))],
      ]),
    ) +
    ellipse(
      cx + 238,
      FLOOR - 316,
      42,
      14,
      hex(lighter(tone, -0.3)),
      `transform="rotate(-16 ${cx + 238} ${FLOOR - 316})"`,
    ) +
    blown(art, tube, tone, 0.4) +
    fill(
      water,
      art.linear('down', [
        [0, hex(lighter(tone, 0.12)), 0.5],
        [1, hex(lighter(tone, -0.1)), 0.7],
      ]),
    ) +
    stroke(
      p`M${cx - 158} ${FLOOR - 104}Q${cx} ${FLOOR - 84} ${cx + 158} ${FLOOR - 104}`,
      '#fff',
      2.4,
      'stroke-opacity=".6"',
    ) +
    fill(
      p`M${cx - 50} ${FLOOR - 430}H${cx + 50}V${FLOOR - 390}H${cx - 50}Z`,
      hex(print.brand.accent),
      'fill-opacity=".8"',
    ) +
    wrappedLabel(art, print, { cx, radius: 51, top: FLOOR - 372, height: 96, reach: 0.9 }) +
    softbox(art, cx - 42, FLOOR - 500, 16, 250, 0.7, 3) +
    softbox(art, cx + 30, FLOOR - 500, 7, 240, 0.5, 2) +
    fill(
      p`M${cx - 130} ${FLOOR - 116}Q${cx - 120} ${FLOOR - 60} ${cx - 96} ${FLOOR - 30}L${cx - 66} ${FLOOR - 22}Q${cx - 92} ${FLOOR - 70} ${cx - 92} ${FLOOR - 130}Z`,
      '#fff',
      'fill-opacity=".5"',
    ) +
    ellipse(cx, FLOOR - 520, 58, 9, '#000', 'fill-opacity=".35"') +
    rim(ellipsePath(cx, FLOOR - 520, 57, 8.6), 0.8, 3)
  );
};

/** A hand-blown spoon pipe on its box. */
export const spoon: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const d =
    'M-250 -20C-262 -50 -240 -62 -210 -52C-120 -26 -20 -40 60 -76C110 -110 190 -104 214 -50C236 4 190 62 126 58C90 56 66 40 40 28C-40 2 -140 22 -206 14C-232 10 -246 0 -250 -20Z';
  let swirl = '';
  for (let i = 0; i < 9; i++) swirl += p`M${-220 + i * 48} ${-50 + Math.sin(i) * 10}q26 34 6 70`;
  return (
    contact(art, 620, FLOOR - 40, 200, brief.hue) +
    carton(art, print, { cx: 610, foot: FLOOR - 34, width: 400, height: 250, depth: 120, yaw: 18 }) +
    contact(art, 570, FLOOR + 66, 250, brief.hue, 0.12) +
    group(
      fill(
        d,
        art.linear('down', [
          [0, hex(lighter(tone, 0.14))],
          [0.45, hex(tone)],
          [1, hex(lighter(tone, -0.24))],
        ]),
      ) +
        group(
          stroke(swirl, hex(lighter({ ...tone, h: tone.h + 60 }, 0.16)), 12, 'stroke-opacity=".6"') +
            stroke(swirl, '#fff', 3, 'stroke-opacity=".5" transform="translate(12 0)"'),
          art.clip(d),
        ) +
        ellipse(132, -66, 62, 26, hex(lighter(tone, -0.34))) +
        rim(ellipsePath(132, -66, 61, 25), 0.6, 3) +
        fill('M-220 -40C-140 -20 -30 -34 50 -66L54 -56C-30 -20 -140 -6 -222 -28Z', '#fff', 'fill-opacity=".6"') +
        fill('M70 10C96 34 150 40 186 6C170 44 100 48 70 10Z', '#fff', 'fill-opacity=".28"') +
        rim(d, 0.35, 2),
      `transform="translate(560 ${FLOOR + 14}) rotate(-6) scale(1.1)"`,
    )
  );
};

/** A variable-voltage battery on its charger. */
export const battery: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const body =
    turned(
      art,
      0,
      [
        [-508, 24],
        [-478, 28],
      ],
      'metal',
      METALS.gold,
    ) +
    fill(
      p`M-46 -474A46 7 0 0 1 46 -474V-8A46 8 0 0 1 -46 -8Z`,
      art.linear('down', [
        [0, hex(lighter(top, 0.04))],
        [1, hex(foot)],
      ]),
    ) +
    upright(print, 2, -40, 320, 36, inkOn(foot)) +
    fill(
      p`M-46 -474A46 7 0 0 1 46 -474V-8A46 8 0 0 1 -46 -8Z`,
      art.linear('right', [
        [0, '#000', 0.55],
        [0.05, '#fff', 0.3],
        [0.14, '#fff', 0.04],
        [0.2, '#fff', 0.46],
        [0.3, '#fff', 0.38],
        [0.34, '#fff', 0.04],
        [0.7, '#000', 0.2],
        [0.93, '#000', 0.5],
        [0.965, '#fff', 0.36],
        [1, '#000', 0.5],
      ]),
    ) +
    ellipse(0, -424, 20, 20, '#0d1114') +
    ellipse(0, -424, 16, 16, 'none', `stroke="${lch(0.85, 0.14, toneOf(brief).h)}" stroke-width="4"`) +
    turned(
      art,
      0,
      [
        [-10, 47],
        [0, 45],
      ],
      'metal',
      METALS.steel,
    );
  return (
    contact(art, 700, FLOOR - 20, 120, brief.hue) +
    carton(art, print, { cx: 722, foot: FLOOR - 16, width: 210, height: 420, depth: 90, yaw: -25 }) +
    contact(art, 480, FLOOR + 10, 60, brief.hue) +
    standing(body, 480, FLOOR + 14, 1.06)
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
    contact(art, cx, foot, radius * 0.94, brief.hue, look) +
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

/** A cleaning spray. */
export const spray: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColour(print);
  const cx = 580;
  const cap = colour(0.24, 0.01, 230);
  return (
    contact(art, cx, FLOOR, 118, brief.hue) +
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

/** A tin of cones, a row of them before it. */
export const cones: Form = (art, brief) => {
  const print = printOf(brief);
  const paper = colour(0.9, 0.04, 85);
  const one =
    fill(
      'M-30 -300Q0 -312 30 -300L15 -70H-15Z',
      art.linear('right', [
        [0, hex(lighter(paper, -0.16))],
        [0.3, hex(lighter(paper, 0.05))],
        [1, hex(lighter(paper, -0.22))],
      ]),
    ) +
    ellipse(0, -301, 30, 7, hex(lighter(paper, -0.34))) +
    fill(
      'M-15 -72H15L12 0A12 3 0 0 1 -12 0Z',
      art.linear('right', [
        [0, '#8d8468'],
        [0.35, '#f1e8cf'],
        [1, '#6f664d'],
      ]),
    );
  const id = art.symbol(one);
  return (
    contact(art, 500, FLOOR - 14, 190, brief.hue) +
    carton(art, print, { cx: 496, foot: FLOOR - 10, width: 280, height: 430, depth: 130, yaw: 26 }) +
    [760, 832, 904]
      .map(
        (x, i) =>
          contact(art, x, FLOOR + 24 - i * 6, 22, brief.hue) +
          group(
            `<use href="#${id}"/>`,
            `transform="translate(${x} ${FLOOR + 26 - i * 6}) rotate(${round(6 + i * 3)})"`,
          ),
      )
      .join('')
  );
};

/** A dab tool set rolled in cloth. */
export const tools: Form = (art, brief) => {
  const print = printOf(brief);
  const cloth = lighter(packColour(print), print.brand.paper === 'night' ? 0.04 : -0.2);
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
    contact(art, 600, FLOOR + 10, 260, brief.hue, 0.14) +
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
