import { cx } from '../ui/cx.ts';

/** The bars of the arch fan out from the middle of its sill, at these angles. */
const ANGLES = [22.5, 45, 67.5, 90, 112.5, 135, 157.5];

const at = (angle: number, radius: number): string => {
  const turn = (angle * Math.PI) / 180;
  return `${(100 - Math.cos(turn) * radius).toFixed(1)} ${(98 - Math.sin(turn) * radius).toFixed(1)}`;
};

const BARS = ANGLES.map((angle) => `M${at(angle, 30)}L${at(angle, 92)}`).join('');
const ARCHES = [30, 62, 92].map((radius) => `M${at(0, radius)}A${radius} ${radius} 0 0 1 ${at(180, radius)}`).join('');

/**
 * One line of the glasshouse behind the gate: the arch above its door, with the lamp glowing through it. Decorative. It
 * lies behind its neighbors, in the middle of the closest positioned element.
 */
export const GlasshouseArch = ({ className }: { className?: string }) => (
  <div aria-hidden className={cx('glasshouse-arch', className)}>
    {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
    <svg viewBox="0 0 200 100" className="h-full">
      <path d={`${ARCHES}${BARS}M4 98H196`} vectorEffect="non-scaling-stroke" />
    </svg>
  </div>
);
