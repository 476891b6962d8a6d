import type { Comparison } from './rounds.ts';

/** A figure that passes if it is at most the bar. Without a bar it is only shown. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'ms a call' | 'kB' | 'MiB' | 'elements' | 'shift' | 'requests' | 'times' | 'visits a minute';
  bar?: number;
}

/**
 * The 99th percentiles of one measurement: the shop's with its bar, then those of its rivals, which are only shown.
 *
 * @param comparisons the comparisons that `compare` returned
 */
export const p99Figures = (comparisons: readonly Comparison[], bar?: number): Figure[] => {
  const figure = (name: string, value: number | undefined, limit?: number): Figure[] =>
    value === undefined ? [] : [{ name, value, unit: 'ms', ...(limit !== undefined && { bar: limit }) }];
  return [
    ...comparisons.slice(0, 1).flatMap(({ name, shop }) => figure(`${name}, p99`, shop.p99, bar)),
    ...comparisons.flatMap(({ name, rival, other }) => figure(`${name}, p99 of the ${rival}`, other.p99)),
  ];
};

/** The time of some work, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** The times of some work that is done several times, one after the other, in milliseconds. */
export const timedEach = async (times: number, work: (time: number) => Promise<unknown>): Promise<number[]> => {
  const measured: number[] = [];
  for (let time = 0; time < times; time++) measured.push(await timed(() => work(time)));
  return measured;
};

/** What one call takes on one engine, by the size of the shop. */
export interface GrowthLine {
  path: string;
  engine: string;
  points: { at: number; milliseconds: number }[];
}

/** How calls grow with the number of something, such as "products". */
export interface Growth {
  of: string;
  lines: readonly GrowthLine[];
}

/** The results of a part. */
export interface Measured {
  comparisons?: readonly Comparison[];
  figures?: readonly Figure[];
  growths?: readonly Growth[];
}

/** All results of a part that is measured in several steps. */
export const combine = (...steps: readonly Measured[]): Measured => ({
  comparisons: steps.flatMap(({ comparisons = [] }) => comparisons),
  figures: steps.flatMap(({ figures = [] }) => figures),
});

/** One part of the benchmarks. `npm run bench -- <name>` runs it alone. */
export interface Part {
  name: string;
  measure: () => Promise<Measured>;
}

/** The decimals of each unit's values (default 0). */
const DECIMALS: Partial<Record<Figure['unit'], number>> = { 'ms a call': 2, kB: 1, shift: 3, times: 2 };

/** Formats a value with its unit for the report and the console. */
export const formatFigure = (value: number, unit: Figure['unit']): string => {
  const digits = DECIMALS[unit] ?? 0;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return unit === 'shift' ? number : `${number} ${unit}`;
};

/**
 * The smallest value that at least `percent` of the values do not exceed.
 *
 * @throws Error if there are no values
 */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1);
  const value = sorted[at];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
};
