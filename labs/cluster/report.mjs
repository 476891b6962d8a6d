/** What the test of the cluster measured, as tables for people. */

/**
 * A line of the report file: one round of a fault, or what one mode of replication costs. Times are milliseconds.
 *
 * @typedef {object} FaultLine
 * @property {string} fault
 * @property {number | null} newLeaderMs from the fault until Patroni named another leader
 * @property {number | null} writesBackMs from then until every member's writes were acknowledged again
 * @property {number} readGapMs the longest time without a response to a reader of the catalogue
 * @property {number} reads
 * @property {number} failedReads
 * @property {number} acknowledged
 * @property {number} lost
 * @property {number} extra
 * @property {readonly string[]} problems
 */
/**
 * @typedef {object} CostLine
 * @property {'sync' | 'async'} mode
 * @property {number} ordersPerSecond
 * @property {number} p50Ms
 * @property {number} p99Ms of a confirmed order
 */

/**
 * Returns the tables for a report file, whose lines are JSON.
 *
 * @param {string} text
 * @returns {string}
 */
export const reportOf = (text) => {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const faults = /** @type {FaultLine[]} */ (lines.filter((line) => 'fault' in line));
  const costs = /** @type {CostLine[]} */ (lines.filter((line) => 'mode' in line));
  const problems = faults.flatMap(({ fault, problems: found }) => found.map((problem) => `${fault}: ${problem}`));
  return [
    table(
      ['fault', 'new leader', 'writes back', 'reads', 'failed', 'longest gap', 'acknowledged', 'lost', 'extra'],
      faults.map((line) => [
        line.fault,
        seconds(line.newLeaderMs),
        seconds(line.writesBackMs),
        line.reads,
        line.failedReads,
        seconds(line.readGapMs),
        line.acknowledged,
        line.lost,
        line.extra,
      ]),
    ),
    table(
      ['replication', 'orders/s', 'p50', 'p99'],
      costs.map(({ mode, ordersPerSecond, p50Ms, p99Ms }) => [
        mode,
        ordersPerSecond.toFixed(0),
        `${p50Ms.toFixed(0)} ms`,
        `${p99Ms.toFixed(0)} ms`,
      ]),
    ),
    ...problems,
  ]
    .filter(Boolean)
    .map((part) => `\n${part}\n`)
    .join('');
};

/** @param {number | null} milliseconds */
const seconds = (milliseconds) => (milliseconds === null ? 'never' : `${(milliseconds / 1000).toFixed(2)} s`);

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (string | number)[])[]} rows
 * @returns {string} empty if there are no rows
 */
const table = (heads, rows) => {
  if (rows.length === 0) return '';
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
};
