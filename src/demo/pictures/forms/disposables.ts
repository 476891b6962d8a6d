import { type Art, boxPath, ellipse, fill, group, p, round } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter, rotateHue } from '../color.ts';
import { drawText } from '../lettering.ts';
import { mark } from '../marks.ts';
import { METALS } from '../materials.ts';
import { inksOf } from '../pack-labels.ts';
import { carton } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, turned } from '../solids.ts';
import { caustic, standing } from './cartridge.ts';
import { inkOn, mouthpiece, oilWindow, printedOver, shellOf, slab, upright } from './slab.ts';

const BLACK = color(0.22, 0.008, 230);

const lozenge = (art: Art, brief: PictureBrief): string => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const ink = inkOn(foot);
  return (
    mouthpiece(art, 118, 74, -430, BLACK) +
    slab(art, { width: 196, height: 436, radius: 62, top, foot, finish: 'lacquer' }) +
    oilWindow(art, -26, -392, 52, 132, 26, toneOf(brief), 0.84) +
    drawText(print.brandName, print.brand.lettering, { x: 0, y: -120, size: 30, align: 'middle', fit: 158 }, ink) +
    mark(print.brand.mark, 0, -196, 68, ink) +
    drawText(
      print.title,
      { letters: 'title', weight: 0.12 },
      { x: 0, y: -84, size: 17, align: 'middle', fit: 150 },
      ink,
    ) +
    ellipse(0, -40, 5, 5, lch(0.92, 0.1, 150))
  );
};

/** A rounded shell with a slit of oil, its carton behind. */
export const pocket: Form = (art, brief) =>
  contactShadow(art, 690, FLOOR - 24, 150, brief.hue) +
  carton(art, printOf(brief), { cx: 706, foot: FLOOR - 18, width: 232, height: 410, depth: 90, yaw: -26 }) +
  contactShadow(art, 470, FLOOR + 18, 98, brief.hue) +
  standing(lozenge(art, brief), 470, FLOOR + 20, 1);

/** Two of them, one turned away a little. */
export const twins: Form = (art, brief) => {
  const id = art.symbol(lozenge(art, brief));
  return (
    contactShadow(art, 490, FLOOR, 108, brief.hue) +
    contactShadow(art, 746, FLOOR + 6, 108, brief.hue) +
    standing(`<use href="#${id}"/>`, 768, FLOOR + 8, 0.98, 13) +
    standing(`<use href="#${id}"/>`, 486, FLOOR + 4, 1.04, -3)
  );
};

const stick = (art: Art, brief: PictureBrief): string => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const body = boxPath(-46, -520, 92, 520, 14);
  return (
    turned(
      art,
      0,
      [
        [-574, 22],
        [-562, 30, 8],
        [-516, 40],
      ],
      'gloss',
      BLACK,
    ) +
    fill(
      p`M-46 -516A46 7 0 0 1 46 -516V-6A46 8 0 0 1 -46 -6Z`,
      art.linear('down', [
        [0, hex(lighter(top, 0.04))],
        [0.5, hex(top)],
        [1, hex(foot)],
      ]),
    ) +
    group(printedOver(art, print, body, inkOn(top), 0.5, 0.12), '') +
    upright(print, 2, -28, 430, 34, inkOn(lighter(top, -0.06))) +
    fill(
      p`M-46 -516A46 7 0 0 1 46 -516V-6A46 8 0 0 1 -46 -6Z`,
      art.linear('right', [
        [0, '#000', 0.55],
        [0.05, '#fff', 0.3],
        [0.14, '#fff', 0.04],
        [0.2, '#fff', 0.5],
        [0.3, '#fff', 0.42],
        [0.34, '#fff', 0.04],
        [0.7, '#000', 0.2],
        [0.93, '#000', 0.5],
        [0.965, '#fff', 0.36],
        [1, '#000', 0.5],
      ]),
    ) +
    fill(p`M-46 -496A46 7 0 0 0 46 -496V-490A46 7 0 0 1 -46 -490Z`, hex(METALS.champagne)) +
    ellipse(0, -2, 12, 3, lch(0.9, 0.13, 150), 'opacity=".9"')
  );
};

/** Three slim pens in a fan. */
export const pens: Form = (art, brief) => {
  const id = art.symbol(stick(art, brief));
  const use = `<use href="#${id}"/>`;
  return (
    contactShadow(art, 430, FLOOR - 10, 70, brief.hue) +
    contactShadow(art, 600, FLOOR, 70, brief.hue) +
    contactShadow(art, 772, FLOOR - 10, 70, brief.hue) +
    standing(use, 436, FLOOR - 6, 0.86, -14) +
    standing(use, 766, FLOOR - 6, 0.86, 14) +
    standing(use, 600, FLOOR + 8, 0.92)
  );
};

/** A box with a lit display. */
export const display: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const lit = lch(0.88, 0.14, toneOf(brief).h);
  const digits = String(art.random.whole(62, 99));
  const body =
    mouthpiece(art, 108, 66, -404, lighter(foot, -0.14)) +
    slab(art, { width: 250, height: 410, radius: 44, top, foot, finish: 'anodized' }) +
    printedOver(art, print, boxPath(-125, -410, 250, 410, 44), inkOn(foot), 0.8, 0.1) +
    fill(boxPath(-96, -366, 192, 210, 26), '#05080a') +
    rim(boxPath(-96, -366, 192, 210, 26), 0.3, 2) +
    drawText(
      digits,
      { letters: 'upper', weight: 0.13, squareness: 0.8, tracking: 8 },
      { x: -14, y: -244, size: 74, align: 'middle' },
      lit,
    ) +
    drawText('%', { letters: 'upper', weight: 0.13 }, { x: 62, y: -244, size: 30, align: 'middle' }, lit) +
    fill(boxPath(-70, -212, 140, 14, 7), '#fff', 'fill-opacity=".14"') +
    fill(boxPath(-70, -212, 1.4 * Number(digits), 14, 7), lit) +
    fill(p`M-96 -340Q-96 -366 -70 -366H30L-50 -156H-70Q-96 -156 -96 -182Z`, '#fff', 'fill-opacity=".07"') +
    drawText(
      print.brandName,
      print.brand.lettering,
      { x: 0, y: -92, size: 32, align: 'middle', fit: 206 },
      inkOn(foot),
    ) +
    drawText(
      print.title,
      { letters: 'title', weight: 0.12 },
      { x: 0, y: -54, size: 18, align: 'middle', fit: 200 },
      inkOn(foot),
    );
  return contactShadow(art, 600, FLOOR, 138, brief.hue) + standing(body, 600, FLOOR + 4, 1.14, -4);
};

/** Two tastes in one shell. */
export const dual: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const oil = toneOf(brief);
  const body =
    mouthpiece(art, 130, 60, -398, BLACK) +
    slab(art, { width: 232, height: 404, radius: 34, top, foot, finish: 'rubber' }) +
    oilWindow(art, -84, -366, 74, 176, 18, oil, 0.86) +
    oilWindow(art, 10, -366, 74, 176, 18, rotateHue(lighter(oil, 0.02), 62), 0.74) +
    fill(boxPath(-52, -168, 104, 34, 17), '#000', 'fill-opacity=".4"') +
    fill(boxPath(-48, -164, 50, 26, 13), hex(METALS.champagne)) +
    drawText(
      print.brandName,
      print.brand.lettering,
      { x: 0, y: -78, size: 30, align: 'middle', fit: 196 },
      inkOn(foot),
    ) +
    drawText(
      print.title,
      { letters: 'title', weight: 0.12 },
      { x: 0, y: -42, size: 17, align: 'middle', fit: 190 },
      inkOn(foot),
    );
  return (
    caustic(art, 600, FLOOR + 16, 240, oil) +
    contactShadow(art, 470, FLOOR - 14, 120, brief.hue) +
    carton(art, print, { cx: 446, foot: FLOOR - 12, width: 214, height: 380, depth: 80, yaw: 22 }) +
    contactShadow(art, 716, FLOOR + 14, 126, brief.hue) +
    standing(body, 716, FLOOR + 18, 1.04, 3)
  );
};

/** A hip-flask shape, metal below, color above. */
export const flask: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const d =
    'M-112 0C-132 -8 -134 -40 -130 -80L-112 -330C-108 -384 -84 -410 -40 -414H40C84 -410 108 -384 112 -330L130 -80C134 -40 132 -8 112 0Z';
  const body =
    mouthpiece(art, 90, 70, -408, METALS.gunmetal) +
    fill(
      d,
      art.linear('down', [
        [0, hex(lighter(top, 0.05))],
        [0.52, hex(top)],
        [0.53, hex(lighter(foot, -0.06))],
        [1, hex(lighter(foot, -0.16))],
      ]),
    ) +
    group(printedOver(art, print, 'M-140 -190H140V10H-140Z', inkOn(foot), 0.8, 0.16), art.clip(d)) +
    fill(
      d,
      art.linear('right', [
        [0, '#000', 0.45],
        [0.05, '#fff', 0.34],
        [0.12, '#fff', 0.06],
        [0.2, '#fff', 0.34],
        [0.34, '#fff', 0.24],
        [0.38, '#fff', 0.02],
        [0.7, '#000', 0.14],
        [0.93, '#000', 0.42],
        [0.97, '#fff', 0.36],
        [1, '#000', 0.4],
      ]),
    ) +
    fill('M-121 -204H121L121.800 -192H-121.800Z', hex(METALS.gold)) +
    mark(print.brand.mark, 0, -306, 92, inkOn(top)) +
    drawText(
      print.brandName,
      print.brand.lettering,
      { x: 0, y: -226, size: 27, align: 'middle', fit: 180 },
      inkOn(top),
    ) +
    oilWindow(art, -22, -164, 44, 116, 22, toneOf(brief), 0.8);
  const id = art.symbol(body);
  return (
    contactShadow(art, 468, FLOOR - 6, 124, brief.hue) +
    contactShadow(art, 748, FLOOR + 14, 124, brief.hue) +
    group(standing(`<use href="#${id}"/>`, 470, FLOOR - 4, 0.96, -9), '') +
    standing(`<use href="#${id}"/>`, 736, FLOOR + 16, 1.08, 4)
  );
};

/** A round palm stone with a ring of light. */
export const stone: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const inks = inksOf(print);
  const r = 176;
  const body =
    mouthpiece(art, 92, 60, -r * 2 + 8, BLACK) +
    ellipse(
      0,
      -r,
      r,
      r,
      art.linear('diagonal', [
        [0, hex(lighter(top, 0.16))],
        [0.5, hex(foot)],
        [1, hex(lighter(foot, -0.2))],
      ]),
    ) +
    ellipse(
      0,
      -r,
      r * 0.86,
      r * 0.86,
      art.linear('diagonal', [
        [0, hex(lighter(foot, -0.16))],
        [1, hex(lighter(top, 0.08))],
      ]),
    ) +
    ellipse(
      0,
      -r,
      r * 0.82,
      r * 0.82,
      art.linear('diagonal', [
        [0, hex(lighter(top, 0.08))],
        [1, hex(lighter(foot, -0.08))],
      ]),
    ) +
    printedOver(
      art,
      print,
      `M${round(-r * 0.82)} ${round(-r)}a${round(r * 0.82)} ${round(r * 0.82)} 0 1 0 ${round(r * 1.64)} 0a${round(r * 0.82)} ${round(r * 0.82)} 0 1 0 ${round(-r * 1.64)} 0Z`,
      inkOn(foot),
      1,
      0.12,
    ) +
    mark(print.brand.mark, 0, -r - 40, 92, inkOn(foot)) +
    drawText(
      print.brandName,
      print.brand.lettering,
      { x: 0, y: -r + 64, size: 32, align: 'middle', fit: 226 },
      inkOn(foot),
    ) +
    drawText(
      print.title,
      { letters: 'title', weight: 0.12 },
      { x: 0, y: -r + 102, size: 18, align: 'middle', fit: 180 },
      inkOn(foot),
    ) +
    fill(
      p`M${-r * 0.9} ${-r * 1.16}A${r * 0.92} ${r * 0.92} 0 0 1 ${r * 0.2} ${-r * 1.9}Q${-r * 0.5} ${-r * 1.66} ${-r * 0.9} ${-r * 1.16}Z`,
      '#fff',
      'fill-opacity=".34"',
    ) +
    rim(p`M${r * 0.5} ${-r * 0.14}A${r} ${r} 0 0 0 ${r * 0.98} ${-r * 0.8}`, 0.5, 4);
  return (
    contactShadow(art, 720, FLOOR - 20, 120, brief.hue) +
    carton(art, print, {
      cx: 760,
      foot: FLOOR - 18,
      width: 210,
      height: 330,
      depth: 90,
      yaw: -24,
      base: lighter(inks.paper, -0.02),
    }) +
    contactShadow(art, 486, FLOOR + 10, 120, brief.hue) +
    standing(body, 486, FLOOR + 14, 1.12, -6)
  );
};
