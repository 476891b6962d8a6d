import { readFileSync } from 'node:fs';
import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run fixture`: saves databases of this version, on which the upgrade tests of later versions start. Run it once for
 * each release.
 *
 * @param {string[]} args `[FOLDER]`, tests/fixtures/VERSION if there is none
 */
export const run = async ([folder]) => {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  await prepare();
  const program = inProject('tests', 'fixtures', 'make.ts');
  const to = folder ?? inProject('tests', 'fixtures', version);
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', program, to]);
  if (process.exitCode === 0) process.stdout.write(`The databases of version ${version} are in ${to}.\n`);
};
