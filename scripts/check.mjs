/**
 * `npm run check`: everything that can be said about a change without a browser, the quickest first; ends at the
 * first problem.
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, runScript, SetUpProblem } = await import('./lib/project.mjs');
const { CommandFailed, runQuietly, runVisibly, step } = await import('./lib/run.mjs');

/** What is checked, and the program in node_modules (with arguments) that checks it. */
const checks = {
  'Format and lint': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  Types: ['typescript/bin/tsc', '-b'],
  'Dead code': ['knip/bin/knip.js', '--no-progress'],
};

await runScript(async () => {
  await prepare({ built: false });
  for (const [name, [program, ...args]] of Object.entries(checks)) {
    const path = inProject('node_modules', program ?? '');
    await step(name, () => runQuietly(process.execPath, [path, ...args])).catch((problem) => {
      if (!(problem instanceof CommandFailed)) throw problem;
      throw new SetUpProblem(`${problem.output}\n\nThe check "${name}" found a problem.`);
    });
  }
  for (const part of ['rules', 'api']) {
    const code = await runVisibly(process.execPath, [inProject('scripts', 'test.mjs'), '--only', part]);
    if (code !== 0) throw new SetUpProblem(`The check "Tests (${part})" found a problem.`);
  }
  process.stdout.write('Everything checked is in order. The journeys in a browser are `npm run e2e`.\n');
});
