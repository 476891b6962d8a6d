import { basename } from 'node:path';

/**
 * Returns how to run a command on the shop from here, for messages: by the program of a release (behavior 1.15), or by
 * npm from the sources.
 *
 * @param args such as `check`
 */
export const shopCommand = (args: string): string => {
  const program = process.argv[1] ?? '';
  return basename(program) === 'greenroom' ? `${program} shop ${args}` : `npm run shop -- ${args}`;
};
