import { type Art, boxPath, ellipse, fill, p } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { color, hex, lch, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { inksOf } from '../pack-labels.ts';
import { card, carton } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim } from '../solids.ts';
import { cartridge, caustic, standing } from './cartridge.ts';
import { inkOn, mouthpiece, oilWindow, shellOf, slab, upright } from './slab.ts';

const BLACK = color(0.22, 0.008, 230);

/** A magnetic pod: smoked mouthpiece, clear body, two contacts. */
const podBody = (art: Art, brief: PictureBrief): string => {
  const print = printOf(brief);
  const oil = toneOf(brief);
  const tip = print.brand.paper === 'white' || print.brand.paper === 'cream' ? color(0.92, 0.01, 90) : BLACK;
  return (
    slab(art, { width: 128, height: 40, radius: 10, top: METALS.steel, foot: METALS.gunmetal, finish: 'anodized' }) +
    fill(boxPath(-40, -12, 22, 12, 3), hex(METALS.gold)) +
    fill(boxPath(18, -12, 22, 12, 3), hex(METALS.gold)) +
    oilWindow(art, -70, -236, 140, 204, 20, oil, 0.88) +
    fill(
      boxPath(-9, -226, 18, 190, 6),
      art.linear('right', [
        [0, lch(0.5, 0.01, 230)],
        [0.3, lch(0.95, 0.01, 230)],
        [1, lch(0.4, 0.01, 230)],
      ]),
      'fill-opacity=".8"',
    ) +
    mouthpiece(art, 156, 132, -232, tip)
  );
};

/** Two pods, one lying back on its card. */
export const pods: Form = (art, brief) => {
  const id = art.symbol(podBody(art, brief));
  const oil = toneOf(brief);
  return (
    caustic(art, 610, FLOOR + 20, 250, oil) +
    contactShadow(art, 480, FLOOR, 80, brief.hue) +
    contactShadow(art, 740, FLOOR + 6, 80, brief.hue) +
    standing(`<use href="#${id}"/>`, 760, FLOOR + 8, 1.2, 14) +
    standing(`<use href="#${id}"/>`, 478, FLOOR + 6, 1.3)
  );
};

/** A pod in front of its hanging card. */
export const blister: Form = (art, brief) => {
  const print = printOf(brief);
  const oil = toneOf(brief);
  return (
    contactShadow(art, 560, FLOOR, 170, brief.hue) +
    card(art, print, 400, FLOOR - 486, 320, 486, lighter(inksOf(print).paper, -0.03)) +
    fill(boxPath(524, FLOOR - 474, 72, 18, 9), '#000', 'opacity=".55"') +
    caustic(art, 770, FLOOR + 24, 160, oil) +
    contactShadow(art, 762, FLOOR + 16, 76, brief.hue) +
    standing(podBody(art, brief), 762, FLOOR + 20, 1.04, 4)
  );
};

/** A pod sitting in its battery, the name up the side. */
export const device: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const pod = podBody(art, brief);
  const body =
    `<g transform="translate(0 -356) scale(.92)">${pod}</g>` +
    slab(art, { width: 148, height: 392, radius: 26, top, foot, finish: 'anodized' }) +
    upright(print, 0, -46, 330, 40, inkOn(top)) +
    ellipse(0, -24, 6, 6, lch(0.92, 0.12, 150)) +
    rim(p`M-74 -366Q0 -350 74 -366`, 0.4, 2);
  return (
    contactShadow(art, 640, FLOOR, 96, brief.hue) +
    standing(body, 632, FLOOR + 6, 0.84, 7) +
    contactShadow(art, 440, FLOOR + 20, 74, brief.hue) +
    standing(podBody(art, brief), 436, FLOOR + 22, 0.86, -5)
  );
};

/** A threaded cartridge on a slim pen battery, next to its carton. */
export const pen: Form = (art, brief) => {
  const print = printOf(brief);
  const { top, foot } = shellOf(print);
  const tip = print.brand.paper === 'night' || print.brand.paper === 'deep' ? BLACK : color(0.93, 0.008, 90);
  const body =
    standing(
      cartridge(art, {
        tip: 'flat',
        tipColor: tip,
        tank: 'round',
        metal: 'steel',
        oil: toneOf(brief),
        level: 0.88,
        hue: brief.hue,
      }),
      0,
      -268,
      0.66,
    ) +
    slab(art, { width: 66, height: 288, radius: 14, top, foot, finish: 'anodized' }) +
    upright(print, 0, -20, 230, 22, inkOn(top));
  return (
    contactShadow(art, 600, FLOOR - 16, 130, brief.hue) +
    carton(art, print, { cx: 570, foot: FLOOR - 12, width: 260, height: 430, depth: 90, yaw: 24 }) +
    contactShadow(art, 792, FLOOR + 18, 56, brief.hue) +
    standing(body, 796, FLOOR + 20, 0.98, 6)
  );
};

/** Three cartridges in a low sleeve. */
export const trio: Form = (art, brief) => {
  const print = printOf(brief);
  const oil = toneOf(brief);
  const metal = print.brand.paper === 'night' ? 'gunmetal' : 'steel';
  const id = art.symbol(
    cartridge(art, {
      tip: 'crystal',
      tipColor: lighter(oil, 0.02),
      tank: 'round',
      metal,
      oil,
      level: 0.9,
      hue: brief.hue,
    }),
  );
  const use = `<use href="#${id}"/>`;
  return (
    contactShadow(art, 600, FLOOR + 6, 250, brief.hue) +
    standing(use, 470, FLOOR - 50, 0.98) +
    standing(use, 600, FLOOR - 50, 0.98) +
    standing(use, 730, FLOOR - 50, 0.98) +
    carton(art, print, { cx: 600, foot: FLOOR + 12, width: 430, height: 196, depth: 60, yaw: -8, open: true })
  );
};
