import { inWords } from './part.ts';
import { PARTS } from './parts.ts';
import { writeReport } from './report.ts';

/** Measures and prints, and leaves BENCHMARKS.md alone: on a machine that is busy. */
const DRY_RUN = '--dry-run';

const given = process.argv.slice(2);
const asked = given.filter((name) => name !== DRY_RUN);
const unknown = asked.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The parts are ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const misses: string[] = [];
for (const part of PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const measured = await part.measure();
  for (const { name, unit, shop, limit, ratio, bar } of measured.comparisons ?? []) {
    const line = `${name}: ${Math.round(shop)} beside ${Math.round(limit)} ${unit}, ratio ${ratio.toFixed(2)} (bar ${bar})`;
    console.log(line);
    if (ratio < bar) misses.push(line);
  }
  for (const { name, value, unit, bar } of measured.figures ?? []) {
    const line = `${name}: ${inWords(value, unit)} (bar ${inWords(bar, unit)})`;
    console.log(line);
    if (value > bar) misses.push(line);
  }
  if (!given.includes(DRY_RUN)) await writeReport(part.name, measured);
}
for (const line of misses) console.error(`Missed its bar: ${line}`);
process.exit(misses.length > 0 ? 1 : 0);
