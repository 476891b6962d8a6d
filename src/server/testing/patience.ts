import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TIME_LIMITS, type TimeLimits } from '../limits.ts';

/*
 * A run is red only if the shop is wrong, on a quiet machine and on a busy one. So a tested shop has limits that are far
 * away. A test of a limit sets that one itself.
 */

const MOST = 10;

/** How many times longer things may take on this machine at the moment. */
const PATIENCE = Math.min(MOST, 1 + loadavg()[0]! / availableParallelism());

/** Multiplies every limit. How often something is looked for stays as it is. */
const multiply = <Limits extends object>(limits: Limits, factor: number): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => {
      if (typeof limit === 'object') return [name, multiply(limit, factor)];
      return [name, name === 'every' ? limit : Math.round(limit * factor)];
    }),
  ) as Limits;

/** For a shop that no test lets run into a limit. */
export const FAR_LIMITS: TimeLimits = multiply(TIME_LIMITS, MOST);

/**
 * For a shop in a process of its own, which is tested at its limits too, so that they must not be too far away. It has to
 * end before those who stop it kill it.
 */
export const PATIENT_LIMITS: TimeLimits = { ...multiply(TIME_LIMITS, PATIENCE), stop: TIME_LIMITS.stop };

/** The arguments of Node.js that start a server with these limits. `address` is that of its module. */
export const serverWithLimits = (address: string, limits: TimeLimits): string[] => [
  fileURLToPath(new URL('./server-process.mjs', import.meta.url)),
  JSON.stringify(limits),
  address,
];
