import { type Art, ellipse, fill, p, round, stroke } from '../art.ts';
import { type Color, color, hex, lch, lighter, rotateHue } from '../color.ts';

/** The level of detail: a single bud in front, or one of many behind glass. */
type BudDetail = 'near' | 'far';

/** Neighbors in the spiral are 5, 8, 13… steps apart, so this many successive bracts never overlap and share a path. */
const SHARING = 5;

/**
 * A trimmed flower about 200 wide and 250 high around (0, 0): overlapping bracts in a spiral, lit from the upper left,
 * with rust-colored hairs and a dusting of frost. It is a symbol made of few paths, so a jar full of buds stays cheap
 * to render.
 */
export const bud = (art: Art, tone: Color, detail: BudDetail = 'near'): string => {
  const { random } = art;
  const near = detail === 'near';
  const count = near ? 200 : 55;
  const outline = near ? bract : plainBract;
  const purple = tone.h > 280 && tone.h < 350;
  // A purple flower is never purple throughout: some of its bracts stay green.
  const second = purple ? color(tone.l + 0.02, 0.06, 140) : color(tone.l, tone.c, tone.h - 10);
  let body = leaves(art, purple ? color(0.45, 0.07, 140) : tone);
  for (let i = count - 1; i >= 0; i -= SHARING) {
    let shade = '';
    let shape = '';
    let gleam = '';
    for (let j = i; j > i - SHARING && j >= 0; j--) {
      const depth = Math.sqrt((j + 0.5) / count);
      const angle = j * 2.399963;
      const lump = 1 + 0.1 * Math.sin(angle * 3 + 1);
      const y = Math.sin(angle) * depth * 112 * lump;
      const x = Math.cos(angle) * depth * 84 * lump * (1 - 0.32 * Math.max(0, -Math.sin(angle) * depth));
      const turn = Math.atan2(x, 58 - y) + random.between(-0.4, 0.4);
      const size = random.between(17, 24) * (near ? 0.9 : 1.46);
      shade += plainBract(x + 1.5, y + 2.5, size * 1.1, turn);
      shape += outline(x, y, size, turn);
      if (near)
        gleam += plainBract(x + Math.sin(turn) * size * 0.34, y - Math.cos(turn) * size * 0.34, size * 0.56, turn);
    }
    const deep = 0.15 * (i / count) ** 1.6;
    const own = i % 5 === 0 ? second : i % 7 === 0 ? rotateHue(tone, 5) : tone;
    body +=
      fill(shade, hex(lighter(own, -0.27)), 'fill-opacity=".6"') +
      fill(shape, lightAcross(art, lighter(own, 0.05 - deep))) +
      (near ? fill(gleam, hex(lighter(own, 0.2, 0.85)), 'fill-opacity=".3"') : '');
  }
  const round3d = ellipse(
    0,
    0,
    104,
    126,
    art.radial(
      [
        [0, '#fff', 0.1],
        [0.4, '#000', 0],
        [0.72, '#000', near ? 0.08 : 0.2],
        [0.9, '#000', near ? 0.05 : 0.5],
        [1, '#000', 0],
      ],
      [0.4, 0.36],
    ),
  );
  return art.symbol(body + round3d + hairs(art, near ? 44 : 12) + frost(art, near ? 210 : 44));
};

/** One bract as path data: a pointed drop, turned by radians. */
const bract = (x: number, y: number, size: number, turn: number): string => {
  const sin = Math.sin(turn) * size;
  const cos = Math.cos(turn) * size;
  const at = (across: number, along: number): string =>
    p`${x + across * cos - along * sin} ${y + across * sin + along * cos}`;
  return `M${at(0, -1.15)}C${at(0.62, -0.5)} ${at(0.72, 0.5)} ${at(0, 0.7)}C${at(-0.72, 0.5)} ${at(-0.62, -0.5)} ${at(0, -1.15)}Z`;
};

/** The same with straight sides, for bracts that are small or half hidden. */
const plainBract = (x: number, y: number, size: number, turn: number): string => {
  const sin = Math.sin(turn) * size;
  const cos = Math.cos(turn) * size;
  const at = (across: number, along: number): string =>
    p`${x + across * cos - along * sin} ${y + across * sin + along * cos}`;
  return `M${at(0, -1.15)}L${at(0.42, -0.45)}L${at(0.5, 0.2)}L${at(0, 0.7)}L${at(-0.5, 0.2)}L${at(-0.42, -0.45)}Z`;
};

/** The light that falls over the whole bud. */
const lightAcross = (art: Art, base: Color): string =>
  art.linearAt(-86, -104, 92, 116, [
    [0, hex(lighter(base, 0.2))],
    [0.4, hex(lighter(base, 0.04))],
    [0.75, hex(lighter(base, -0.14))],
    [1, hex(lighter(base, -0.2))],
  ]);

const leaves = (art: Art, tone: Color): string => {
  let d = '';
  for (let i = 0; i < 8; i++) {
    const length = art.random.between(120, 146);
    const angle = ((-160 + i * 44 + art.random.between(-14, 14)) * Math.PI) / 180;
    const at = (along: number, aside: number): string =>
      p`${along * Math.cos(angle) - aside * Math.sin(angle)} ${along * Math.sin(angle) + aside * Math.cos(angle)}`;
    d += `M${at(40, -10)}Q${at(length * 0.8, -12)} ${at(length, 0)}Q${at(length * 0.8, 12)} ${at(40, 10)}Z`;
  }
  return fill(d, lightAcross(art, lighter(tone, -0.12)));
};

const hairs = (art: Art, count: number): string => {
  const { random } = art;
  const strands = ['', ''];
  for (let i = 0; i < count; i++) {
    const dx = random.between(-16, 16);
    strands[i % 2] +=
      p`M${random.between(-68, 64)} ${random.between(-92, 86)}q${dx} ${random.between(-18, -4)} ${dx + random.between(-8, 8)} ${random.between(-30, -10)}`;
  }
  return stroke(strands[0]!, lch(0.62, 0.15, 48), 2.2) + stroke(strands[1]!, lch(0.76, 0.14, 64), 1.8);
};

const frost = (art: Art, count: number): string => {
  const { random } = art;
  let d = '';
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 6.28);
    const far = Math.sqrt(random.between(0, 1));
    d += p`M${Math.cos(angle) * far * 80 - 8} ${Math.sin(angle) * far * 104 - 8}l1.3 1.3l-1.3 1.3l-1.3 -1.3z`;
  }
  return fill(d, '#fff', 'fill-opacity=".75"');
};

/** A bud at a position. */
export const placed = (id: string, x: number, y: number, scale: number, turn: number, flip = false): string =>
  `<use href="#${id}" transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(flip ? -scale : scale, 3)} ${round(scale, 3)})"/>`;
