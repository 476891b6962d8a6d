/* Drawn plants as SVG path data. Pure geometry, the same every time. */

interface Frond {
  /** The foot of the stem. */
  x: number;
  y: number;
  /** Degrees; 0 points right, -90 up. */
  angle: number;
  length: number;
  /** How far the tip bends to the side, as a share of the length. Negative bends left. */
  bend: number;
  /** Pairs of leaflets. */
  pairs: number;
  /** The length of the longest leaflet, as a share of the frond's length. */
  leaf: number;
  /** The width of a leaflet, as a share of its length. */
  breadth?: number;
}

interface Point {
  x: number;
  y: number;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;

/** A pointed leaf that starts at `base`. The angle is in radians. */
const leaflet = (base: Point, angle: number, length: number, breadth: number): string => {
  const tip = { x: base.x + Math.cos(angle) * length, y: base.y + Math.sin(angle) * length };
  const side = (sign: number) => ({
    x: base.x + Math.cos(angle) * length * 0.42 - Math.sin(angle) * length * breadth * sign,
    y: base.y + Math.sin(angle) * length * 0.42 + Math.cos(angle) * length * breadth * sign,
  });
  return `M${at(base)}Q${at(side(1))} ${at(tip)}Q${at(side(-1))} ${at(base)}`;
};

/** A fern or palm frond: a bent stem with pairs of leaflets, which are shorter at both ends. */
export const frond = ({ x, y, angle, length, bend, pairs, leaf, breadth = 0.16 }: Frond): string => {
  const direction = (angle * Math.PI) / 180;
  const along = { x: Math.cos(direction), y: Math.sin(direction) };
  const across = { x: -along.y, y: along.x };
  const middle = { x: x + along.x * length * 0.55, y: y + along.y * length * 0.55 };
  const tip = {
    x: x + along.x * length + across.x * length * bend,
    y: y + along.y * length + across.y * length * bend,
  };
  const pointAt = (t: number): Point => ({
    x: (1 - t) ** 2 * x + 2 * (1 - t) * t * middle.x + t ** 2 * tip.x,
    y: (1 - t) ** 2 * y + 2 * (1 - t) * t * middle.y + t ** 2 * tip.y,
  });
  const headingAt = (t: number) =>
    Math.atan2(
      2 * (1 - t) * (middle.y - y) + 2 * t * (tip.y - middle.y),
      2 * (1 - t) * (middle.x - x) + 2 * t * (tip.x - middle.x),
    );

  const parts: string[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const t = 0.16 + (0.84 * pair) / pairs;
    const size = length * leaf * Math.sin(Math.PI * Math.min(1, 0.22 + t * 0.74)) ** 0.9;
    const spread = 1.05 - 0.5 * t;
    const heading = headingAt(t);
    for (const sign of [-1, 1]) parts.push(leaflet(pointAt(t), heading + sign * spread, size, breadth));
  }
  parts.push(leaflet(pointAt(0.97), headingAt(1), length * leaf * 0.5, breadth));
  // The stem is thin and tapers.
  const width = length * 0.012;
  const foot = (sign: number) => ({ x: x + across.x * width * sign, y: y + across.y * width * sign });
  parts.push(`M${at(foot(1))}Q${at(middle)} ${at(tip)}Q${at(middle)} ${at(foot(-1))}Z`);
  return parts.join('');
};

/** A whole plant: several fronds from one root, spread between two angles. */
export const plant = (
  root: Point,
  count: number,
  from: number,
  to: number,
  length: number,
  look: Pick<Frond, 'pairs' | 'leaf' | 'breadth'>,
): string => {
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0.5 : index / (count - 1);
    const angle = from + (to - from) * share;
    // The outer fronds bend more and are a little longer. A fixed irregularity makes it look natural.
    const lean = share - 0.5;
    const uneven = 0.86 + 0.14 * Math.sin(index * 2.4 + root.x);
    return frond({
      ...look,
      x: root.x,
      y: root.y,
      angle,
      length: length * uneven * (0.9 + Math.abs(lean) * 0.3),
      bend: lean * 0.7,
    });
  }).join('');
};
