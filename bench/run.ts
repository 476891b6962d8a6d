import { formatFigure } from './part.ts';
import { PARTS } from './parts.ts';
import { writeReport } from './report.ts';
import { isShort, SHORT } from './scale.ts';

/** Measures and prints without writing BENCHMARKS.md, for a machine that is busy. */
const DRY_RUN = '--dry-run';

const args = process.argv.slice(2);
const names = args.filter((name) => name !== DRY_RUN && name !== SHORT);
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The parts are ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

// The servers end together with this process (processes.ts).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const misses: string[] = [];
for (const part of PARTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`# ${part.name}`);
  const measured = await part.measure();
  for (const { name, unit, rival, shop, other, ratio, bar } of measured.comparisons ?? []) {
    const rates = `${Math.round(shop.rate)} ${unit}, ${rival} ${Math.round(other.rate)}`;
    const line = `${name}: ${rates}, ratio ${ratio.toFixed(2)} (bar ${bar})`;
    console.log(line);
    if (ratio < bar) misses.push(line);
  }
  for (const { name, value, unit, bar } of measured.figures ?? []) {
    const line = `${name}: ${formatFigure(value, unit)} (bar ${bar === undefined ? 'none' : formatFigure(bar, unit)})`;
    console.log(line);
    if (bar !== undefined && value > bar) misses.push(line);
  }
  for (const { of, lines } of measured.growths ?? []) {
    for (const { path, engine, points } of lines) {
      const figures = points.map(({ at, milliseconds }) => `${at} ${of} ${formatFigure(milliseconds, 'ms')}`);
      console.log(`${path}, ${engine}: ${figures.join(', ')}`);
    }
  }
  if (!args.includes(DRY_RUN) && !isShort) await writeReport(part.name, measured);
}
if (isShort) process.exit(0);
for (const line of misses) console.error(`Missed its bar: ${line}`);
process.exit(misses.length > 0 ? 1 : 0);
