import { type Art, boxPath, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Color, hex, lighter } from '../color.ts';
import { contactShadow, rim } from '../solids.ts';
import { polygon } from './textures.ts';

type Corner = readonly [number, number];

/** A see-through jelly cube, turned by degrees, with or without a coat of sugar. */
export const jelly = (
  art: Art,
  cx: number,
  foot: number,
  size: number,
  turn: number,
  base: Color,
  sugared: boolean,
): string => {
  const angle = (turn * Math.PI) / 180;
  const ux = Math.cos(angle) * size;
  const uy = Math.sin(angle) * size * 0.4;
  const vx = Math.sin(angle) * size;
  const vy = -Math.cos(angle) * size * 0.4;
  const height = size * 0.86;
  const at = (u: number, v: number, up: number): Corner => [
    cx + (u - 0.5) * ux + (v - 0.5) * vx,
    foot - size * 0.22 + (u - 0.5) * uy + (v - 0.5) * vy - up * height,
  ];
  const join = size * 0.24;
  const face = (corners: Corner[], paint: string, edge: string): string =>
    `<path d="${polygon(corners)}" fill="${paint}" stroke="${edge}" stroke-width="${round(join)}" stroke-linejoin="round"/>`;
  const light = hex(lighter(base, 0.1));
  const dark = hex(lighter(base, -0.12));
  const front = [at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)];
  const flank =
    turn > 0
      ? [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)]
      : [at(0, 0, 0), at(0, 1, 0), at(0, 1, 1), at(0, 0, 1)];
  const top = [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)];
  let sugar = '';
  if (sugared) {
    for (let i = 0; i < 58; i++) {
      const [u, v] = [art.random.between(-0.06, 1.06), art.random.between(-0.06, 1.06)];
      const [x, y] = i % 2 === 0 ? at(u, v, 1.04) : at(u, 0, v);
      sugar += p`M${x} ${y}l2.400 1.200l-1 2.200l-2.200 -1z`;
    }
  }
  return (
    face(flank, dark, dark) +
    face(
      front,
      art.linear('down', [
        [0, hex(base)],
        [0.6, hex(lighter(base, -0.05))],
        [1, hex(lighter(base, 0.12))],
      ]),
      hex(lighter(base, -0.03)),
    ) +
    face(top, light, light) +
    fill(
      polygon([at(0.12, 0.2, 1.06), at(0.66, 0.16, 1.06), at(0.54, 0.5, 1.06), at(0.14, 0.54, 1.06)]),
      '#fff',
      'fill-opacity=".5"',
    ) +
    fill(
      polygon([at(0.08, 0, 0.84), at(0.24, 0, 0.84), at(0.2, 0, 0.2), at(0.08, 0, 0.24)]),
      '#fff',
      'fill-opacity=".34"',
    ) +
    (sugar === '' ? '' : fill(sugar, '#fff', 'fill-opacity=".72"'))
  );
};

/** A ring of jelly lying flat, its near half another color. */
export const ring = (art: Art, cx: number, cy: number, radius: number, base: Color, second: Color): string => {
  const ry = radius * 0.46;
  const thick = radius * 0.4;
  let sugar = '';
  for (let i = 0; i < 70; i++) {
    const angle = art.random.between(0, 6.28);
    const far = art.random.between(0.52, 0.98);
    sugar += p`M${cx + Math.cos(angle) * radius * far} ${cy + Math.sin(angle) * ry * far}l2.200 1.200l-1 2l-2 -1z`;
  }
  return (
    ellipse(cx, cy + thick * 0.5, radius, ry, hex(lighter(second, -0.16))) +
    fill(
      `${ellipsePath(cx, cy, radius, ry)}${ellipsePath(cx, cy, radius * 0.42, ry * 0.38)}`,
      art.linear('down', [
        [0, hex(lighter(base, 0.1))],
        [0.5, hex(base)],
        [0.54, hex(second)],
        [1, hex(lighter(second, -0.06))],
      ]),
      'fill-rule="evenodd"',
    ) +
    fill(ellipsePath(cx, cy, radius * 0.42, ry * 0.38), hex(lighter(base, -0.3))) +
    stroke(
      p`M${cx - radius * 0.7} ${cy - ry * 0.24}Q${cx - radius * 0.4} ${cy - ry * 0.86} ${cx + radius * 0.2} ${cy - ry * 0.76}`,
      '#fff',
      radius * 0.08,
      'stroke-opacity=".6"',
    ) +
    fill(sugar, '#fff', 'fill-opacity=".7"')
  );
};

/** A soft capsule of oil on its side, rotated by degrees. */
export const capsule = (art: Art, cx: number, cy: number, length: number, turn: number, base: Color): string => {
  const half = length / 2;
  const r = length * 0.26;
  return group(
    ellipse(0, r * 0.9, half * 1.02, r * 0.5, '#000', 'fill-opacity=".4"') +
      fill(
        boxPath(-half, -r, length, r * 2, r),
        art.linear('down', [
          [0, hex(lighter(base, 0.08))],
          [0.3, hex(lighter(base, 0.02))],
          [0.7, hex(lighter(base, -0.12))],
          [0.88, hex(lighter(base, 0.12))],
          [1, hex(lighter(base, -0.1))],
        ]),
      ) +
      fill(boxPath(-half * 0.74, -r * 0.74, length * 0.6, r * 0.42, r * 0.2), '#fff', 'fill-opacity=".75"') +
      rim(p`M${-half * 0.6} ${r * 0.72}H${half * 0.7}`, 0.4, 2, hex(lighter(base, 0.2))),
    `transform="translate(${round(cx)} ${round(cy)}) rotate(${round(turn)})"`,
  );
};

/** A bar of chocolate leaning back, its squares in relief; `rows` and `columns` of them. */
export const chocolate = (
  art: Art,
  x: number,
  y: number,
  cell: number,
  rows: number,
  columns: number,
  base: Color,
): string => {
  const width = columns * cell;
  const height = rows * cell * 0.86;
  let squares = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = x + column * cell + cell * 0.07;
      const top = y + row * cell * 0.86 + cell * 0.06;
      const w = cell * 0.86;
      const h = cell * 0.74;
      const inset = cell * 0.13;
      squares +=
        fill(boxPath(left, top, w, h, 5), hex(lighter(base, -0.07))) +
        fill(
          p`M${left} ${top}H${left + w}L${left + w - inset} ${top + inset}H${left + inset}L${left + inset} ${top + h - inset}L${left} ${top + h}Z`,
          hex(lighter(base, 0.13)),
        ) +
        fill(
          boxPath(left + inset, top + inset, w - 2 * inset, h - 2 * inset, 3),
          art.linear('diagonal', [
            [0, hex(lighter(base, 0.09))],
            [0.5, hex(lighter(base, 0.01))],
            [1, hex(lighter(base, -0.04))],
          ]),
        );
    }
  }
  return (
    fill(boxPath(x + 8, y + 12, width, height, 8), '#000', 'fill-opacity=".4"') +
    fill(
      boxPath(x, y, width, height, 8),
      art.linear('diagonal', [
        [0, hex(lighter(base, 0.04))],
        [1, hex(lighter(base, -0.12))],
      ]),
    ) +
    squares
  );
};

/** A round cookie lying flat, with chips in it. */
export const biscuit = (art: Art, cx: number, foot: number, radius: number, base: Color, chip: Color): string => {
  const { random } = art;
  const top = foot - radius * 0.3;
  let chips = '';
  let gleams = '';
  for (let i = 0; i < 11; i++) {
    const angle = i * 2.4 + random.between(-0.2, 0.2);
    const far = Math.sqrt((i + 0.4) / 11) * 0.84;
    const x = cx + Math.cos(angle) * radius * far;
    const y = top + Math.sin(angle) * radius * 0.36 * far;
    const s = radius * random.between(0.07, 0.12);
    chips += ellipsePath(x, y, s, s * 0.62);
    gleams += ellipsePath(x - s * 0.25, y - s * 0.2, s * 0.34, s * 0.18);
  }
  return (
    contactShadow(art, cx, foot - radius * 0.06, radius * 0.94, base.h, 0.32) +
    fill(
      p`M${cx - radius} ${top}C${cx - radius * 1.04} ${foot + radius * 0.02} ${cx - radius * 0.6} ${foot + radius * 0.2} ${cx} ${foot + radius * 0.22}C${cx + radius * 0.6} ${foot + radius * 0.2} ${cx + radius * 1.04} ${foot + radius * 0.02} ${cx + radius} ${top}Z`,
      art.linear('right', [
        [0, hex(lighter(base, -0.08))],
        [0.3, hex(lighter(base, 0.02))],
        [1, hex(lighter(base, -0.24))],
      ]),
    ) +
    ellipse(
      cx,
      top,
      radius,
      radius * 0.4,
      art.radial(
        [
          [0, hex(lighter(base, 0.09))],
          [0.7, hex(base)],
          [1, hex(lighter(base, -0.1))],
        ],
        [0.36, 0.32],
      ),
    ) +
    fill(chips, hex(chip)) +
    fill(gleams, '#fff', 'fill-opacity=".4"')
  );
};

/** Beads of cold water on a body between x and y bounds. */
export const dew = (art: Art, x: number, y: number, width: number, height: number, count: number): string => {
  let drops = '';
  let lights = '';
  for (let i = 0; i < count; i++) {
    const cx = x + art.random.between(0, width);
    const cy = y + art.random.between(0, height);
    const r = art.random.between(2, 5.5);
    drops += ellipsePath(cx, cy, r, r * 1.15);
    lights += ellipsePath(cx - r * 0.3, cy - r * 0.36, r * 0.34, r * 0.34);
  }
  return fill(drops, '#fff', 'fill-opacity=".22"') + fill(lights, '#fff', 'fill-opacity=".9"');
};
