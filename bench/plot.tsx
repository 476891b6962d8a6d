/** @jsxRuntime automatic */

import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLog } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Growth, GrowthLine } from './part.ts';

const COLUMNS = 3;
const PANEL = { width: 300, height: 200 };
const MARGIN = { top: 32, right: 16, bottom: 28, left: 58 };
const HEADER = 32;
const ENGINES = ['SQLite', 'PostgreSQL'] as const;

/** A picture in a README has no styles but its own. It follows the theme of the reader. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #3d3d3d }
  .title { font-weight: 600 }
  .grid { stroke: #d9d9d9 }
  .SQLite { stroke: #0b7a3e; fill: #0b7a3e }
  .PostgreSQL { stroke: #7040c0; fill: #7040c0; stroke-dasharray: 6 3 }
  circle { stroke-dasharray: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #d6d6d6 }
    .grid { stroke: #444 }
    .SQLite { stroke: #4cc38a; fill: #4cc38a }
    .PostgreSQL { stroke: #b79cf0; fill: #b79cf0 }
  }`;

/**
 * Draws a growth as SVG: one panel for each call, with a line for each engine. Both axes are logarithmic, and all panels
 * have the same scales. So a cost that grows like the shop is as steep everywhere, and one that does not grow is flat.
 */
export const plotOf = ({ of, lines }: Growth): string => {
  const paths = [...new Set(lines.map(({ path }) => path))];
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(({ at }) => at))];
  const took = points.map(({ milliseconds }) => milliseconds);
  const scales = {
    x: scaleLog({ domain: [Math.min(...sizes), Math.max(...sizes)], range: [MARGIN.left, PANEL.width - MARGIN.right] }),
    y: scaleLog({
      domain: [powerBelow(Math.min(...took)), powerAbove(Math.max(...took))],
      range: [PANEL.height - MARGIN.bottom, MARGIN.top],
    }),
  };
  const heading = `Milliseconds by the number of ${of}`;
  const width = COLUMNS * PANEL.width;
  const height = HEADER + Math.ceil(paths.length / COLUMNS) * PANEL.height;
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <title>{heading}</title>
      <style>{STYLE}</style>
      <text x={12} y={20}>
        {heading}
      </text>
      {ENGINES.map((engine, index) => (
        <g key={engine} transform={`translate(${width - 220 + index * 100}, 16)`}>
          <line className={engine} x2={24} strokeWidth={2} />
          <text x={30} y={4}>
            {engine}
          </text>
        </g>
      ))}
      {paths.map((path, index) => (
        <g
          key={path}
          transform={`translate(${(index % COLUMNS) * PANEL.width}, ${HEADER + Math.floor(index / COLUMNS) * PANEL.height})`}
        >
          <Panel title={path} lines={lines.filter((line) => line.path === path)} sizes={sizes} scales={scales} />
        </g>
      ))}
    </svg>,
  );
};

type Scale = ReturnType<typeof scaleLog<number>>;

const Panel = ({
  title,
  lines,
  sizes,
  scales: { x, y },
}: {
  title: string;
  lines: readonly GrowthLine[];
  sizes: readonly number[];
  scales: { x: Scale; y: Scale };
}) => {
  const powers = powersWithin(y.domain() as [number, number]);
  return (
    <>
      <text className="title" x={MARGIN.left} y={20}>
        {title}
      </text>
      {powers.map((power) => (
        <line
          key={power}
          className="grid"
          x1={MARGIN.left}
          x2={PANEL.width - MARGIN.right}
          y1={y(power)}
          y2={y(power)}
        />
      ))}
      <AxisLeft
        left={MARGIN.left}
        scale={y}
        tickValues={powers}
        tickFormat={(value) => `${Number(value).toLocaleString('en-US')}`}
        hideAxisLine
        hideTicks
        tickLabelProps={{ textAnchor: 'end', dx: -2, dy: 4 }}
      />
      <AxisBottom
        top={PANEL.height - MARGIN.bottom}
        scale={x}
        tickValues={[...sizes]}
        tickFormat={(value) => shortCount(Number(value))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ textAnchor: 'middle', dy: 4 }}
      />
      {lines.map(({ engine, points }) => (
        <g key={engine}>
          <LinePath
            className={engine}
            data={points}
            x={({ at }) => x(at)}
            y={({ milliseconds }) => y(milliseconds)}
            strokeWidth={2}
            fillOpacity={0}
          />
          {points.map(({ at, milliseconds }) => (
            <circle key={at} className={engine} cx={x(at)} cy={y(milliseconds)} r={2.5} />
          ))}
        </g>
      ))}
    </>
  );
};

/** "1k" */
const shortCount = (count: number): string => (count >= 1000 ? `${count / 1000}k` : String(count));

const powerBelow = (value: number): number => 10 ** Math.floor(Math.log10(value));
const powerAbove = (value: number): number => 10 ** Math.ceil(Math.log10(value));

const powersWithin = ([from, to]: readonly [number, number]): number[] => {
  const powers: number[] = [];
  for (let power = from; power <= to * 1.001; power *= 10) powers.push(power);
  return powers;
};
