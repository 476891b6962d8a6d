import type { Form } from '../brief.ts';
import { printOf, toneOf } from '../brief.ts';
import { FLOOR } from '../room.ts';
import { contactShadow } from '../solids.ts';
import { TONES } from '../tones.ts';
import { bud, placed } from './bud.ts';
import { groundHerb, joint, lying, rolled, stood } from './joint.ts';

/** Flowers without their pack: a large one, and another next to it. */
export const flowerCloseUp: Form = (art, brief) => {
  const tone = toneOf(brief);
  return (
    contactShadow(art, 830, FLOOR + 10, 130, brief.hue, 0.16) +
    placed(bud(art, tone), 830, FLOOR - 100, 1.3, 64) +
    contactShadow(art, 560, FLOOR + 40, 180, brief.hue, 0.16) +
    placed(bud(art, tone, 'close'), 540, FLOOR - 216, 2.3, 8) +
    groundHerb(art, 800, FLOOR + 70, 70, 14, 60)
  );
};

/** Pre-rolls without their pack: one open, one twisted, and what is in them. */
export const preRollCloseUp: Form = (art, brief) => {
  const roll = rolled(printOf(brief).brand.accent);
  return (
    contactShadow(art, 540, FLOOR + 10, 60, brief.hue) +
    stood(joint(art, roll), 540, FLOOR + 10, 1.28, -10) +
    placed(bud(art, TONES.forest), 740, FLOOR - 116, 1.14, 22) +
    lying(art, { ...roll, open: true }, 350, FLOOR + 86, 1.42, brief.hue) +
    groundHerb(art, 680, FLOOR + 8, 110, 24, 130)
  );
};
