import type { Art } from '../art.ts';
import type { BrandName } from '../brands.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { color, lighter } from '../color.ts';
import type { Metal } from '../materials.ts';
import { METALS } from '../materials.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow } from '../solids.ts';
import { type CartridgeBrief, cartridge, caustic, clearTube, standing, type Tank, type Tip } from './cartridge.ts';

const CERAMIC = color(0.93, 0.008, 90);
const BLACK = color(0.25, 0.01, 230);
const WOOD = color(0.52, 0.075, 58);

/** The hardware that each maker fills. Cartridges of one maker look alike, those of two makers do not. */
const HARDWARE: Partial<Record<BrandName, readonly [Tip, typeof CERAMIC, Metal]>> = {
  Saltlantern: ['flat', CERAMIC, 'steel'],
  Marrowmoor: ['barrel', WOOD, 'champagne'],
  Tidewrack: ['round', CERAMIC, 'steel'],
  Ambervane: ['bullet', METALS.gold, 'gold'],
  Thornlight: ['flat', BLACK, 'gunmetal'],
  'In-House': ['round', BLACK, 'steel'],
  Moonbarrow: ['crystal', color(0.7, 0.1, 285), 'rose'],
  Ninefathom: ['bullet', METALS.gunmetal, 'gunmetal'],
  Cloudmason: ['crystal', color(0.86, 0.05, 235), 'steel'],
  Lumenfold: ['flat', color(0.9, 0.13, 100), 'champagne'],
  Duskmill: ['barrel', color(0.32, 0.03, 300), 'black'],
};

const filled = (art: Art, brief: PictureBrief, tank: Tank = 'round'): CartridgeBrief => {
  const [tip, tipColor, metal] = (brief.brand !== null && HARDWARE[brief.brand]) || ['round', BLACK, 'steel'];
  return { tip, tipColor, tank, metal, oil: toneOf(brief), level: art.random.between(0.8, 0.93), hue: brief.hue };
};

/** One cartridge in front of its carton. */
export const boxed: Form = (art, brief) => {
  const oil = toneOf(brief);
  return (
    contactShadow(art, 660, FLOOR - 20, 150, brief.hue) +
    carton(art, printOf(brief), { cx: 676, foot: FLOOR - 14, width: 226, height: 440, depth: 84, yaw: -24 }) +
    caustic(art, 470, FLOOR + 26, 150, oil) +
    contactShadow(art, 456, FLOOR + 18, 56, brief.hue) +
    standing(cartridge(art, filled(art, brief)), 456, FLOOR + 20, 1.16)
  );
};

/** Two cartridges, one leaning on the other, large. */
export const pair: Form = (art, brief) => {
  const content = art.symbol(cartridge(art, filled(art, brief)));
  const use = `<use href="#${content}"/>`;
  const oil = toneOf(brief);
  return (
    caustic(art, 600, FLOOR + 22, 240, oil) +
    contactShadow(art, 548, FLOOR, 66, brief.hue) +
    contactShadow(art, 742, FLOOR + 4, 60, brief.hue) +
    standing(use, 760, FLOOR + 4, 1.26, -19) +
    standing(use, 532, FLOOR + 8, 1.34)
  );
};

/** One large cartridge alone, a little tilted, as in a portrait. */
export const portrait: Form = (art, brief) => {
  const oil = toneOf(brief);
  return (
    caustic(art, 610, FLOOR + 14, 230, oil) +
    contactShadow(art, 588, FLOOR, 80, brief.hue) +
    standing(cartridge(art, filled(art, brief, 'faceted')), 572, FLOOR + 8, 1.42, 5)
  );
};

/** A stout two-gram tank in front of a low carton. */
export const stout: Form = (art, brief) => {
  const oil = toneOf(brief);
  return (
    contactShadow(art, 610, FLOOR - 30, 240, brief.hue) +
    carton(art, printOf(brief), { cx: 556, foot: FLOOR - 22, width: 300, height: 350, depth: 110, yaw: 26 }) +
    caustic(art, 800, FLOOR + 30, 180, oil) +
    contactShadow(art, 786, FLOOR + 22, 72, brief.hue) +
    standing(cartridge(art, filled(art, brief, 'wide')), 786, FLOOR + 26, 1.12)
  );
};

/** A cartridge in its clear tube, and another without a tube. */
export const tubed: Form = (art, brief) => {
  const content = art.symbol(cartridge(art, filled(art, brief)));
  const use = `<use href="#${content}"/>`;
  const oil = toneOf(brief);
  const cap = packColor(printOf(brief));
  return (
    contactShadow(art, 500, FLOOR, 92, brief.hue) +
    clearTube(art, 500, FLOOR, 84, 430, lighter(cap, -0.04), brief.hue, standing(use, 500, FLOOR - 24, 0.98)) +
    caustic(art, 730, FLOOR + 30, 170, oil) +
    contactShadow(art, 712, FLOOR + 22, 58, brief.hue) +
    standing(use, 712, FLOOR + 26, 1.12, 7)
  );
};

/** A narrow carton with its cartridge leaning on it. */
export const leaning: Form = (art, brief) => {
  const oil = toneOf(brief);
  return (
    contactShadow(art, 560, FLOOR, 120, brief.hue) +
    carton(art, printOf(brief), { cx: 548, foot: FLOOR, width: 190, height: 476, depth: 120, yaw: 32 }) +
    caustic(art, 800, FLOOR + 26, 170, oil) +
    contactShadow(art, 800, FLOOR + 16, 56, brief.hue) +
    standing(cartridge(art, filled(art, brief)), 806, FLOOR + 18, 1.14, -15)
  );
};
