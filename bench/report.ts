import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Comparison } from './rounds.ts';

const FILE = new URL('../BENCHMARKS.md', import.meta.url);
const BEGIN = '<!-- measured: written by npm run bench -->';
const END = '<!-- /measured -->';

/** A time that has a bar of its own, whatever the machine. */
export interface Timing {
  name: string;
  milliseconds: number;
  bar: number;
}

/** Puts the figures of this run in their place in BENCHMARKS.md; the prose around them stays. */
export const writeReport = async (results: readonly Comparison[], timings: readonly Timing[]): Promise<void> => {
  const text = await readFile(FILE, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('BENCHMARKS.md has lost its markers.');
  await writeFile(FILE, `${before}${BEGIN}\n${section(results, timings)}\n${END}${after}`);
};

const section = (results: readonly Comparison[], timings: readonly Timing[]): string =>
  [
    `Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB.`,
    '',
    '| what | shop | limit of the machine | ratio | bar |',
    '|---|--:|--:|--:|--:|',
    ...results.map(
      ({ name, unit, shop, limit, ratio, bar }) =>
        `| ${name} (${unit}) | ${figure(shop)} | ${figure(limit)} | **${ratio.toFixed(2)}** | ${bar} |`,
    ),
    '',
    '| what | milliseconds | bar |',
    '|---|--:|--:|',
    ...timings.map(({ name, milliseconds, bar }) => `| ${name} | **${figure(milliseconds)}** | ${figure(bar)} |`),
  ].join('\n');

const figure = (value: number): string => Math.round(value).toLocaleString('en-US');
