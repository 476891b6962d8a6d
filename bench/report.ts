import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { type Figure, formatFigure, type Growth, type Measured } from './part.ts';

const FILE = new URL('../BENCHMARKS.md', import.meta.url);
const END = '<!-- /measured -->';

/** The engines, in the order in which tables show them. */
const ENGINES = ['SQLite', 'PostgreSQL'];

/** Writes the figures of a part into its block in BENCHMARKS.md. The text and the other blocks do not change. */
export const writeReport = async (part: string, measured: Measured): Promise<void> => {
  await writeFile(FILE, withFigures(await readFile(FILE, 'utf8'), part, section(measured)));
};

/**
 * Replaces the figures between a part's markers in a text.
 *
 * @throws Error if the text has no markers for the part
 */
export const withFigures = (text: string, part: string, figures: string): string => {
  const begin = `<!-- measured: npm run bench -- ${part} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`BENCHMARKS.md has lost the markers of ${part}.`);
  return `${text.slice(0, from)}${begin}\n${figures}\n${text.slice(to)}`;
};

const section = (measured: Measured): string =>
  [machine(), ...tables(measured), ...(measured.growths ?? []).map(growthTable)].join('\n\n');

/** The figures of a growth as a table: a row for each call with both engines, a column for each size. */
export const growthTable = ({ of, lines }: Growth): string => {
  const sizes = lines[0]?.points.map(({ at }) => whole(at)) ?? [];
  const rows = [...new Set(lines.map(({ path }) => path))].map((path) => {
    const own = ENGINES.flatMap((engine) => lines.filter((line) => line.path === path && line.engine === engine));
    const cells = sizes.map((_, at) => own.map(({ points }) => whole(points[at]!.milliseconds)).join(' / '));
    return `| ${path} | ${cells.join(' | ')} |`;
  });
  return [
    `| ms by ${of}, ${ENGINES.join(' / ')} | ${sizes.join(' | ')} |`,
    `|---|${'--:|'.repeat(sizes.length)}`,
    ...rows,
  ].join('\n');
};

/** The results of a part as tables. A comparison has one row, so the shop's figure is repeated for several rivals. */
export const tables = ({ comparisons = [], figures = [] }: Measured): string[] => {
  const found: string[][] = [];
  if (comparisons.length > 0) {
    found.push([
      '| what | compared with | shop | the other | ratio | bar |',
      '|---|---|--:|--:|--:|--:|',
      ...comparisons.map(
        ({ name, unit, rival, shop, other, ratio, bar }) =>
          `| ${name} (${unit}) | ${rival} | ${whole(shop.rate)} | ${whole(other.rate)} | **${ratio.toFixed(2)}** | ${bar} |`,
      ),
    ]);
  }
  found.push(...figureTables(figures));
  return found.map((lines) => lines.join('\n'));
};

/** Figures as tables: what was measured on both engines with the same bar is one row of the first. */
const figureTables = (figures: readonly Figure[]): string[][] => {
  const rows = figures.map(({ name, value, unit, bar }) => {
    const parts = name.split(', ');
    const engine = ENGINES.find((one) => parts.includes(one));
    const what = parts.filter((part) => part !== engine).join(', ');
    return { what, engine, measured: formatFigure(value, unit), bar: bar === undefined ? '' : formatFigure(bar, unit) };
  });
  const onEngines = rows
    .filter(({ engine }) => engine)
    .map(({ what, bar }) => {
      const cells = ENGINES.map(
        (engine) => rows.find((row) => row.what === what && row.bar === bar && row.engine === engine)?.measured,
      );
      return `| ${[what, ...cells, bar].join(' | ')} |`;
    });
  const others = rows
    .filter(({ engine }) => !engine)
    .map(({ what, measured, bar }) => `| ${what} | ${measured} | ${bar} |`);
  return [
    [`| what | ${ENGINES.join(' | ')} | bar |`, '|---|--:|--:|--:|', ...new Set(onEngines)],
    ['| what | measured | bar |', '|---|--:|--:|', ...others],
  ].filter((lines) => lines.length > 2);
};

const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB.`;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
