import { rmSync } from 'node:fs';
import { runVisibly } from '../lib/child-process.mjs';
import { filesBelow, scoresByFile } from '../lib/mutation-scores.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject, readIfExists, ScriptError } from '../lib/project.mjs';

/** The lowest allowed score of a file, in percent. The bar for all files together is in stryker.config.mjs. */
const LOWEST_FILE_SCORE = 85;

/**
 * `npm run mutate`: measures how many deliberate mistakes in src/domain its tests detect. Stryker makes one small change
 * (a mutant) at a time and runs the tests that reach it. The command fails if the tests detect less than 95 % of all
 * mutants, or less than 85 % in one file. It takes at least 20 minutes, so it is not part of `npm test`.
 *
 * npm run mutate -- [--mutate src/domain/money.ts] [other options of Stryker]
 *
 * @param {string[]} args
 */
export const run = async (args) => {
  await prepare({ build: false, bench: true });
  const reportPath = inProject('mutation', 'report.json');
  rmSync(reportPath, { force: true });
  const stryker = inProject('bench', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const code = await runVisibly(process.execPath, [stryker, 'run', ...args]);
  const report = readIfExists(reportPath);
  if (report === null) throw new ScriptError('Stryker wrote no report.');
  const below = filesBelow(scoresByFile(JSON.parse(report)), LOWEST_FILE_SCORE);
  for (const { file, score } of below) {
    process.stderr.write(`The score of ${file} is ${score.toFixed(1)} %, below ${LOWEST_FILE_SCORE} %.\n`);
  }
  process.exitCode = below.length > 0 ? 1 : code;
};
