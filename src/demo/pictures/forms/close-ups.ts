import type { Form } from '../brief.ts';
import { printOf, toneOf } from '../brief.ts';
import { FLOOR } from '../room.ts';
import { contactShadow } from '../solids.ts';
import { bud, placed } from './bud.ts';
import { groundHerb, joint, lying, rolled, stood } from './joint.ts';

/** Flowers without their pack: a large one, and one that lies beside it. */
export const flowerCloseUp: Form = (art, brief) => {
  const tone = toneOf(brief);
  return (
    contactShadow(art, 830, FLOOR + 10, 130, brief.hue, 0.16) +
    placed(bud(art, tone), 830, FLOOR - 100, 1.3, 64) +
    contactShadow(art, 560, FLOOR + 40, 180, brief.hue, 0.16) +
    placed(bud(art, tone), 540, FLOOR - 216, 2.3, 8) +
    groundHerb(art, 800, FLOOR + 70, 70, 14, 60)
  );
};

/** Pre-rolls without their pack: one open, one twisted, and what is in them. */
export const preRollCloseUp: Form = (art, brief) => {
  const roll = rolled(printOf(brief).brand.accent);
  return (
    contactShadow(art, 470, FLOOR + 30, 60, brief.hue) +
    stood(joint(art, roll), 450, FLOOR + 30, 1.5, -12) +
    placed(bud(art, toneOf(brief)), 690, FLOOR - 130, 1.14, 22) +
    lying(art, { ...roll, open: true }, 330, FLOOR + 90, 1.5, brief.hue) +
    groundHerb(art, 610, FLOOR + 6, 120, 26, 150)
  );
};
