import { readFile } from 'node:fs/promises';

/** Where in its line of all cores Linux tells what a virtual machine wanted and did not get. */
const STOLEN_AT = 8;

/** What this machine wanted of all cores since it started and its host gave to others, in ticks; 0 where nobody tells. */
export const stolenTicks = async (): Promise<number> => {
  const told = await readFile('/proc/stat', 'latin1').catch(() => '');
  return Number(told.split('\n', 1)[0]?.trim().split(/\s+/)[STOLEN_AT] ?? 0);
};
