import { boxPath, ellipse, fill, group, p, round, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter } from '../color.ts';
import { drawText } from '../lettering.ts';
import { mark } from '../marks.ts';
import { METALS } from '../materials.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, TILT, turned } from '../solids.ts';
import { standing } from './cartridge.ts';
import { bandArc } from './jars.ts';
import { inkOn, printedOver, shellOf, slab, upright } from './slab.ts';

/** Diamond knurling on a round body between two heights. */
const knurl = (cx: number, radius: number, top: number, bottom: number, paint: string): string => {
  let d = '';
  for (let i = -20; i <= 20; i++) {
    const x = (share: number): number => cx + radius * Math.sin((Math.max(-1, Math.min(1, share)) * Math.PI) / 2);
    const dip = (share: number): number => radius * TILT * Math.cos((Math.max(-1, Math.min(1, share)) * Math.PI) / 2);
    const a = i / 20;
    d += p`M${x(a)} ${top + dip(a)}L${x(a + 0.09)} ${bottom + dip(a + 0.09)}M${x(a)} ${top + dip(a)}L${x(a - 0.09)} ${bottom + dip(a - 0.09)}`;
  }
  return stroke(d, paint, 1.8, 'stroke-opacity=".55"');
};

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
    contactShadow(art, cx, foot, 172, brief.hue) +
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
    contactShadow(art, 770, FLOOR - 10, 150, brief.hue) +
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
  const base = packColor(print);
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
    contactShadow(art, 590, FLOOR - 150, 280, brief.hue, 0.1) +
    leaf(420, FLOOR - 430, -11, 0.96) +
    leaf(430, FLOOR - 404, -7, 0.98) +
    group(booklet(18), `transform="translate(590 ${FLOOR - 252}) rotate(-8)"`) +
    contactShadow(art, 610, FLOOR + 60, 300, brief.hue, 0.12) +
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
    drawText(
      print.brandName,
      print.brand.lettering,
      { x: 4, y: -96, size: 34, align: 'middle', fit: 140 },
      inkOn(foot),
    ) +
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
  return contactShadow(art, 590, FLOOR, 100, brief.hue) + standing(body, 590, FLOOR + 4, 1.06, -4);
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
    contactShadow(art, 700, FLOOR - 20, 120, brief.hue) +
    carton(art, print, { cx: 722, foot: FLOOR - 16, width: 210, height: 420, depth: 90, yaw: -25 }) +
    contactShadow(art, 480, FLOOR + 10, 60, brief.hue) +
    standing(body, 480, FLOOR + 14, 1.06)
  );
};

/** A tin of cones, with a row of them in front. */
export const cones: Form = (art, brief) => {
  const print = printOf(brief);
  const paper = color(0.9, 0.04, 85);
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
    contactShadow(art, 500, FLOOR - 14, 190, brief.hue) +
    carton(art, print, { cx: 496, foot: FLOOR - 10, width: 280, height: 430, depth: 130, yaw: 26 }) +
    [760, 832, 904]
      .map(
        (x, i) =>
          contactShadow(art, x, FLOOR + 24 - i * 6, 22, brief.hue) +
          group(
            `<use href="#${id}"/>`,
            `transform="translate(${x} ${FLOOR + 26 - i * 6}) rotate(${round(6 + i * 3)})"`,
          ),
      )
      .join('')
  );
};
