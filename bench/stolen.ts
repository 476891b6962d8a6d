import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever its own clock. */
const TICKS_A_SECOND = 100;
/** Where in its line of all cores it tells what a virtual machine wanted and did not get. */
const STOLEN_AT = 8;

/**
 * Seconds of all cores that this machine wanted since it started and its host gave to others; 0 where nobody tells.
 */
export const stolenSeconds = async (): Promise<number> => {
  const told = await readFile('/proc/stat', 'latin1').catch(() => '');
  return Number(told.split('\n', 1)[0]?.trim().split(/\s+/)[STOLEN_AT] ?? 0) / TICKS_A_SECOND;
};
