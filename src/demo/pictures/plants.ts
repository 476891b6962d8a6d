import { type Art, fill, group, p, round, stroke } from './art.ts';
import type { Room } from './room.ts';

/** The plants in the dark behind a subject. */
export type Plant = 'lance' | 'fern' | 'palm' | 'eucalyptus' | 'hemp' | 'monstera';

/** The outline of each plant's leaf, from (0, 0) upward, `length` high. */
const SHAPES: Record<Plant, (length: number) => string> = {
  lance: (length) => blade(0, 0, length, -90, 0.2),
  fern: (length) => {
    let d = p`M-2 0Q3 ${-length * 0.5} 0 ${-length}Q8 ${-length * 0.5} 3 0Z`;
    for (let i = 0; i < 15; i++) {
      const at = 0.12 + i * 0.058;
      const reach = length * 0.34 * Math.sin(Math.PI * Math.min(1, at * 0.86 + 0.1));
      d +=
        blade(0, -length * at, reach, -150 + i * 3.4, 0.17) +
        blade(0, -length * (at + 0.02), reach, -30 - i * 3.4, 0.17);
    }
    return d;
  },
  palm: (length) => {
    let d = '';
    for (let i = -5; i <= 5; i++)
      d += blade(0, -length * 0.12, length * (0.98 - Math.abs(i) * 0.055), -90 + i * 19, 0.09);
    return d + blade(0, 0, length * 0.3, -90, 0.08);
  },
  eucalyptus: (length) => {
    let d = p`M-2 0Q14 ${-length * 0.5} 0 ${-length}Q20 ${-length * 0.5} 3 0Z`;
    for (let i = 0; i < 7; i++) {
      const at = 0.14 + i * 0.125;
      const reach = length * (0.25 - i * 0.018);
      d +=
        blade(5, -length * at, reach, -158 + i * 5, 0.46) + blade(5, -length * (at + 0.05), reach, -24 - i * 5, 0.46);
    }
    return d;
  },
  hemp: (length) => {
    let d = blade(0, 0, length * 0.26, 90, 0.05);
    for (let i = -3; i <= 3; i++) d += serrated(length * [0.74, 0.68, 0.52, 0.32][Math.abs(i)]!, -90 + i * 33);
    return d;
  },
  monstera: (length) => {
    let d = p`M0 0`;
    for (const side of [-1, 1]) {
      d += p`M0 ${-length * 0.06}C${side * length * 0.5} ${length * 0.08} ${side * length * 0.56} ${-length * 0.34} ${side * length * 0.42} ${-length * 0.44}L${side * length * 0.17} ${-length * 0.38}L${side * length * 0.43} ${-length * 0.52}C${side * length * 0.42} ${-length * 0.62} ${side * length * 0.36} ${-length * 0.68} ${side * length * 0.31} ${-length * 0.71}L${side * length * 0.12} ${-length * 0.56}L${side * length * 0.26} ${-length * 0.77}C${side * length * 0.18} ${-length * 0.9} ${side * length * 0.06} ${-length * 0.96} 0 ${-length}Z`;
    }
    return d;
  },
};

/** One lens-shaped leaf by its root, length, direction in degrees, and width as a share of its length. */
const blade = (x: number, y: number, length: number, degrees: number, width: number): string => {
  const angle = (degrees * Math.PI) / 180;
  const along = (share: number, aside: number): [number, number] => [
    x + length * (share * Math.cos(angle) - aside * Math.sin(angle)),
    y + length * (share * Math.sin(angle) + aside * Math.cos(angle)),
  ];
  const [tipX, tipY] = along(1, 0);
  const [ax, ay] = along(0.42, width);
  const [bx, by] = along(0.42, -width);
  return p`M${x} ${y}Q${ax} ${ay} ${tipX} ${tipY}Q${bx} ${by} ${x} ${y}Z`;
};

/** A serrated finger of a hemp leaf. */
const serrated = (length: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  const point = (share: number, aside: number): string =>
    p`${length * (share * Math.cos(angle) - aside * Math.sin(angle))} ${length * (share * Math.sin(angle) + aside * Math.cos(angle))}`;
  const width = (share: number): number => 0.13 * Math.sin(Math.PI * share ** 0.8);
  const teeth = 9;
  const right: string[] = [];
  const left: string[] = [];
  for (let i = 1; i < teeth; i++) {
    const share = i / teeth;
    right.push(`L${point(share + 0.05, width(share))}L${point(share + 0.015, width(share) * 0.72)}`);
    left.unshift(`L${point(share + 0.015, -width(share) * 0.72)}L${point(share + 0.05, -width(share))}`);
  }
  return `M0 0${right.join('')}L${point(1, 0)}${left.join('')}Z`;
};

/**
 * One leaf that fades toward its root. `soft` says how far it is out of focus: the width of a faint line along its edge,
 * which costs much less than a blur filter.
 */
export const leaf = (
  art: Art,
  plant: Plant,
  room: Room,
  at: {
    x: number;
    y: number;
    length: number;
    turn: number;
    hueTurn?: number;
    light: number;
    opacity: number;
    soft: number;
  },
): string => {
  const d = SHAPES[plant](at.length);
  const paint = art.linear('down', [
    [0, room.paint(at.light + 0.1, 0.09, at.hueTurn), at.opacity],
    [1, room.paint(at.light - 0.06, 0.06, at.hueTurn), at.opacity * 0.35],
  ]);
  const edge =
    at.soft === 0
      ? ''
      : stroke(d, room.paint(at.light, 0.08, at.hueTurn), at.soft, `stroke-opacity="${round(at.opacity * 0.3, 3)}"`);
  return group(edge + fill(d, paint), `transform="translate(${round(at.x)} ${round(at.y)}) rotate(${round(at.turn)})"`);
};

/** Leaves that reach in from the right behind the subject, and a faint one from the left, where badges are. */
export const foliage = (art: Art, plant: Plant, room: Room): string => {
  const { random } = art;
  let content = '';
  for (let i = 0; i < 6; i++) {
    const side = i === 0 ? -1 : 1;
    const deep = i < 3;
    content += leaf(art, plant, room, {
      x: 600 + side * random.between(side < 0 ? 430 : 380, 560),
      y: side < 0 ? random.between(420, 560) : deep ? random.between(60, 480) : random.between(380, 780),
      length: deep ? random.between(240, 340) : random.between(280, 400),
      turn: -side * random.between(20, 75) + (i % 2 === 0 ? 0 : side * random.between(20, 90)),
      hueTurn: random.between(-14, 14),
      light: deep ? 0.4 : 0.31,
      opacity: side < 0 ? 0.2 : deep ? random.between(0.3, 0.46) : random.between(0.42, 0.6),
      soft: deep ? 10 : 4,
    });
  }
  return content;
};
