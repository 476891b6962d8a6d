import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run bench`: makes the project ready, measures the built shop and writes BENCHMARKS.md.
 *
 * @param {string[]} args parts to measure, and options of bench/run.ts
 */
export const run = async (args) => {
  await prepare({ bench: true });
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', inProject('bench', 'run.ts'), ...args]);
};
