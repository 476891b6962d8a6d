import { type Art, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Form, type PictureBrief, printOf, toneOf } from '../brief.ts';
import { type Color, color, hex, lighter } from '../color.ts';
import { artwork, inksOf } from '../pack-labels.ts';
import { packColor, pouch } from '../packs.ts';
import { patternFill } from '../patterns.ts';
import { FLOOR } from '../room.ts';
import { contactShadow, rim } from '../solids.ts';
import { polygon } from './textures.ts';

/** A blown-up pillow bag, crimped above and below. */
const pillow = (art: Art, brief: PictureBrief, cx: number, foot: number, width: number, height: number): string => {
  const print = printOf(brief);
  const base = packColor(print);
  const inks = inksOf(print);
  const half = width / 2;
  const top = foot - height;
  const zig = (y: number, from: number, to: number): string => {
    const steps = 22;
    let d = '';
    for (let i = 0; i <= steps; i++) d += p`L${from + ((to - from) * i) / steps} ${y + (i % 2 === 0 ? 0 : 9)}`;
    return d;
  };
  const outline = `M${round(cx - half + 14)} ${round(top)}${zig(top, cx - half + 14, cx + half - 14)}C${round(cx + half - 8)} ${round(top + 60)} ${round(cx + half + 18)} ${round(top + height * 0.3)} ${round(cx + half + 6)} ${round(top + height * 0.55)}C${round(cx + half)} ${round(foot - 120)} ${round(cx + half + 6)} ${round(foot - 60)} ${round(cx + half - 12)} ${round(foot)}${zig(foot, cx + half - 12, cx - half + 12)}C${round(cx - half - 6)} ${round(foot - 60)} ${round(cx - half)} ${round(foot - 120)} ${round(cx - half - 6)} ${round(top + height * 0.55)}C${round(cx - half - 18)} ${round(top + height * 0.3)} ${round(cx - half + 8)} ${round(top + 60)} ${round(cx - half + 14)} ${round(top)}Z`;
  const pattern = patternFill(art, print.brand.pattern, inks.faint, width / 300);
  const at = (x: number): number => cx + half * x;
  const gleam = art.linear('right', [
    [0, '#fff', 0],
    [0.5, '#fff', 0.5],
    [1, '#fff', 0],
  ]);
  const dark = art.linear('right', [
    [0, '#000', 0],
    [0.5, '#000', 0.3],
    [1, '#000', 0],
  ]);
  return (
    contactShadow(art, cx, foot, half * 0.96, brief.hue) +
    group(
      fill(
        outline,
        art.linear('right', [
          [0, hex(lighter(base, -0.2))],
          [0.14, hex(lighter(base, 0.04))],
          [0.3, hex(lighter(base, 0.1))],
          [0.6, hex(base)],
          [0.88, hex(lighter(base, -0.15))],
          [1, hex(lighter(base, -0.24))],
        ]),
      ) +
        (pattern === null
          ? ''
          : fill(
              p`M${cx - half - 20} ${top}H${cx + half + 20}V${top + height * 0.2}H${cx - half - 20}ZM${cx - half - 20} ${foot - height * 0.16}H${cx + half + 20}V${foot + 12}H${cx - half - 20}Z`,
              pattern,
              'fill-opacity=".7"',
            )) +
        artwork(art, print, {
          x: cx - half * 0.82,
          y: top + height * 0.2,
          w: width * 0.82,
          h: height * 0.6,
          bleed: [0.2, 0],
        }) +
        fill(
          p`M${at(-0.86)} ${top + 30}C${at(-0.66)} ${top + height * 0.3} ${at(-0.9)} ${top + height * 0.6} ${at(-0.72)} ${foot - 20}L${at(-0.56)} ${foot - 20}C${at(-0.74)} ${top + height * 0.6} ${at(-0.4)} ${top + height * 0.3} ${at(-0.62)} ${top + 30}Z`,
          gleam,
        ) +
        fill(
          p`M${at(0.5)} ${top + 30}C${at(0.86)} ${top + height * 0.2} ${at(0.74)} ${top + height * 0.6} ${at(0.9)} ${foot - 20}H${at(1)}V${top + 30}Z`,
          dark,
        ) +
        fill(
          p`M${at(0.2)} ${top + 22}L${at(0.3)} ${top + height * 0.2}L${at(0.42)} ${top + 22}ZM${at(-0.3)} ${foot - 20}L${at(-0.2)} ${foot - height * 0.2}L${at(-0.06)} ${foot - 20}Z`,
          gleam,
        ) +
        fill(
          p`M${cx - half - 20} ${top}H${cx + half + 20}V${top + 26}H${cx - half - 20}ZM${cx - half - 20} ${foot - 20}H${cx + half + 20}V${foot + 12}H${cx - half - 20}Z`,
          '#fff',
          'fill-opacity=".22"',
        ),
      art.clip(outline),
    ) +
    rim(
      p`M${cx + half - 12} ${top + 40}C${cx + half + 16} ${top + height * 0.3} ${cx + half + 4} ${top + height * 0.55} ${cx + half} ${foot - 60}`,
      0.4,
    )
  );
};

/** A wavy chip. */
const crisp = (art: Art, x: number, y: number, size: number, turn: number, base: Color): string =>
  group(
    ellipse(0, size * 0.42, size * 0.96, size * 0.3, '#000', 'fill-opacity=".4"') +
      fill(
        p`M${-size} 0C${-size * 0.9} ${-size * 0.6} ${-size * 0.1} ${-size * 0.72} ${size * 0.5} ${-size * 0.5}C${size * 1.1} ${-size * 0.3} ${size * 1.04} ${size * 0.3} ${size * 0.5} ${size * 0.42}C${-size * 0.2} ${size * 0.56} ${-size * 0.96} ${size * 0.5} ${-size} 0Z`,
        art.linear('diagonal', [
          [0, hex(lighter(base, 0.1))],
          [0.5, hex(base)],
          [1, hex(lighter(base, -0.16))],
        ]),
      ) +
      stroke(
        p`M${-size * 0.7} ${-size * 0.2}Q${-size * 0.4} ${size * 0.2} ${-size * 0.5} ${size * 0.34}M${-size * 0.3} ${-size * 0.46}Q0 0 ${-size * 0.1} ${size * 0.42}M${size * 0.14} ${-size * 0.52}Q${size * 0.44} 0 ${size * 0.3} ${size * 0.4}M${size * 0.56} ${-size * 0.4}Q${size * 0.8} 0 ${size * 0.66} ${size * 0.3}`,
        hex(lighter(base, 0.14)),
        size * 0.09,
        'stroke-opacity=".6"',
      ),
    `transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"`,
  );

/** A bag of chips with some of them in front. */
export const crisps: Form = (art, brief) => {
  const potato = color(0.82, 0.12, 82);
  return (
    pillow(art, brief, 540, FLOOR, 350, 500) +
    crisp(art, 800, FLOOR + 8, 66, -12, potato) +
    crisp(art, 880, FLOOR + 50, 58, 24, lighter(potato, -0.04)) +
    crisp(art, 768, FLOOR + 62, 60, 8, lighter(potato, 0.02))
  );
};

/** Dried strips in front of their pouch. */
export const strips: Form = (art, brief) => {
  const tone = toneOf(brief);
  const strip = (x: number, y: number, turn: number, length: number): string =>
    group(
      fill(
        p`M0 6Q${length * 0.3} -12 ${length * 0.6} 2T${length} -2L${length - 6} 30Q${length * 0.7} 40 ${length * 0.4} 28T4 36Z`,
        '#000',
        'fill-opacity=".4" transform="translate(4 10)"',
      ) +
        fill(
          p`M0 6Q${length * 0.3} -12 ${length * 0.6} 2T${length} -2L${length - 6} 30Q${length * 0.7} 40 ${length * 0.4} 28T4 36Z`,
          art.linear('down', [
            [0, hex(lighter(tone, 0.14))],
            [0.4, hex(tone)],
            [1, hex(lighter(tone, -0.16))],
          ]),
        ) +
        stroke(
          p`M14 14Q${length * 0.3} 0 ${length * 0.6} 12T${length - 14} 8M20 24Q${length * 0.4} 14 ${length * 0.9} 20`,
          hex(lighter(tone, 0.2)),
          2,
          'stroke-opacity=".5"',
        ),
      `transform="translate(${x} ${y}) rotate(${turn})"`,
    );
  return (
    contactShadow(art, 500, FLOOR - 8, 180, brief.hue) +
    pouch(art, printOf(brief), { cx: 500, foot: FLOOR - 8, width: 350, height: 490, skin: 'matte' }) +
    strip(700, FLOOR - 24, -8, 190) +
    strip(720, FLOOR + 22, 10, 200) +
    strip(640, FLOOR + 62, -4, 210)
  );
};

/** A bar in a flow wrapper, bitten so that its inside shows. */
export const snackBar: Form = (art, brief) => {
  const print = printOf(brief);
  const base = packColor(print);
  const tone = toneOf(brief);
  const outline =
    'M-250 -74L-236 -84H236L250 -74L240 -60L252 -44L240 -28L252 -10L240 6L252 24L240 42L250 60L236 74H-236L-250 60L-240 42L-252 24L-240 6L-252 -10L-240 -28L-252 -44L-240 -60Z';
  const wrap = (y: number): string =>
    fill(outline, '#000', `fill-opacity=".4" transform="translate(6 ${y})"`) +
    fill(
      outline,
      art.linear('down', [
        [0, hex(lighter(base, 0.1))],
        [0.3, hex(lighter(base, 0.03))],
        [0.8, hex(lighter(base, -0.12))],
        [1, hex(lighter(base, -0.2))],
      ]),
    ) +
    artwork(art, print, { x: -112, y: -78, w: 224, h: 150 }) +
    fill('M-236 -70H236V-52H-236Z', '#fff', 'fill-opacity=".3"') +
    fill('M-250 -84H-214V74H-250ZM214 -84H250V74H214Z', '#000', 'fill-opacity=".14"');
  const crumbs = polygon([
    [0, 0],
    [92, -14],
    [110, 30],
    [98, 70],
    [8, 84],
    [-8, 40],
  ]);
  return (
    contactShadow(art, 590, FLOOR - 110, 260, brief.hue, 0.1) +
    group(wrap(18), `transform="translate(590 ${FLOOR - 230}) rotate(-9) scale(1.16)"`) +
    contactShadow(art, 600, FLOOR + 40, 290, brief.hue, 0.12) +
    group(wrap(18), `transform="translate(560 ${FLOOR - 34}) rotate(4) scale(1.16)"`) +
    group(
      fill(
        crumbs,
        art.linear('diagonal', [
          [0, hex(lighter(tone, 0.14))],
          [1, hex(lighter(tone, -0.14))],
        ]),
      ) +
        fill(
          ellipsePath(30, 20, 12, 9) + ellipsePath(66, 44, 10, 8) + ellipsePath(40, 60, 9, 7),
          hex(lighter(tone, 0.22)),
        ),
      `transform="translate(866 ${FLOOR - 20}) rotate(6)"`,
    )
  );
};
