import { type Art, fill, p, round, stroke } from '../art.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';

/** The level of detail: a bud that fills the picture, one in front of a pack, or one of many behind glass. */
type BudDetail = 'close' | 'near' | 'far';

const CLUSTERS: Record<BudDetail, number> = { close: 34, near: 21, far: 13 };
const GRAINS_OF_FROST: Record<BudDetail, number> = { close: 9, near: 8, far: 3 };

/** A point of the bud, and the direction in which it grows there, in radians (0: up). */
interface Growth {
  readonly x: number;
  readonly y: number;
  /** From −1 (behind) to 1 (in front). */
  readonly z: number;
  readonly turn: number;
  readonly size: number;
}

/** The colors of a flower. */
interface Paints {
  readonly calyx: Color;
  /** Some clusters have this one: no flower has a single color. */
  readonly other: Color;
  readonly leaf: Color;
}

const TOP = -132;
const FOOT = 116;
const GOLDEN_ANGLE = 2.399963;

/**
 * A trimmed flower about 200 wide and 260 high around (0, 0), tip up and lit from the upper left. It has clusters of
 * swollen calyxes around a stem with dark gaps between them, narrow sugar leaves, tufts of rust-colored hairs and a
 * dusting of frost. It is a symbol, so a jar full of buds stays cheap to render. No two are alike.
 */
export const bud = (art: Art, tone: Color, detail: BudDetail = 'near'): string => {
  const near = detail !== 'far';
  const paints = paintsOf(tone);
  const clusters = clustersOf(art, CLUSTERS[detail]);
  let body = stem(art) + silhouette(clusters, paints.leaf);
  for (const at of clusters) {
    const behind = at.z < -0.1;
    if (near ? art.random.between(0, 1) < (behind ? 0.8 : 0.34) : behind) body += sugarLeaf(art, at, paints.leaf);
    body += cluster(art, at, art.random.between(0, 1) < 0.22 ? paints.other : paints.calyx, near);
    if (near ? art.random.between(0, 1) < 0.72 : at.z > 0) body += hairs(art, at, near);
  }
  return art.symbol(body + frost(art, clusters, GRAINS_OF_FROST[detail]));
};

/** Flowers are duller than the words for them: the tone only tints them. A purple one stays partly green. */
const paintsOf = (tone: Color): Paints => {
  const purple = tone.h > 280 && tone.h < 350;
  const l = 0.56 + (tone.l - 0.56) * 0.62;
  if (purple) {
    return {
      calyx: color(l + 0.03, tone.c * 0.78, tone.h),
      other: color(l + 0.08, 0.07, 132),
      leaf: color(l - 0.08, 0.06, 330),
    };
  }
  const h = 124 + (tone.h - 124) * 0.6;
  return {
    calyx: color(l + 0.03, 0.045 + tone.c * 0.5, h),
    other: color(l + 0.08, 0.04 + tone.c * 0.46, h - 12),
    leaf: color(l - 0.06, 0.04 + tone.c * 0.45, h + 9),
  };
};

/** Half the width at a share of the height: a leaning, lumpy cone with a round foot. */
const reachAt = (share: number): number => 66 * Math.sin(Math.PI * (0.06 + 0.76 * share)) ** 0.9;

/** Clusters in a spiral around the stem, those behind first, and the upper ones before the lower ones. */
const clustersOf = ({ random }: Art, count: number): Growth[] => {
  const lean = random.between(-20, 20);
  const spin = random.between(0, 6.28);
  const clusters: (Growth & { order: number })[] = [];
  for (let i = 0; i < count; i++) {
    const share = ((i + 0.3) / count) ** 0.78;
    const angle = spin + i * GOLDEN_ANGLE + random.between(-0.25, 0.25);
    const reach = reachAt(share) * random.between(0.78, 1.18);
    const z = Math.cos(angle);
    const x = Math.sin(angle) * reach + lean * (1 - share);
    const y = TOP + 34 + (FOOT - TOP - 54) * share + random.between(-7, 7);
    const outward = Math.sin(angle) * (0.2 + 0.7 * share);
    clusters.push({
      x,
      y,
      z,
      turn: outward + random.between(-0.16, 0.16),
      size: (23 + 13 * Math.sin(Math.PI * share)) * random.between(0.84, 1.16) * (count < 20 ? 1.3 : 1),
      order: z * 60 + y * 0.55,
    });
  }
  return clusters.toSorted((a, b) => a.order - b.order);
};

/** A drop with a pointed end: the outline of a calyx. `wide` is its width as a share of its length. */
const drop = (x: number, y: number, length: number, turn: number, wide: number): string => {
  const sin = Math.sin(turn) * length;
  const cos = Math.cos(turn) * length;
  const at = (across: number, along: number): string =>
    p`${x + across * cos + along * sin} ${y + across * sin - along * cos}`;
  return `M${at(0, 1)}C${at(wide * 0.5, 0.62)} ${at(wide * 1.15, -0.24)} ${at(0, -0.36)}C${at(-wide * 1.15, -0.24)} ${at(-wide * 0.5, 0.62)} ${at(0, 1)}Z`;
};

/** The dark depth between the clusters. */
const silhouette = (clusters: readonly Growth[], leaf: Color): string =>
  fill(
    drop(0, FOOT - 78, FOOT - TOP - 96, 0, 0.44) +
      clusters.map(({ x, y, size, turn }) => drop(x, y, size * 1.1, turn, 0.86)).join(''),
    hex(lighter(leaf, -0.3)),
  );

/** The places of a cluster's calyxes: across and along its direction, with the angle to which they fan out. */
const CALYXES: readonly (readonly [across: number, along: number, fan: number])[] = [
  [0.04, 0.62, 0],
  [-0.36, 0.4, -0.5],
  [0.38, 0.36, 0.52],
  [-0.02, 0.28, 0.06],
  [-0.58, 0, -0.8],
  [0.58, -0.04, 0.82],
  [-0.22, 0, -0.26],
  [0.26, -0.08, 0.3],
  [0, -0.36, 0],
];
const FEW_CALYXES = CALYXES.filter((_, i) => i < 4 || i > 5);

/** Calyxes that overlap like scales around one tip, each with a dark edge. Far ones share their paths. */
const cluster = ({ random }: Art, at: Growth, base: Color, near: boolean): string => {
  const sin = Math.sin(at.turn);
  const cos = Math.cos(at.turn);
  // Calyxes behind or below are darker, and so are those that turn away from the light.
  const lit = 0.06 * at.z - 0.0013 * at.x - 0.0008 * at.y - 0.05;
  let content = '';
  let gleam = '';
  const far = ['', ''];
  for (const [i, [across, along, fan]] of (near && at.z > -0.45 ? CALYXES : FEW_CALYXES).entries()) {
    const x = at.x + (across * cos + along * sin) * at.size + random.between(-2, 2);
    const y = at.y + (across * sin - along * cos) * at.size + random.between(-2, 2);
    const turn = at.turn + fan + random.between(-0.3, 0.3);
    const length = at.size * random.between(0.5, 0.68);
    const light = lit + along * 0.1 - across * 0.13 + random.between(-0.04, 0.04);
    const outline = drop(x, y, length, turn, 0.66);
    if (near)
      content += fill(
        outline,
        hex(lighter(base, light)),
        `stroke="${hex(lighter(base, light - 0.2))}" stroke-width="1.8"`,
      );
    else far[i % 2] += outline;
    gleam += drop(x - length * 0.16, y - length * 0.12, length * 0.6, turn - 0.14, 0.34);
  }
  if (!near) content = fill(far[0]!, hex(lighter(base, lit - 0.1))) + fill(far[1]!, hex(lighter(base, lit + 0.03)));
  return content + fill(gleam, hex(lighter(base, lit + 0.24, 0.7)), 'fill-opacity=".42"');
};

/** A narrow, toothed leaf that reaches out from between the calyxes. */
const sugarLeaf = ({ random }: Art, at: Growth, base: Color): string => {
  const side = at.x === 0 ? random.pick([-1, 1]) : Math.sign(at.x);
  const turn = at.turn * 0.9 + side * random.between(0.16, 0.75);
  const length = random.between(62, 104);
  const curl = side * random.between(-4, 20);
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  const bend = (along: number): number => curl * along ** 2;
  const point = (along: number, aside: number): string => {
    const across = aside + bend(along);
    return p`${at.x + across * cos + along * length * sin} ${at.y + across * sin - along * length * cos}`;
  };
  const width = (along: number): number => 11 * Math.sin(Math.PI * (0.1 + 0.9 * along)) ** 0.7;
  const right: string[] = [];
  const left: string[] = [];
  for (const along of [0.2, 0.42, 0.62, 0.8]) {
    right.push(`L${point(along + 0.05, width(along))}L${point(along + 0.06, width(along) * 0.62)}`);
    left.unshift(`L${point(along + 0.06, -width(along) * 0.62)}L${point(along + 0.05, -width(along))}`);
  }
  const lit = random.between(-0.05, 0.06) - 0.0007 * at.x;
  return (
    fill(
      `M${point(0, 0)}${right.join('')}L${point(1, 0)}${left.join('')}Z`,
      hex(lighter(base, lit)),
      `stroke="${hex(lighter(base, lit - 0.2))}" stroke-width="1.6"`,
    ) + stroke(`M${point(0.1, 0)}L${point(0.5, 0)}L${point(0.92, 0)}`, hex(lighter(base, lit + 0.16)), 2)
  );
};

/** A tuft of curled hairs at the tip of a cluster. */
const hairs = ({ random }: Art, at: Growth, near: boolean): string => {
  const tipX = at.x + Math.sin(at.turn) * at.size * 0.5;
  const tipY = at.y - Math.cos(at.turn) * at.size * 0.5;
  let d = '';
  for (let i = random.whole(2, near ? 5 : 3); i > 0; i--) {
    const turn = at.turn + random.between(-1.3, 1.3);
    const length = random.between(16, 34) * (near ? 1 : 1.2);
    const curl = random.between(-14, 14);
    const dx = Math.sin(turn) * length;
    const dy = -Math.cos(turn) * length;
    d += p`M${tipX + random.between(-9, 9)} ${tipY + random.between(-7, 9)}q${dx * 0.5 + curl} ${dy * 0.5} ${dx} ${dy}`;
    if (near) d += p`q${dx * 0.1 - curl * 0.5} ${dy * 0.1 - 4} ${-curl * 0.6} ${-random.between(1, 7)}`;
  }
  return stroke(d, lch(random.between(0.6, 0.74), 0.15, random.between(46, 62)), near ? 3.1 : 4.4);
};

/** The cut end of the stem. */
const stem = ({ random }: Art): string =>
  fill(
    p`M-8 ${FOOT - 30}L${-7 + random.between(-3, 3)} ${FOOT - 6}L${7 + random.between(-3, 3)} ${FOOT - 9}L8 ${FOOT - 30}Z`,
    lch(0.6, 0.07, 112),
    `stroke="${lch(0.34, 0.05, 112)}" stroke-width="2"`,
  );

const frost = ({ random }: Art, clusters: readonly Growth[], grains: number): string => {
  let d = '';
  for (const { x, y, size, turn } of clusters) {
    for (let i = 0; i < grains; i++) {
      const along = random.between(-0.3, 0.9) * size;
      const across = random.between(-0.42, 0.42) * size;
      d += p`M${x + across * Math.cos(turn) + along * Math.sin(turn)} ${y + across * Math.sin(turn) - along * Math.cos(turn)}l1.6 1.6l-1.6 1.6l-1.6 -1.6z`;
    }
  }
  return fill(d, '#fff', 'fill-opacity=".8"');
};

/** A bud at a position. */
export const placed = (id: string, x: number, y: number, scale: number, turn: number, flip = false): string =>
  `<use href="#${id}" transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(flip ? -scale : scale, 3)} ${round(scale, 3)})"/>`;
