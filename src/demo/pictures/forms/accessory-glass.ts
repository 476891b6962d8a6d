import { type Art, ellipse, ellipsePath, fill, group, p, stroke } from '../art.ts';
import { type Form, printOf, toneOf } from '../brief.ts';
import { type Color, hex, lighter } from '../color.ts';
import { carton } from '../packs.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim, softbox, turnedPath } from '../solids.ts';
import { wrappedLabel } from './jars.ts';

/** The light and color of thick blown glass inside an outline. */
const blown = (art: Art, d: string, base: Color, opacity = 0.5): string =>
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
  ) + rim(d, 0.7, 3);

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
    contactShadow(art, cx, FLOOR, 140, brief.hue) +
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
    contactShadow(art, 620, FLOOR - 40, 200, brief.hue) +
    carton(art, print, { cx: 610, foot: FLOOR - 34, width: 400, height: 250, depth: 120, yaw: 18 }) +
    contactShadow(art, 570, FLOOR + 66, 250, brief.hue, 0.12) +
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
