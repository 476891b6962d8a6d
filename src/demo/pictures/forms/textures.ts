import { type Art, ellipse, fill, p, round, roundedPath, stroke } from '../art.ts';
import { type Color, hex, lighter } from '../color.ts';

type Point = readonly [number, number];

/** A cut stone: an irregular outline, a flat top, and sides shaded by how they face the light. */
export const crystal = (art: Art, cx: number, cy: number, size: number, base: Color): string => {
  const { random } = art;
  const sides = random.whole(5, 7);
  const spin = random.between(0, 6.28);
  const outer: Point[] = [];
  const inner: Point[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = spin + (i / sides) * Math.PI * 2;
    const radius = size * random.between(0.84, 1.1);
    outer.push([cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius * 0.82]);
    inner.push([cx + Math.cos(angle) * radius * 0.48 - size * 0.1, cy + Math.sin(angle) * radius * 0.4 - size * 0.16]);
  }
  let facets = '';
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    const angle = spin + ((i + 0.5) / sides) * Math.PI * 2;
    const lit = -Math.cos(angle) * 0.12 - Math.sin(angle) * 0.12 + random.between(-0.07, 0.07);
    facets += fill(polygon([outer[i]!, outer[next]!, inner[next]!, inner[i]!]), hex(lighter(base, lit)));
  }
  return (
    facets +
    fill(polygon(inner), hex(lighter(base, 0.14, 0.7))) +
    fill(polygon([inner[0]!, inner[1]!, [cx - size * 0.1, cy - size * 0.14]]), '#fff', 'fill-opacity=".5"')
  );
};

export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => p`${x} ${y}`).join('L')}Z`;

/** A heap of cut stones on a round floor, the farther ones first. */
export const crystals = (
  art: Art,
  cx: number,
  cy: number,
  reach: number,
  depth: number,
  size: number,
  count: number,
  base: Color,
): string => {
  const { random } = art;
  const places = Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4;
    const far = Math.sqrt(i / count) * 0.9;
    return [cx + Math.cos(angle) * reach * far, cy + Math.sin(angle) * depth * far - (1 - far) * size * 0.5] as const;
  }).toSorted((a, b) => a[1] - b[1]);
  return places
    .map(([x, y]) => crystal(art, x, y, size * random.between(0.7, 1.2), lighter(base, random.between(-0.06, 0.06))))
    .join('');
};

/** Whipped, glossy paste in a round dish: folds with a light and a dark side. */
export const whipped = (art: Art, cx: number, cy: number, rx: number, ry: number, base: Color): string => {
  const { random } = art;
  let content = ellipse(
    cx,
    cy,
    rx,
    ry,
    art.linear('right', [
      [0, hex(lighter(base, -0.12))],
      [0.35, hex(lighter(base, 0.04))],
      [1, hex(lighter(base, -0.15))],
    ]),
  );
  for (let i = 0; i < 11; i++) {
    const far = 0.86 - i * 0.075;
    const start = random.between(0, 6.28);
    const sweep = random.between(1.3, 2.6);
    const at = (share: number, dy: number): string => {
      const angle = start + sweep * share;
      return p`${cx + Math.cos(angle) * rx * far} ${cy + Math.sin(angle) * ry * far + dy}`;
    };
    const d = (dy: number): string => `M${at(0, dy)}Q${at(0.25, dy - 3)} ${at(0.5, dy)}T${at(1, dy)}`;
    const width = rx * random.between(0.1, 0.17);
    content +=
      stroke(d(width * 0.3), hex(lighter(base, -0.11)), width) +
      stroke(d(0), hex(lighter(base, -0.01)), width) +
      stroke(d(-width * 0.26), hex(lighter(base, 0.045)), width * 0.3);
  }
  return (
    content +
    stroke(
      p`M${cx - rx * 0.44} ${cy - ry * 0.3}q${rx * 0.2} ${-ry * 0.26} ${rx * 0.5} ${-ry * 0.2}`,
      '#fff',
      rx * 0.03,
      'stroke-opacity=".7"',
    )
  );
};

/** Coarse grains in a round dish. */
export const grains = (
  art: Art,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  size: number,
  count: number,
  base: Color,
): string => {
  const { random } = art;
  const shades = [-0.16, -0.05, 0.05, 0.15].map((by) => ({ paint: hex(lighter(base, by, by > 0.1 ? 0.7 : 1)), d: '' }));
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 6.28);
    const far = Math.sqrt(random.between(0, 1)) * 0.94;
    const x = cx + Math.cos(angle) * rx * far;
    const y = cy + Math.sin(angle) * ry * far;
    const s = size * random.between(0.6, 1.25);
    shades[i % 4]!.d += roundedPath(
      [
        [x - s, y],
        [x - s * 0.2, y - s * 0.8],
        [x + s * 0.9, y - s * 0.4],
        [x + s * 0.6, y + s * 0.6],
        [x - s * 0.4, y + s * 0.7],
      ],
      s * 0.25,
    );
  }
  return ellipse(cx, cy, rx, ry, hex(lighter(base, -0.2))) + shades.map(({ paint, d }) => fill(d, paint)).join('');
};

/** A still, clear liquid in a round dish, with stones under it. */
export const pool = (art: Art, cx: number, cy: number, rx: number, ry: number, base: Color): string =>
  ellipse(
    cx,
    cy,
    rx,
    ry,
    art.radial(
      [
        [0, hex(lighter(base, 0.12))],
        [0.6, hex(base)],
        [1, hex(lighter(base, -0.24))],
      ],
      [0.4, 0.6],
    ),
  ) +
  crystals(art, cx, cy + ry * 0.1, rx * 0.62, ry * 0.5, rx * 0.15, 12, lighter(base, 0.07, 0.8)) +
  ellipse(
    cx,
    cy,
    rx,
    ry,
    art.linear('down', [
      [0, hex(lighter(base, -0.12)), 0.5],
      [1, hex(lighter(base, 0.1)), 0.15],
    ]),
  ) +
  fill(
    p`M${cx - rx * 0.7} ${cy - ry * 0.2}Q${cx - rx * 0.3} ${cy - ry * 0.86} ${cx + rx * 0.3} ${cy - ry * 0.74}Q${cx - rx * 0.2} ${cy - ry * 0.5} ${cx - rx * 0.7} ${cy - ry * 0.2}Z`,
    '#fff',
    'fill-opacity=".5"',
  );

/** Fine sparks of light. */
export const sparkle = (
  art: Art,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  count: number,
  size = 1.6,
): string => {
  const { random } = art;
  let d = '';
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 6.28);
    const far = Math.sqrt(random.between(0, 1));
    const s = size * random.between(0.5, 1.3);
    d += p`M${cx + Math.cos(angle) * rx * far} ${cy + Math.sin(angle) * ry * far}l${s} ${s}l${-s} ${s}l${-s} ${-s}z`;
  }
  return fill(d, '#fff', 'fill-opacity=".85"');
};

/** A four-pointed glint. */
export const glint = (x: number, y: number, size: number, opacity = 0.9): string =>
  fill(
    p`M${x} ${y - size}Q${x} ${y} ${x + size} ${y}Q${x} ${y} ${x} ${y + size}Q${x} ${y} ${x - size} ${y}Q${x} ${y} ${x} ${y - size}Z`,
    '#fff',
    `fill-opacity="${round(opacity, 2)}"`,
  );
