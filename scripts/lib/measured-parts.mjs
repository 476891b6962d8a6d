/** Measures what the parts of a test run take. */
import { loadavg } from 'node:os';
import { readIfExists } from './project.mjs';

/** The kernel counts processor time in hundredths of a second. */
const TICKS = 100;

/** The processor time in seconds of all processes that this one started and that have ended, or null. */
const cpuOfEnded = () => {
  const stat = readIfExists('/proc/self/stat');
  if (stat === null) return null;
  // The name of the program, which may hold spaces, is in brackets. The times of ended children are fields 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
};

let counted = cpuOfEnded() ?? 0;

/**
 * Runs a part and measures it. Parts may run side by side: the system adds the time of a process when it ends, so
 * what was added since the last end belongs to the part that has just ended.
 *
 * @template T
 * @param {import('./tally.mjs').Part[]} parts the result is added here
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const measurePart = async (parts, name, work) => {
  const started = performance.now();
  /** @type {import('./tally.mjs').Part} */
  const part = { name, seconds: 0, cpuSeconds: null };
  parts.push(part);
  try {
    return await work();
  } finally {
    part.seconds = (performance.now() - started) / 1000;
    const cpu = cpuOfEnded();
    if (cpu !== null) {
      part.cpuSeconds = cpu - counted;
      counted = cpu;
    }
  }
};

/** How many processes wanted a processor in the last minute, on average. */
export const currentLoad = () => (loadavg()[0] ?? 0).toFixed(1);
