import { useLayoutEffect } from 'react';
import { frond, plant } from './foliage.ts';

/** The size of the drawing. It is cropped to the window, with the vanishing point in the middle. */
const WIDTH = 1600;
const HEIGHT = 1000;
const VANISH = { x: 800, y: 560 };

/** The profile of the house, with half its width as 1: straight walls up to SPRING, then a half ellipse. */
const FLOOR = 0.62;
const SPRING = -0.1;
const RISE = 0.86;
const UNIT = 620;

/** The size of each arch, the farthest first. */
const SCALES = Array.from({ length: 9 }, (_, index) => 0.3 * 1.3 ** index);
const FAR = SCALES[0]!;
const NEAR = SCALES.at(-1)!;

const project = (x: number, y: number, scale: number): string =>
  `${(VANISH.x + x * scale * UNIT).toFixed(1)} ${(VANISH.y + y * scale * UNIT).toFixed(1)}`;

const arch = (scale: number): string =>
  `M${project(-1, FLOOR, scale)}L${project(-1, SPRING, scale)}` +
  `A${scale * UNIT} ${scale * UNIT * RISE} 0 0 1 ${project(1, SPRING, scale)}L${project(1, FLOOR, scale)}`;

/** The bars along the house, as points of its profile: two on each wall, the others on the roof. */
const BARS: readonly (readonly [number, number])[] = [
  [-1, 0.24],
  ...Array.from({ length: 9 }, (_, bar): [number, number] => {
    const turn = Math.PI * (1 - bar / 8);
    return [Math.cos(turn), SPRING - Math.sin(turn) * RISE];
  }),
  [1, 0.24],
];

const bars = BARS.map(([x, y]) => `M${project(x, y, FAR)}L${project(x, y, NEAR)}`).join('');

/** The path: stones between two curbs, leading to the lamp. */
const CURB = 0.36;
const path = [
  ...[-CURB, -CURB / 3, CURB / 3, CURB].map((x) => `M${project(x, FLOOR, FAR)}L${project(x, FLOOR, NEAR)}`),
  ...Array.from({ length: 15 }, (_, row) => {
    const scale = FAR * 1.17 ** row;
    return `M${project(-CURB, FLOOR, scale)}L${project(CURB, FLOOR, scale)}`;
  }),
].join('');

/** One pane between two arches and two bars. */
const pane = (ring: number, field: number): string => {
  const [far, near] = [SCALES[ring]!, SCALES[ring + 1]!];
  const [from, to] = [BARS[field]!, BARS[field + 1]!];
  return `M${project(...from, far)}L${project(...to, far)}L${project(...to, near)}L${project(...from, near)}Z`;
};

/** A few panes that reflect the light. */
const LIT_PANES = [
  [4, 2],
  [5, 3],
  [6, 3],
  [3, 4],
  [5, 6],
  [6, 7],
  [4, 7],
  [2, 5],
  [6, 1],
  [5, 8],
  [3, 2],
  [2, 7],
  [7, 5],
  [4, 4],
]
  .map(([ring, field]) => pane(ring!, field!))
  .join('');

const fern = { pairs: 15, leaf: 0.3, breadth: 0.14 };
const palm = { pairs: 12, leaf: 0.42, breadth: 0.09 };
const broad = { pairs: 4, leaf: 0.5, breadth: 0.26 };

const DEPTHS = ['far', 'mid', 'near'] as const;
type Depth = (typeof DEPTHS)[number];

/** The plants on both sides, from the lamp to the front. Each has its own shade, so that they can be distinguished. */
const PLANTS: { d: string; depth: Depth; shade: number }[] = [
  { d: plant({ x: 690, y: 725 }, 5, -140, -45, 90, fern), depth: 'far', shade: 0.7 },
  { d: plant({ x: 912, y: 725 }, 5, -135, -40, 90, palm), depth: 'far', shade: 0.7 },
  { d: plant({ x: 630, y: 745 }, 6, -150, -35, 130, palm), depth: 'far', shade: 0.85 },
  { d: plant({ x: 968, y: 745 }, 6, -145, -30, 125, fern), depth: 'far', shade: 0.85 },
  { d: plant({ x: 545, y: 785 }, 7, -155, -30, 190, fern), depth: 'far', shade: 1 },
  { d: plant({ x: 1052, y: 785 }, 7, -150, -25, 195, palm), depth: 'far', shade: 1 },
  { d: plant({ x: 460, y: 850 }, 6, -150, -35, 250, broad), depth: 'mid', shade: 0.9 },
  { d: plant({ x: 1140, y: 850 }, 6, -145, -30, 240, broad), depth: 'mid', shade: 0.9 },
  { d: plant({ x: 320, y: 890 }, 8, -160, -28, 360, palm), depth: 'mid', shade: 1 },
  { d: plant({ x: 1280, y: 890 }, 8, -152, -20, 370, fern), depth: 'mid', shade: 1 },
  { d: plant({ x: 180, y: 1010 }, 7, -150, -25, 380, broad), depth: 'near', shade: 0.94 },
  { d: plant({ x: 1430, y: 1010 }, 7, -155, -30, 380, palm), depth: 'near', shade: 0.94 },
  { d: plant({ x: -10, y: 1040 }, 7, -105, -8, 560, palm), depth: 'near', shade: 1 },
  { d: plant({ x: 1610, y: 1040 }, 7, -172, -75, 580, fern), depth: 'near', shade: 1 },
];

/** Fronds from hanging baskets, in front of everything else. */
const HANGING = [
  frond({ x: -20, y: -30, angle: 38, length: 420, bend: 0.28, ...fern }),
  frond({ x: 120, y: -60, angle: 62, length: 330, bend: 0.2, ...fern }),
  frond({ x: -40, y: 120, angle: 22, length: 300, bend: 0.34, ...fern }),
  frond({ x: 1630, y: -40, angle: 140, length: 460, bend: -0.28, ...palm }),
  frond({ x: 1490, y: -70, angle: 118, length: 330, bend: -0.2, ...palm }),
].join('');

/** A decorative background: a glasshouse at night with one lamp at the end of its path. */
export const Glasshouse = () => {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.scene = '';
    return () => {
      delete dataset.scene;
    };
  }, []);
  return (
    <div aria-hidden className="glasshouse">
      <div className="glasshouse-light" />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" className="glasshouse-drawing">
        <defs>
          {DEPTHS.map((depth, index) => (
            <radialGradient
              key={depth}
              id={`leaf-${depth}`}
              gradientUnits="userSpaceOnUse"
              cx={VANISH.x}
              cy={VANISH.y}
              r={360 + index * 260}
            >
              <stop offset={index * 0.18} stopColor="var(--scene-leaf-lit)" stopOpacity={[0.95, 0.7, 0.4][index]} />
              <stop offset="1" stopColor={`var(--scene-leaf-${depth})`} />
            </radialGradient>
          ))}
          <radialGradient id="rib" gradientUnits="userSpaceOnUse" cx={VANISH.x} cy={VANISH.y} r="900">
            <stop offset="0.1" stopColor="var(--scene-rib)" stopOpacity="0.75" />
            <stop offset="1" stopColor="var(--scene-rib)" stopOpacity="0.1" />
          </radialGradient>
        </defs>
        <path d={LIT_PANES} fill="url(#rib)" opacity="0.12" />
        <g fill="none" stroke="url(#rib)">
          <path d={bars} strokeWidth="1" opacity="0.5" />
          <path d={path} strokeWidth="1" opacity="0.4" />
          {SCALES.map((scale, index) => (
            <path key={scale} d={arch(scale)} strokeWidth={0.8 + index * 0.3} opacity="0.75" />
          ))}
        </g>
        {PLANTS.map(({ d, depth, shade }) => (
          <path key={d} d={d} fill={`url(#leaf-${depth})`} opacity={shade} />
        ))}
        <path d={HANGING} fill="url(#leaf-near)" />
      </svg>
    </div>
  );
};
