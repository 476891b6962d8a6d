import { CommandFailed, runQuietly, runVisibly, step } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject, ScriptError } from '../lib/project.mjs';

/** The checks, each with its program in node_modules and the arguments. The quickest is first. */
const CHECKS = {
  'Format and lint': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  Types: ['typescript/bin/tsc', '-b'],
  'Dead code': ['knip/bin/knip.js', '--no-progress'],
};

/** `npm run check`: everything that can be checked without a browser. Stops at the first problem. */
export const run = async () => {
  await prepare({ build: false, bench: true });
  for (const [name, [program, ...args]] of Object.entries(CHECKS)) {
    const path = inProject('node_modules', program ?? '');
    await step(name, () => runQuietly(process.execPath, [path, ...args])).catch((error) => {
      if (!(error instanceof CommandFailed)) throw error;
      throw new ScriptError(`${error.output}\n\nThe check "${name}" found a problem.`);
    });
  }
  for (const part of ['rules', 'api']) {
    const code = await runVisibly(process.execPath, [inProject('scripts', 'run.mjs'), 'test', '--only', part]);
    if (code !== 0) throw new ScriptError(`The check "Tests (${part})" found a problem.`);
  }
  process.stdout.write(
    'All checks passed. The tests of the demo and the journeys in a browser are part of `npm test`.\n',
  );
};
