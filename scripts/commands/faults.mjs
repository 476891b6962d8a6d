import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run faults`: shows that the checker finds bugs that are planted around a shop, then breaks the built shop at random
 * moments while it works, and checks every answer (decision 0020). With options, only the second.
 *
 * npm run faults [-- --rounds N --seed N --engine sqlite|postgres --fault kill|stop|pause|cut|disk]
 *
 * @param {string[]} args
 */
export const run = async (args) => {
  await prepare();
  if (args.length === 0) {
    const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
    process.exitCode = await runVisibly(process.execPath, [vitest, 'run', '--project=long faults']);
    if (process.exitCode !== 0) return;
  }
  const program = inProject('labs', 'faults', 'rounds', 'run.ts');
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', program, ...args]);
};
