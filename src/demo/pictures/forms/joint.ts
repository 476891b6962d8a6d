import { type Art, ellipse, fill, group, p, round, stroke } from '../art.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { contactShadow } from '../solids.ts';
import { sparkle } from './textures.ts';

/** How a joint is rolled. */
export interface Roll {
  readonly paper: Color;
  /** Printed band above the filter. */
  readonly band: Color;
  /** Color of the dust on the outside. */
  readonly dust?: Color;
  /** The end is not twisted but open, and shows what is inside. */
  readonly open?: boolean;
}

const WHITE = color(0.95, 0.018, 88);
export const BROWN = color(0.7, 0.07, 66);
export const LEAF = color(0.43, 0.06, 60);
const HERB = color(0.56, 0.1, 124);

/** The paper from filter to shoulder: a cone that widens upward. */
const CONE = 'M-18 -8L-35 -338Q0 -350 35 -338L18 -8A18 5 0 0 1 -18 -8Z';

/** A joint upright, filter down, its foot at (0, 0), about 440 high: a paper cone with a rolled tip of card. */
export const joint = (art: Art, roll: Roll): string => {
  const { random } = art;
  const shade = (by: number): string => hex(lighter(roll.paper, by));
  const across = art.linear('right', [
    [0, shade(-0.24)],
    [0.16, shade(-0.02)],
    [0.36, shade(0.05)],
    [0.66, shade(-0.08)],
    [0.94, shade(-0.27)],
    [1, shade(-0.14)],
  ]);
  // The herb shows through the thin paper, more so toward the wide end.
  let herb = '';
  for (let i = 0; i < 44; i++) {
    const y = -350 + 210 * random.between(0, 1) ** 1.5;
    const half = 18 + (17 * -y) / 338 - 5;
    herb += p`M${random.between(-half, half - 8)} ${y}l${random.between(4, 11)} ${random.between(-4, 6)}l${random.between(-7, 1)} ${random.between(4, 10)}z`;
  }
  let seams = '';
  for (let i = 0; i < 5; i++)
    seams += p`M${-19 - i * 3.2} ${-62 - i * 62}Q0 ${-44 - i * 64} ${20 + i * 3.2} ${-74 - i * 62}`;
  return (
    fill(CONE, across) +
    fill(herb, hex(lighter(HERB, -0.16)), 'fill-opacity=".3"') +
    stroke(seams, shade(-0.26), 1.6, 'stroke-opacity=".32"') +
    (roll.dust === undefined ? '' : dusting(art, roll.dust)) +
    (roll.open === true ? openEnd(art, shade) : twist(art, across, shade)) +
    crutch(art, roll.band) +
    stroke('M-28 -322L-16 -92', '#fff', 4, 'stroke-opacity=".4"')
  );
};

/** The wide end, wrung to a wick. */
const twist = ({ random }: Art, paint: string, shade: (by: number) => string): string => {
  let folds = '';
  for (const x of [-26, -17, -7, 4, 14, 24])
    folds += p`M${x} ${-336 + random.between(-4, 4)}Q${x * 0.5} -366 ${x * 0.2} -388`;
  return (
    fill(
      'M-35 -339Q-35 -360 -21 -371Q-10 -380 -8 -392Q-6 -404 -15 -428Q-18 -440 -11 -444Q-5 -434 -1 -446Q5 -438 9 -444Q16 -436 12 -424Q7 -404 9 -392Q11 -380 22 -370Q35 -359 35 -339Q0 -327 -35 -339Z',
      paint,
    ) +
    stroke(folds, shade(-0.34), 2.6, 'stroke-opacity=".55"') +
    stroke(
      'M-8 -398L8 -390M-9 -407L7 -399M-11 -417L8 -408M-13 -427L10 -417M-12 -436L11 -426',
      shade(-0.36),
      2.6,
      'stroke-opacity=".6"',
    ) +
    stroke('M-29 -352Q-20 -370 -8 -380', '#fff', 3, 'stroke-opacity=".5"')
  );
};

/** The wide end open, filled with ground herb to above its edge. */
const openEnd = (art: Art, shade: (by: number) => string): string =>
  ellipse(0, -338, 35, 12, shade(-0.34)) +
  groundHerb(art, 0, -345, 31, 13, 46) +
  stroke('M-35 -338A35 12 0 0 0 35 -338', shade(0.04), 4);

/** The rolled card at the narrow end, with its spiral, and the printed band above it. */
const crutch = (art: Art, band: Color): string =>
  fill(
    'M-21 -66L-17 0A17 6 0 0 0 17 0L21 -66A21 5 0 0 1 -21 -66Z',
    art.linear('right', [
      [0, '#8a7a54'],
      [0.3, '#ecdcb4'],
      [0.6, '#cfba8b'],
      [1, '#6a5a3a'],
    ]),
  ) +
  ellipse(0, 0, 17, 6, '#cdb988') +
  stroke('M-11 1Q-9 -4 -2 -3T8 -1Q9 3 3 3T-3 0', '#5d4d30', 2.2) +
  fill(
    'M-21 -66L-23.5 -116A23 5 0 0 0 23.5 -116L21 -66A21 5 0 0 1 -21 -66Z',
    art.linear('right', [
      [0, hex(lighter(band, -0.22))],
      [0.3, hex(lighter(band, 0.1))],
      [1, hex(lighter(band, -0.26))],
    ]),
  ) +
  stroke('M-21.500 -72A22 5 0 0 0 21.500 -72', '#fff', 1.8, 'stroke-opacity=".5"');

/** Hash on the outside of the paper. */
const dusting = (art: Art, dust: Color): string =>
  fill(
    'M-24 -118L-35 -339Q0 -350 35 -339L24 -118Q0 -108 -24 -118Z',
    art.linear('right', [
      [0, hex(lighter(dust, -0.22))],
      [0.35, hex(lighter(dust, 0.08))],
      [1, hex(lighter(dust, -0.24))],
    ]),
  ) + sparkle(art, 0, -230, 28, 110, 130, 1.9);

/** Ground herb in a heap: crumbs in several greens, some hairs among them. */
export const groundHerb = (art: Art, cx: number, cy: number, reach: number, height: number, count: number): string => {
  const { random } = art;
  const shades = [-0.2, -0.06, 0.08, 0.2].map((by) => ({ paint: hex(lighter(HERB, by)), d: '' }));
  let strands = '';
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 6.28);
    const far = Math.sqrt(random.between(0, 1));
    const x = cx + Math.cos(angle) * reach * far;
    const y = cy + Math.sin(angle) * height * far - (1 - far) * height * 0.7;
    const s = random.between(4, 9) * Math.min(1, reach / 60 + 0.35);
    shades[(i * 7 + (y < cy ? 2 : 0)) % 4]!.d +=
      p`M${x - s} ${y}l${s * random.between(0.6, 1)} ${-s * random.between(0.5, 0.9)}l${s} ${s * 0.4}l${-s * 0.5} ${s * random.between(0.5, 0.9)}z`;
    if (i % 9 === 0) strands += p`M${x} ${y}q${random.between(-5, 5)} -6 ${random.between(-9, 9)} -8`;
  }
  return shades.map(({ paint, d }) => fill(d, paint)).join('') + stroke(strands, lch(0.66, 0.14, 54), 2.4);
};

/** A joint of white paper, or another. */
export const rolled = (band: Color, paper: Color = WHITE): Roll => ({ paper, band });

export const stood = (content: string, x: number, y: number, scale: number, lean: number): string =>
  group(content, `transform="translate(${round(x)} ${round(y)}) rotate(${round(lean)}) scale(${round(scale, 3)})"`);

/** A joint that lies in front, filter to the left, with a little of what is in it. Large: it is what the picture is about. */
export const lying = (art: Art, roll: Roll, x: number, y: number, scale: number, hue: number): string => {
  const length = 430 * scale;
  return (
    contactShadow(art, x + length * 0.5, y + 26 * scale, length * 0.46, hue, 0.03) +
    stood(joint(art, roll), x, y, scale, 83) +
    (roll.open === true
      ? groundHerb(art, x + length * 0.96, y + 4 * scale, 62 * scale, 20 * scale, 90)
      : groundHerb(art, x + length * 0.72, y + 44 * scale, 54 * scale, 12 * scale, 50))
  );
};
