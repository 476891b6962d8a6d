import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { formatPrice } from '#domain/money.ts';
import { formatCount } from '#domain/text.ts';
import { navigate } from '../../browser/layer-history.ts';
import { useElementWidth } from '../../ui/use-size.ts';
import { panelLinks } from '../panel-links.ts';
import { dayText, shortDay } from './overview-text.ts';

type Days = Overview['perDay'];

const HEIGHT = 224;
const MARGIN = { top: 8, right: 0, bottom: 28, left: 56 };
/** The least room for a label of the lower axis, in pixels. */
const LABEL_WIDTH = 72;
/** How many lines the left axis has, about. */
const LINES = 4;

/** "$1,200", or "$1.5" for small shops. */
const axisAmount = (dollars: number): string =>
  `$${Number.isInteger(dollars) ? formatCount(dollars) : dollars.toFixed(2)}`;

/** The receipts of a day. */
const linkOf = (date: string): string => panelLinks.sales({ from: date, to: date });

/**
 * A bar per day. Today's bar is hatched, because the day is not over. Above the chart is the day under the pointer in
 * words. A press on a bar leads to the receipts of the day. A finger covers its bar, so there the words stay, and lead
 * there; they stay when a mouse leaves the chart, too. Screen readers and the keyboard get the table below instead.
 */
export default function SalesChart({ perDay }: { perDay: Days }) {
  const [frame, width] = useElementWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<string | null>(null);
  const [touches, setTouches] = useState(false);
  const hatch = useId();
  const most = Math.max(...perDay.map(({ sales }) => Number(sales)));
  const x = scaleBand({
    domain: perDay.map(({ date }) => date),
    range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [0, most || 1], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true });
  // Without sales there is no amount to read.
  const lines = most > 0 ? y.ticks(LINES) : [0];
  const every = Math.max(1, Math.ceil((perDay.length * LABEL_WIDTH) / Math.max(1, width - MARGIN.left)));
  // Counted back from today, so that today always has its label.
  const labeled = perDay.filter((_, index) => (perDay.length - 1 - index) % every === 0).map(({ date }) => date);
  const today = perDay.at(-1)?.date;
  const shown = perDay.find(({ date }) => date === pointed);
  return (
    <div ref={frame}>
      <p aria-hidden={!(shown && touches)} className="flex h-11 items-center truncate text-sm text-muted">
        {shown && touches ? (
          <Link href={linkOf(shown.date)} className="link flex min-h-11 items-center">
            {dayText(shown)}
          </Link>
        ) : shown ? (
          <span className="text-text">{dayText(shown)}</span>
        ) : (
          `Best day: ${formatPrice(most.toFixed(2))}. Today so far is striped.`
        )}
      </p>
      {width > 0 && (
        <svg
          aria-hidden
          width={width}
          height={HEIGHT}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && !touches && setPointed(null)}
          onPointerDown={({ pointerType }) => setTouches(pointerType !== 'mouse')}
          className="block touch-pan-y overflow-visible"
        >
          <defs>
            <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width={6} height={6} className="fill-accent-wash" />
              <rect width={3} height={6} className="fill-accent" />
            </pattern>
          </defs>
          <AxisLeft
            scale={y}
            left={MARGIN.left}
            tickValues={lines}
            hideAxisLine
            tickLength={0}
            tickFormat={(value) => axisAmount(Number(value))}
            tickClassName="fill-muted text-xs"
            tickLabelProps={{
              fill: 'currentColor',
              className: 'text-muted',
              fontSize: 12,
              dx: -8,
              dy: 4,
              textAnchor: 'end',
            }}
          />
          {lines.map((value) => (
            <line
              key={value}
              x1={MARGIN.left}
              x2={width}
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {perDay.map(({ date, sales }) => {
            const top = y(Number(sales));
            const height = y(0) - top;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links, for the keyboard too
              <g
                key={date}
                onPointerEnter={() => setPointed(date)}
                onPointerDown={() => setPointed(date)}
                onClick={() => !touches && navigate(linkOf(date))}
                className="cursor-pointer"
              >
                <rect
                  x={x(date)! - x.step() * 0.125}
                  y={MARGIN.top}
                  width={x.step()}
                  height={HEIGHT - MARGIN.top}
                  className={date === pointed ? 'fill-raised' : 'fill-transparent'}
                />
                {height > 0 && (
                  <BarRounded
                    top
                    radius={Math.min(4, x.bandwidth() / 2, height)}
                    x={x(date)!}
                    y={top}
                    width={x.bandwidth()}
                    height={height}
                    {...(date === today && { fill: `url(#${hatch})` })}
                    className={date === today ? 'stroke-accent' : 'fill-accent'}
                  />
                )}
              </g>
            );
          })}
          <AxisBottom
            scale={x}
            top={HEIGHT - MARGIN.bottom}
            tickValues={labeled}
            tickLength={4}
            hideAxisLine
            hideTicks
            tickFormat={(date) => (date === today ? 'Today' : shortDay(date))}
            tickLabelProps={(date) => ({
              fill: 'currentColor',
              className: 'text-muted',
              fontSize: 12,
              dy: 4,
              textAnchor: date === today ? 'end' : 'middle',
              dx: date === today ? x.bandwidth() / 2 : 0,
            })}
          />
        </svg>
      )}
    </div>
  );
}
