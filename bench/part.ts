import type { Comparison } from './rounds.ts';

/** A figure with a bar of its own, whatever the machine: the less the better. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'kB' | 'elements' | 'shift';
  bar: number;
}

/** What a part has measured. */
export interface Measured {
  comparisons?: readonly Comparison[];
  figures?: readonly Figure[];
}

/** One subject of the bench: `npm run bench -- <name>` runs it alone. */
export interface Part {
  name: string;
  measure: () => Promise<Measured>;
}

/** How many decimals tell a unit's values apart. */
const DECIMALS: Partial<Record<Figure['unit'], number>> = { kB: 1, shift: 3 };

/** A value with its unit, as the report and the console write it. */
export const inWords = (value: number, unit: Figure['unit']): string => {
  const digits = DECIMALS[unit] ?? 0;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return unit === 'shift' ? number : `${number} ${unit}`;
};

/** The value that so many of a hundred do not exceed. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1);
  const value = sorted[at];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
};
