import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run faults`: breaks the built shop at random moments while it works, and checks every answer (decision 0020).
 *
 * npm run faults [-- --rounds N --seed N --engine sqlite|postgres --fault kill|stop|pause|cut|disk]
 *
 * @param {string[]} args
 */
export const run = async (args) => {
  await prepare();
  const program = inProject('tests', 'faults', 'rounds', 'run.ts');
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', program, ...args]);
};
