/**
 * `npm run mutate`: how many deliberate mistakes in src/domain its tests notice. Stryker makes one small change (a
 * mutant) after the other and runs the tests that reach it. Fails if the tests notice less than 92 % of all mutants, or
 * less than 85 % of those of one file. Takes long, so it is not part of `npm test`.
 *
 * npm run mutate -- [--mutate src/domain/money.ts] [further options of Stryker]
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { rmSync } = await import('node:fs');
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, readIfThere, runScript, SetUpProblem } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/run.mjs');
const { filesBelow, scoresByFile } = await import('./lib/mutation-scores.mjs');

/** The lowest score of a file, in percent. The bar for all files together is in stryker.config.json. */
const LOWEST_FILE_SCORE = 85;

await runScript(async () => {
  await prepare({ built: false });
  const report = inProject('mutation', 'report.json');
  rmSync(report, { force: true });
  const stryker = inProject('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const code = await runVisibly(process.execPath, [stryker, 'run', ...process.argv.slice(2)]);
  const written = readIfThere(report);
  if (written === null) throw new SetUpProblem('Stryker wrote no report.');
  const below = filesBelow(scoresByFile(JSON.parse(written)), LOWEST_FILE_SCORE);
  for (const { file, score } of below) {
    process.stderr.write(
      `${file}: its tests notice ${score.toFixed(1)} % of the mutants, less than ${LOWEST_FILE_SCORE} %.\n`,
    );
  }
  process.exitCode = below.length > 0 ? 1 : code;
});
