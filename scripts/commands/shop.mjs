import { prepare } from '../lib/prepare.mjs';

/** `npm run shop -- …`: makes the project ready and runs the shop's command line (behavior 1.11). */
export const run = async () => {
  await prepare({ tools: false });
  // The command line reads the arguments of the process, which begin with the name of this command.
  process.argv.splice(2, 1);
  await import(new URL('../../dist/server/cli/main.js', import.meta.url).href);
};
