import { ellipsePath, fill, group, p, round, stroke } from './art.ts';

/** The marks (logos) of the invented makers. Each is drawn in a square from −50 to 50. */
export type MarkName = keyof typeof MARKS;

interface Mark {
  readonly solid?: string;
  /** Cut out of the solid part. */
  readonly holes?: string;
  readonly line?: string;
  readonly width?: number;
}

const ray = (from: number, to: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return p`M${from * Math.cos(angle)} ${from * Math.sin(angle)}L${to * Math.cos(angle)} ${to * Math.sin(angle)}`;
};

const rays = (count: number, from: number, to: number, start = 0, sweep = 360): string =>
  Array.from({ length: count }, (_, i) => ray(from, to, start + (i * sweep) / count)).join('');
const petal = (degrees: number, length: number, width: number): string => {
  const angle = (degrees * Math.PI) / 180;
  const at = (along: number, aside: number): string =>
    p`${along * Math.cos(angle) - aside * Math.sin(angle)} ${along * Math.sin(angle) + aside * Math.cos(angle)}`;
  return `M0 0Q${at(length * 0.5, width)} ${at(length, 0)}Q${at(length * 0.5, -width)} 0 0Z`;
};

const petals = (count: number, length: number, width: number, start = -90): string =>
  Array.from({ length: count }, (_, i) => petal(start + (i * 360) / count, length, width)).join('');
const star = (points: number, outer: number, inner: number): string =>
  `${Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 === 0 ? outer : inner;
    return p`${i === 0 ? 'M' : 'L'}${radius * Math.cos(angle)} ${radius * Math.sin(angle)}`;
  }).join('')}Z`;
const circle = (cx: number, cy: number, r: number): string => ellipsePath(cx, cy, r, r);

const MARKS = {
  greenhouse: {
    line: 'M-38 46V-8Q-38 -48 0 -48Q38 -48 38 -8V46ZM0 46V-4M0 24Q-26 20 -24 -6Q2 -4 0 24M0 12Q24 8 24 -18Q0 -16 0 12',
    width: 6,
  },
  quartz: { line: 'M-22 44L-32 -8L-8 -48L14 -14L8 44ZM-8 -48L-6 44M8 44L30 44L38 8L22 -14L14 -2', width: 5 },
  candle: {
    solid: 'M0 -50C20 -24 24 -8 24 6A24 24 0 0 1 -24 6C-24 -8 -12 -18 0 -50Z',
    holes: 'M0 -14C9 -2 11 4 11 10A11 11 0 0 1 -11 10C-11 2 -4 -4 0 -14Z',
    line: 'M-30 46H30M-14 36V46M14 36V46',
    width: 6,
  },
  lantern: {
    line: 'M-26 -22H26L32 38H-32ZM-16 -22V-34Q0 -50 16 -34V-22M-38 46H38',
    solid: 'M0 -10C13 4 14 12 14 18A14 14 0 0 1 -14 18C-14 12 -8 4 0 -10Z',
    width: 5,
  },
  crescent: { solid: 'M18 -46A48 48 0 1 0 46 18A38 38 0 0 1 18 -46Z', line: rays(3, 12, 30, -80, 60), width: 5 },
  anvil: { solid: 'M-48 -26H48V-12Q20 -8 14 10H24V24H36V40H-36V24H-24V10H-14Q-20 -6 -48 -10Z' },
  kiln: {
    solid: 'M-42 46V0A42 42 0 0 1 42 0V46H20V14A20 20 0 0 0 -20 14V46Z',
    line: 'M0 -58V-50M-34 -48L-28 -40M34 -48L28 -40',
    width: 7,
  },
  wave: {
    line: 'M-48 -18Q-32 -40 -16 -18T16 -18T48 -18M-48 6Q-32 -16 -16 6T16 6T48 6M-48 30Q-32 8 -16 30T16 30T48 30',
    width: 8,
  },
  moor: {
    solid: 'M-50 34Q-26 -4 -2 22Q18 -14 50 34Z',
    line: `${rays(7, 26, 40, 180, 210)}M-18 -8A18 18 0 0 1 18 -8`,
    width: 5,
  },
  feather: {
    solid: 'M34 -50C-30 -40 -40 10 -26 36C10 34 44 0 34 -50Z',
    holes: 'M28 -38L-22 34L-18 36L31 -36Z',
    line: 'M-22 30L-40 50',
    width: 5,
  },
  wren: {
    solid: 'M-50 -4L-28 -16C-20 -40 8 -40 14 -18L50 -38C50 4 28 36 -6 34C-30 32 -36 14 -34 2Z',
    holes: circle(-14, -14, 4),
    line: 'M-4 34V50M8 32V50',
    width: 4,
  },
  fathom: {
    line: `M0 -34V44M-36 12Q-32 44 0 44Q32 44 36 12M-16 -14H16M${'-8 -42'}A8 8 0 1 1 8 -42A8 8 0 1 1 -8 -42`,
    width: 7,
  },
  citrus: { line: `${circle(0, 0, 46)}${rays(8, 8, 34, 22.5)}`, width: 6 },
  finch: {
    solid: 'M-48 10Q-20 -44 26 -30L48 -24L28 -14Q34 30 -14 38L-40 50L-30 26Z',
    holes: 'M-22 12Q4 -10 22 8Q0 28 -22 12Z',
  },
  tide: {
    line: 'M-46 36A46 46 0 0 1 46 36M-30 36A30 30 0 0 1 30 36M-14 36A14 14 0 0 1 14 36M-50 46H50M0 -50V-22',
    width: 6,
  },
  orchard: {
    solid: `${circle(0, -16, 30)}M-5 -10H5V46H-5Z`,
    holes: `${circle(-10, -22, 5)}${circle(10, -26, 5)}${circle(4, -8, 5)}`,
    line: 'M-30 46H30',
    width: 6,
  },
  spindle: { solid: star(4, 50, 12), line: circle(0, 0, 34), width: 3 },
  well: { line: `${circle(0, 0, 44)}${circle(0, 0, 27)}${circle(0, 0, 10)}`, width: 8 },
  cloud: {
    solid: 'M-34 28A22 22 0 0 1 -32 -14A28 28 0 0 1 20 -24A26 26 0 0 1 32 28Z',
    line: 'M-38 42H38M-22 54H22',
    width: 6,
  },
  drop: {
    solid: 'M0 -50C26 -14 36 2 36 16A36 34 0 0 1 -36 16C-36 2 -26 -14 0 -50Z',
    holes: 'M-20 16A20 20 0 0 0 0 36L0 29A13 13 0 0 1 -13 16Z',
  },
  vane: { line: 'M-46 0H46M26 -18L46 0L26 18M-46 -16V16M-30 -12V12M0 0V48M-16 48H16M0 0V-44', width: 6 },
  barrow: { solid: 'M-50 40Q0 -26 50 40Z', line: `${circle(0, -26, 20)}`, width: 6 },
  crust: { solid: 'M-48 30V-24L-22 0L0 -40L22 0L48 -24V30Z', line: 'M-48 44H48', width: 8 },
  thorn: { solid: petals(6, 50, 9), holes: circle(0, 0, 7) },
  nugget: {
    solid: 'M-8 -48L34 -34L48 6L22 44L-26 42L-48 2Z',
    holes: 'M-8 -48L-14 -6L-48 2L-44 5L-11 -1L-20 42L-14 42L-5 -2L24 40L27 37L0 -8L46 3L45 -1L-7 -12Z',
  },
  crane: { line: 'M-30 50V10Q-30 -20 0 -20Q24 -20 24 -40M24 -40L48 -34M-30 10Q10 18 30 -4M-14 50V14', width: 7 },
  oddment: {
    solid: 'M-46 -46H-4V-4H-46ZM25 25m-21 0a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM25 -46L48 -4H2ZM-46 4H-4V46Z',
  },
  lumen: { line: `${rays(12, 24, 48)}${circle(0, 0, 14)}`, width: 6 },
  brindle: { line: 'M-46 -30L-10 -46M-46 -6L22 -38M-46 18L46 -26M-30 36L46 0M4 44L46 24', width: 8 },
} as const satisfies Record<string, Mark>;

/** Draws a mark around a center, `size` high. */
export const mark = (name: MarkName, cx: number, cy: number, size: number, paint: string): string => {
  const { solid = '', holes = '', line, width = 5 }: Mark = MARKS[name];
  return group(
    (solid === '' ? '' : fill(solid + holes, paint, 'fill-rule="evenodd"')) +
      (line === undefined ? '' : stroke(line, paint, width)),
    `transform="translate(${round(cx)} ${round(cy)}) scale(${round(size / 100, 3)})"`,
  );
};
