import { dayInWords } from '../../browser/dates.ts';
import { cx } from '../../ui/cx.ts';
import { useElementWidth } from '../../ui/use-size.ts';
import { type BalanceStep, chartShape } from './points-history.ts';

const HEIGHT = 72;
/** Room for the line's own thickness and the dot at its end. */
const MARGIN = 6;

/** The balance as a line from the first entry to now. The table beneath says the same in figures. */
export const PointsChart = ({ steps, className }: { steps: readonly BalanceStep[]; className?: string }) => {
  const [box, width] = useElementWidth<HTMLElement>();
  const shape = chartShape(steps, { width: Math.max(width - 2 * MARGIN, 0), height: HEIGHT, now: Date.now() });
  const [first] = steps;
  const last = steps.at(-1);
  return (
    <figure ref={box} className={cx('h-24', className)}>
      {shape && first && last && (
        <>
          <svg
            role="img"
            aria-label={`Balance since ${dayInWords(first.at)}: from ${first.balance} to ${last.balance} points, at most ${shape.highest}.`}
            viewBox={`${-MARGIN} ${-MARGIN} ${width} ${HEIGHT + 2 * MARGIN}`}
            className="block h-21 w-full"
          >
            <line x1={0} x2={width - 2 * MARGIN} y1={HEIGHT} y2={HEIGHT} className="stroke-line" />
            <path d={shape.area} className="fill-accent/15" />
            <path d={shape.line} fill="none" strokeWidth={2} strokeLinejoin="round" className="stroke-accent-text" />
            <circle cx={shape.end.x} cy={shape.end.y} r={4} className="fill-accent-text" />
          </svg>
          <figcaption className="flex justify-between text-xs text-muted">
            <span>{dayInWords(first.at)}</span>
            <span>Today</span>
          </figcaption>
        </>
      )}
    </figure>
  );
};
