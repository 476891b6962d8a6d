import { ellipse, fill, p } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { color, hex, lighter } from '../color.ts';
import { METALS } from '../materials.ts';
import { carton, packColor } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, softbox, turned } from '../solids.ts';
import { wrappedLabel } from './jars.ts';
import { petals } from './petals.ts';
import { bottle, dropper, squeezeTube } from './vessels.ts';

/** Two roll-ons. */
export const rollOn: Form = (art, brief) => {
  const print = printOf(brief);
  const glass = color(0.45, 0.09, toneOf(brief).h);
  const one = (cx: number, foot: number, open: boolean): string =>
    contactShadow(art, cx, foot, 74, brief.hue) +
    turned(
      art,
      cx,
      [
        [foot - 320, 60],
        [foot - 300, 76, 12],
        [foot - 12, 76, 12],
        [foot, 66],
      ],
      'gloss',
      glass,
    ) +
    wrappedLabel(art, print, { cx, radius: 76, top: foot - 264, height: 190, reach: 0.95 }) +
    softbox(art, cx - 62, foot - 290, 18, 260, 0.5, 4) +
    (open
      ? turned(
          art,
          cx,
          [
            [foot - 346, 56],
            [foot - 316, 58],
          ],
          'satin',
          METALS.steel,
        ) +
        ellipse(
          cx,
          foot - 352,
          42,
          34,
          art.radial(
            [
              [0, '#fff'],
              [0.3, '#d7dde1'],
              [0.8, '#6d777c'],
              [1, '#3b4347'],
            ],
            [0.35, 0.28],
          ),
        )
      : turned(
          art,
          cx,
          [
            [foot - 420, 56],
            [foot - 412, 64, 8],
            [foot - 314, 64],
          ],
          'metal',
          METALS.gold,
        ));
  return (
    one(700, FLOOR - 26, false) +
    one(520, FLOOR + 8, true) +
    petals(
      art,
      [
        [820, FLOOR + 40, 8],
        [330, FLOOR + 54, 176],
      ],
      toneOf(brief),
    )
  );
};

/** A tall bottle with a pump. */
export const pump: Form = (art, brief) => {
  const print = printOf(brief);
  const cap = print.brand.paper === 'night' || print.brand.paper === 'deep' ? METALS.gold : METALS.black;
  const cx = 560;
  const top = FLOOR - 380;
  return (
    bottle(
      art,
      print,
      { cx, foot: FLOOR, radius: 124, height: 380, neck: 50, hue: brief.hue },
      { material: 'satin', base: color(0.86, 0.04, toneOf(brief).h), cap, capHeight: 40 },
    ) +
    turned(
      art,
      cx,
      [
        [top - 92, 12],
        [top - 40, 12],
      ],
      'metal',
      cap,
    ) +
    fill(
      p`M${cx - 44} ${top - 92}Q${cx - 46} ${top - 118} ${cx - 20} ${top - 118}H${cx + 70}Q${cx + 112} ${top - 116} ${cx + 120} ${top - 86}L${cx + 104} ${top - 84}Q${cx + 96} ${top - 98} ${cx + 66} ${top - 96}H${cx + 40}Q${cx + 40} ${top - 86} ${cx + 30} ${top - 86}H${cx - 30}Q${cx - 44} ${top - 86} ${cx - 44} ${top - 92}Z`,
      art.linear('down', [
        [0, hex(lighter(cap, 0.2))],
        [0.4, hex(cap)],
        [1, hex(lighter(cap, -0.14))],
      ]),
    ) +
    petals(
      art,
      [
        [760, FLOOR + 18, -8],
        [800, FLOOR + 54, 20],
        [350, FLOOR + 40, 164],
      ],
      toneOf(brief),
    )
  );
};

/** A squeezed tube in front of its carton. */
export const tube: Form = (art, brief) => {
  const print = printOf(brief);
  return (
    contactShadow(art, 720, FLOOR - 24, 130, brief.hue) +
    carton(art, print, { cx: 730, foot: FLOOR - 20, width: 190, height: 440, depth: 110, yaw: -26 }) +
    squeezeTube(
      art,
      print,
      { cx: 490, foot: FLOOR + 14, width: 214, height: 460, hue: brief.hue },
      print.brand.paper === 'night' ? METALS.gold : lighter(packColor(print), -0.12),
    ) +
    petals(art, [[560, FLOOR + 66, 10]], toneOf(brief))
  );
};

/** An oil with a dropper. */
export const oil: Form = (art, brief) => {
  const print = printOf(brief);
  return (
    contactShadow(art, 720, FLOOR - 24, 110, brief.hue) +
    carton(art, print, { cx: 736, foot: FLOOR - 20, width: 176, height: 370, depth: 120, yaw: -28 }) +
    dropper(art, print, { cx: 500, foot: FLOOR + 10, hue: brief.hue }, color(0.4, 0.09, toneOf(brief).h)) +
    petals(
      art,
      [
        [330, FLOOR + 50, 170],
        [610, FLOOR + 70, 6],
      ],
      toneOf(brief),
    )
  );
};
