import { spawnSync } from 'node:child_process';
import { CommandFailed, runQuietly, step } from './child-process.mjs';
import { ScriptError } from './project.mjs';

/** True if this process may install packages of the distribution: as root on Debian, Ubuntu and the like. */
export const canInstallPackages = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/**
 * Installs a package of the distribution.
 *
 * @param {string} name
 * @throws {ScriptError}
 */
export const installPackage = async (name) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    runQuietly('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-y', ...args], env);
  await step(`Installing ${name}`, async () => {
    await apt('update');
    await apt('install', '--no-install-recommends', name);
  }).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    throw new ScriptError(`${name} is needed and could not be installed.\n\n${error.message}`);
  });
};
