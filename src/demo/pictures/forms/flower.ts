import { type Art, boxPath, ellipsePath, fill, group, p, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { inksOf, label, type Print } from '../pack-labels.ts';
import { disc, packColor, pouch } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { bandPath, contactShadow, rim, TILT, turned } from '../solids.ts';
import { bud, placed } from './bud.ts';
import { bandArc, glassJar, roundShade, screwLid, wrappedLabel } from './jars.ts';

/** A heap of buds that fills a body from its foot up. */
const heap = (art: Art, id: string, cx: number, foot: number, width: number, height: number, scale: number): string => {
  let content = '';
  const rows = Math.ceil(height / (150 * scale));
  const columns = Math.max(2, Math.round(width / (150 * scale)));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = cx + (column - (columns - 1) / 2 + (row % 2 === 0 ? 0.18 : -0.18)) * (width / columns);
      const y = foot - (70 + row * 150) * scale + art.random.between(-16, 16);
      content += placed(
        id,
        x,
        y,
        scale * art.random.between(0.92, 1.12),
        art.random.between(-70, 70),
        art.random.between(0, 1) < 0.5,
      );
    }
  }
  return content;
};

/**
 * A flower on the floor in front of the pack, nearly upright and large: at the width of a card it is what says that this
 * is flower.
 */
const loose = (art: Art, id: string, x: number, y: number, scale: number, turn: number, hue: number): string =>
  contactShadow(art, x - turn * scale * 0.7, y, 84 * scale, hue, 0.2) + placed(id, x, y - 104 * scale, scale, turn);

/** The pack in the size of its weight, while the flower in front of it stays the same. */
const sized = (brief: PictureBrief, cx: number, pack: string): string => {
  const size = brief.size ?? 1;
  return size === 1
    ? pack
    : group(pack, `transform="translate(${cx} ${FLOOR}) scale(${size}) translate(${-cx} ${-FLOOR})"`);
};

const filledJar = (
  art: Art,
  print: Print,
  tone: Color,
  hue: number,
  at: {
    cx: number;
    foot: number;
    radius: number;
    height: number;
    lid: Color;
    amber?: boolean;
  },
): string => {
  const { cx, foot, radius, height } = at;
  const far = bud(art, tone, 'far');
  const body = glassJar(art, {
    cx,
    foot,
    radius,
    height,
    curve: radius * 0.34,
    hue,
    ...(at.amber === true && { tint: color(0.42, 0.1, 62) }),
    contents: heap(art, far, cx, foot, radius * 1.9, height * 0.86, Math.max(0.68, radius / 222)),
  });
  const top = foot - height * 0.7;
  return (
    contactShadow(art, cx, foot, radius * 0.94, hue) +
    body.inside +
    wrappedLabel(art, print, { cx, radius, top, height: height * 0.49, reach: 0.86 }) +
    body.shine +
    screwLid(art, {
      cx,
      seat: body.top + 18,
      radius: body.neck + 8,
      height: radius * 0.42,
      material: 'satin',
      base: at.lid,
    })
  );
};

/** A wide glass jar with a screw lid, and one flower in front of it. */
export const jar: Form = (art, brief) =>
  sized(
    brief,
    690,
    filledJar(art, printOf(brief), toneOf(brief), brief.hue, {
      cx: 690,
      foot: FLOOR,
      radius: 168,
      height: 396,
      lid: METALS.black,
    }),
  ) + loose(art, bud(art, toneOf(brief)), 446, FLOOR + 50, 1.18, -15, brief.hue);

/** A brown apothecary jar, a little smaller, with a gold lid. */
export const amberJar: Form = (art, brief) =>
  sized(
    brief,
    670,
    filledJar(art, printOf(brief), toneOf(brief), brief.hue, {
      cx: 670,
      foot: FLOOR,
      radius: 156,
      height: 430,
      lid: METALS.gold,
      amber: true,
    }),
  ) + loose(art, bud(art, toneOf(brief)), 446, FLOOR + 46, 1.12, -14, brief.hue);

/** Three jars in a row, for In-House products. */
export const jarTrio: Form = (art, brief) => {
  const print = printOf(brief);
  const tone = toneOf(brief);
  const small = { radius: 116, height: 270, lid: METALS.black };
  return (
    filledJar(art, { ...print, title: 'Night Bench' }, lighter(tone, -0.06), brief.hue, {
      cx: 300,
      foot: FLOOR - 44,
      ...small,
    }) +
    filledJar(art, { ...print, title: 'Day Bench' }, lighter(tone, 0.07), brief.hue, {
      cx: 900,
      foot: FLOOR - 44,
      ...small,
    }) +
    filledJar(art, print, tone, brief.hue, { cx: 600, foot: FLOOR + 4, radius: 172, height: 382, lid: METALS.black }) +
    loose(art, bud(art, tone), 404, FLOOR + 76, 1.02, -18, brief.hue)
  );
};

/** A tall clear jar with a cork. */
export const corkJar: Form = (art, brief) => {
  const print = printOf(brief);
  const cx = 660;
  const radius = 128;
  const far = bud(art, toneOf(brief), 'far');
  const body = glassJar(art, {
    cx,
    foot: FLOOR,
    radius,
    height: 470,
    curve: 70,
    hue: brief.hue,
    contents: heap(art, far, cx, FLOOR, 250, 390, 0.72),
  });
  const cork = color(0.66, 0.07, 68);
  let grain = '';
  for (let i = 0; i < 46; i++)
    grain += p`M${cx + art.random.between(-100, 96)} ${body.top - art.random.between(-34, 48)}h${art.random.between(3, 9)}v${art.random.between(1.5, 3)}h-6z`;
  const pack =
    contactShadow(art, cx, FLOOR, radius * 0.95, brief.hue) +
    turned(
      art,
      cx,
      [
        [body.top - 58, 114, 0],
        [body.top + 40, 100],
      ],
      'matte',
      cork,
      lighter(cork, 0.08),
    ) +
    fill(grain, hex(lighter(cork, -0.2)), 'fill-opacity=".5"') +
    body.inside +
    wrappedLabel(art, print, { cx, radius, top: FLOOR - 320, height: 216, reach: 0.9 }) +
    body.shine +
    rim(ellipsePath(cx, body.top + 6, 110, 110 * TILT), 0.5, 3) +
    stroke(bandArc(cx, 122, body.top + 34), lch(0.8, 0.08, 78), 5);
  return (
    sized(brief, cx, pack) +
    loose(art, bud(art, toneOf(brief)), 452, FLOOR + 50, 1.16, -18, brief.hue) +
    loose(art, bud(art, toneOf(brief)), 820, FLOOR + 16, 0.56, 60, brief.hue)
  );
};

/** A matte gusseted pouch with a flower leaning on it. */
export const bag: Form = (art, brief) => {
  const print = printOf(brief);
  const id = bud(art, toneOf(brief));
  return (
    sized(
      brief,
      660,
      contactShadow(art, 660, FLOOR, 178, brief.hue) +
        pouch(art, print, {
          cx: 660,
          foot: FLOOR,
          width: 350,
          height: 490,
          skin: print.brand.paper === 'kraft' ? 'kraft' : 'matte',
        }),
    ) + loose(art, id, 420, FLOOR + 48, 1.24, -18, brief.hue)
  );
};

/** A shiny pouch with a round window that shows the flowers. */
export const windowBag: Form = (art, brief) => {
  const print = printOf(brief);
  const cx = 650;
  const far = bud(art, toneOf(brief), 'far');
  const cy = FLOOR - 92;
  const round = ellipsePath(cx, cy, 92, 70);
  const window =
    fill(round, lch(0.14, 0.03, brief.hue)) +
    group(
      placed(far, cx - 62, cy + 10, 0.62, 30) +
        placed(far, cx + 60, cy + 12, 0.64, -40) +
        placed(far, cx, cy - 16, 0.66, 8),
      art.clip(round),
    ) +
    fill(
      p`M${cx - 86} ${cy - 20}A92 70 0 0 1 ${cx + 20} ${cy - 68}Q${cx - 40} ${cy - 40} ${cx - 90} ${cy - 20}Z`,
      '#fff',
      'fill-opacity=".3"',
    ) +
    rim(round, 0.55, 3);
  return (
    sized(
      brief,
      cx,
      contactShadow(art, cx, FLOOR, 190, brief.hue) +
        pouch(art, print, { cx, foot: FLOOR, width: 372, height: 520, skin: 'foil', window, artHeight: 0.44 }),
    ) + loose(art, bud(art, toneOf(brief)), 426, FLOOR + 50, 1.14, -17, brief.hue)
  );
};

/** A low tin with flowers heaped in it, its lid leaning behind. */
export const tin: Form = (art, brief) => {
  const print = printOf(brief);
  const metal = print.brand.paper === 'night' || print.brand.paper === 'deep' ? METALS.black : METALS.champagne;
  const id = bud(art, toneOf(brief));
  const cx = 466;
  const foot = FLOOR + 10;
  // Drawn twice: the whole tin behind the flowers, and its front wall again in front of them.
  const body = turned(
    art,
    cx,
    [
      [foot - 112, 204],
      [foot - 10, 204, 8],
      [foot, 196],
    ],
    'brushed',
    metal,
    lighter(metal, -0.3),
  );
  const whole =
    contactShadow(art, 796, FLOOR - 40, 150, brief.hue) +
    disc(art, print, 796, FLOOR - 258, 208, metal) +
    contactShadow(art, cx, foot, 205, brief.hue) +
    body +
    fill(ellipsePath(cx, foot - 112, 190, 190 * TILT), lch(0.1, 0.015, brief.hue)) +
    placed(id, cx - 92, foot - 160, 0.86, -38) +
    placed(id, cx + 96, foot - 156, 0.86, 36, true) +
    placed(id, cx + 4, foot - 196, 1.08, 8) +
    group(body, art.clip(`${bandArc(cx, 204, foot - 112)}V${foot + 60}H${cx - 204}Z`)) +
    stroke(bandArc(cx, 202, foot - 112), hex(lighter(metal, 0.22)), 6) +
    stroke(bandArc(cx, 203, foot - 88), hex(lighter(metal, -0.26)), 2.5, 'opacity=".7"');
  return sized(brief, 640, whole);
};

/** A large clear vacuum bag, for ounces and pounds. */
export const bulkBag: Form = (art, brief) => {
  const print = printOf(brief);
  const cx = 640;
  const top = FLOOR - 510;
  const outline = p`M${cx - 236} ${top + 20}Q${cx} ${top - 8} ${cx + 236} ${top + 20}C${cx + 262} ${top + 200} ${cx + 270} ${FLOOR - 120} ${cx + 238} ${FLOOR}Q${cx} ${FLOOR + 30} ${cx - 238} ${FLOOR}C${cx - 270} ${FLOOR - 120} ${cx - 262} ${top + 200} ${cx - 236} ${top + 20}Z`;
  const far = bud(art, toneOf(brief), 'far');
  const gleam = art.linear('right', [
    [0, '#fff', 0.02],
    [0.5, '#fff', 0.42],
    [1, '#fff', 0.02],
  ]);
  const wrinkles = [-170, -60, 78, 176]
    .map(
      (dx, i) =>
        p`M${cx + dx} ${top + 70}Q${cx + dx + 40 - i * 16} ${top + 130} ${cx + dx + 16} ${top + 190}Q${cx + dx + 14} ${top + 130} ${cx + dx} ${top + 70}Z`,
    )
    .join('');
  const pack =
    contactShadow(art, cx, FLOOR, 250, brief.hue) +
    fill(outline, lch(0.24, 0.035, brief.hue), 'fill-opacity=".92"') +
    group(heap(art, far, cx, FLOOR + 10, 520, 420, 0.92), art.clip(outline)) +
    fill(
      outline,
      art.linear('right', [
        [0, '#000', 0.55],
        [0.14, '#fff', 0.14],
        [0.3, '#fff', 0.02],
        [0.72, '#000', 0.1],
        [0.94, '#fff', 0.12],
        [1, '#000', 0.5],
      ]),
    ) +
    fill(
      p`M${cx - 236} ${top + 20}Q${cx} ${top - 8} ${cx + 236} ${top + 20}L${cx + 241} ${top + 62}Q${cx} ${top + 36} ${cx - 241} ${top + 62}Z`,
      lch(0.85, 0.02, brief.hue),
      'fill-opacity=".4"',
    ) +
    fill(wrinkles, gleam) +
    fill(
      p`M${cx - 226} ${top + 90}C${cx - 214} ${top + 240} ${cx - 228} ${FLOOR - 140} ${cx - 212} ${FLOOR - 40}L${cx - 176} ${FLOOR - 30}C${cx - 196} ${FLOOR - 150} ${cx - 170} ${top + 230} ${cx - 190} ${top + 90}Z`,
      gleam,
    ) +
    rim(outline, 0.34, 2.5) +
    fill(boxPath(cx - 146, FLOOR - 316, 300, 222, 8), '#000', 'opacity=".35"') +
    label(
      art,
      print,
      { x: cx - 150, y: FLOOR - 324, w: 300, h: 222 },
      art.linear('diagonal', [
        [0, hex(lighter(inksOf(print).paper, 0.04))],
        [1, hex(lighter(inksOf(print).paper, -0.1))],
      ]),
      8,
    );
  const second = (brief.size ?? 1) > 1 ? group(pack, `transform="translate(200 -66) scale(.9)"`) : '';
  return second + sized(brief, cx, pack) + loose(art, bud(art, toneOf(brief)), 370, FLOOR + 56, 1.04, -20, brief.hue);
};

/** A short sealed cup with a peel-off top, label on its side. */
export const cup: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const cx = 660;
  const foot = FLOOR;
  return (
    contactShadow(art, cx, foot, 160, brief.hue) +
    turned(
      art,
      cx,
      [
        [foot - 300, 196],
        [foot, 152],
      ],
      'satin',
      base,
      METALS.champagne,
    ) +
    stroke(bandArc(cx, 196, foot - 300), hex(lighter(METALS.champagne, 0.1)), 7) +
    wrappedLabel(art, print, { cx, radius: 178, top: foot - 268, height: 226, reach: 0.98 }) +
    roundShade(art, bandPath(cx, 176, foot - 268, foot - 42), 0.35) +
    fill(
      p`M${cx + 150} ${foot - 314}Q${cx + 214} ${foot - 342} ${cx + 236} ${foot - 306}Q${cx + 216} ${foot - 320} ${cx + 184} ${foot - 296}Z`,
      hex(METALS.champagne),
    ) +
    loose(art, bud(art, toneOf(brief)), 430, FLOOR + 48, 1.14, -18, brief.hue)
  );
};
