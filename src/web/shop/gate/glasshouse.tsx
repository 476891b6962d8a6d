import { frond, plant } from './foliage.ts';
import './glasshouse.css';

/** The drawing's own measure; it is cut to the window, its vanishing point in the middle. */
const WIDTH = 1600;
const HEIGHT = 1000;
const VANISH = { x: 800, y: 560 };

/** The profile of the house as seen from the door, half width 1, from the left foot over the crown to the right foot. */
const profile = (part: number): { x: number; y: number } => {
  const wall = 0.2;
  if (part < wall) return { x: -1, y: 0.62 - (part / wall) * 0.72 };
  if (part > 1 - wall) return { x: 1, y: 0.62 - ((1 - part) / wall) * 0.72 };
  const turn = Math.PI * (1 - (part - wall) / (1 - 2 * wall));
  return { x: Math.cos(turn), y: -0.1 - Math.sin(turn) * 0.86 };
};

const onRib = (part: number, scale: number): string => {
  const { x, y } = profile(part);
  return `${Math.round(VANISH.x + x * scale * 620)} ${Math.round(VANISH.y + y * scale * 620)}`;
};

/** How large each arch stands, the far gable first. */
const SCALES = Array.from({ length: 9 }, (_, index) => 0.3 * 1.3 ** index);
const PURLINS = [0.1, 0.2, 0.27, 0.34, 0.42, 0.5, 0.58, 0.66, 0.73, 0.8, 0.9];
const FAR = SCALES[0]!;
const NEAR = SCALES.at(-1)!;

const arch = (scale: number): string =>
  `M${Array.from({ length: 49 }, (_, step) => onRib(step / 48, scale)).join('L')}`;

/** One pane between two arches and two purlins. */
const pane = (ring: number, field: number): string => {
  const [near, far] = [SCALES[ring + 1]!, SCALES[ring]!];
  const [from, to] = [PURLINS[field]!, PURLINS[field + 1]!];
  return `M${onRib(from, far)}L${onRib(to, far)}L${onRib(to, near)}L${onRib(from, near)}Z`;
};

/** Panes that catch the light: a scattered few. */
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
const broad = { pairs: 6, leaf: 0.46, breadth: 0.3 };

/** Both sides of the path, mirrored with small differences. */
const FAR_BED = [
  plant({ x: 560, y: 770 }, 7, -150, -30, 150, fern),
  plant({ x: 640, y: 735 }, 6, -150, -40, 110, palm),
  plant({ x: 690, y: 720 }, 5, -140, -45, 80, fern),
  plant({ x: 1040, y: 770 }, 7, -150, -30, 155, palm),
  plant({ x: 960, y: 735 }, 6, -140, -30, 105, fern),
  plant({ x: 910, y: 720 }, 5, -135, -40, 80, palm),
].join('');

const MID_BED = [
  plant({ x: 330, y: 900 }, 9, -165, -20, 320, palm),
  plant({ x: 480, y: 850 }, 7, -150, -30, 200, broad),
  plant({ x: 1270, y: 900 }, 9, -160, -15, 330, fern),
  plant({ x: 1130, y: 855 }, 7, -150, -35, 200, broad),
].join('');

const NEAR_BED = [
  plant({ x: 20, y: 1040 }, 8, -110, 0, 520, palm),
  plant({ x: 240, y: 1060 }, 7, -150, -30, 300, fern),
  plant({ x: 1590, y: 1040 }, 8, -180, -72, 540, fern),
  plant({ x: 1370, y: 1060 }, 7, -150, -30, 300, broad),
].join('');

/** From baskets under the roof, nearest of all. */
const HANGING = [
  frond({ x: -20, y: -30, angle: 38, length: 420, bend: 0.28, ...fern }),
  frond({ x: 120, y: -60, angle: 62, length: 330, bend: 0.2, ...fern }),
  frond({ x: -40, y: 120, angle: 22, length: 300, bend: 0.34, ...fern }),
  frond({ x: 1630, y: -40, angle: 140, length: 460, bend: -0.28, ...palm }),
  frond({ x: 1490, y: -70, angle: 118, length: 330, bend: -0.2, ...palm }),
].join('');

/** A glasshouse after hours, seen down its path, with one light on. Nothing in it says anything. */
export function Glasshouse() {
  return (
    <div aria-hidden className="glasshouse">
      <div className="glasshouse-light" />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" className="glasshouse-drawing">
        <defs>
          {(['far', 'mid', 'near'] as const).map((depth, index) => (
            <radialGradient
              key={depth}
              id={`leaf-${depth}`}
              gradientUnits="userSpaceOnUse"
              cx={VANISH.x}
              cy={VANISH.y}
              r={360 + index * 260}
            >
              <stop offset={index * 0.18} stopColor="var(--scene-leaf-lit)" stopOpacity={0.9 - index * 0.2} />
              <stop offset="1" stopColor={`var(--scene-leaf-${depth})`} />
            </radialGradient>
          ))}
          <radialGradient id="rib" gradientUnits="userSpaceOnUse" cx={VANISH.x} cy={VANISH.y} r="900">
            <stop offset="0.1" stopColor="var(--scene-rib)" stopOpacity="0.75" />
            <stop offset="1" stopColor="var(--scene-rib)" stopOpacity="0.1" />
          </radialGradient>
        </defs>
        <path d={LIT_PANES} fill="url(#rib)" opacity="0.1" />
        <g fill="none" stroke="url(#rib)">
          <path
            d={PURLINS.map((part) => `M${onRib(part, FAR)}L${onRib(part, NEAR)}`).join('')}
            strokeWidth="1"
            opacity="0.55"
          />
          {SCALES.map((scale, index) => (
            <path key={scale} d={arch(scale)} strokeWidth={0.8 + index * 0.35} opacity={0.75} />
          ))}
        </g>
        <path d={FAR_BED} fill="url(#leaf-far)" />
        <path d={MID_BED} fill="url(#leaf-mid)" />
        <path d={HANGING} fill="url(#leaf-near)" />
        <path d={NEAR_BED} fill="url(#leaf-near)" />
      </svg>
    </div>
  );
}
