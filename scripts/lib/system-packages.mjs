import { spawnSync } from 'node:child_process';
import { SetUpProblem } from './project.mjs';
import { CommandFailed, runQuietly, step } from './run.mjs';

/** True where this process may install the distribution's packages: root on Debian, Ubuntu and their kin. */
export const canInstallPackages = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/**
 * Installs a package of the distribution.
 *
 * @param {string} name
 * @throws {SetUpProblem}
 */
export const installPackage = async (name) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    runQuietly('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-y', ...args], env);
  await step(`Installing ${name}`, async () => {
    await apt('update');
    await apt('install', '--no-install-recommends', name);
  }).catch((problem) => {
    if (!(problem instanceof CommandFailed)) throw problem;
    throw new SetUpProblem(`${name} is needed and could not be installed.\n\n${problem.message}`);
  });
};
