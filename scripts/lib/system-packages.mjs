import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { CommandFailed, runQuietly, step } from './child-process.mjs';
import { ScriptError } from './project.mjs';

/** True if this process may install packages of the distribution: as root on Debian, Ubuntu and the like. */
export const canInstallPackages = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** The program that Debian's packages ask whether they may start their services. Containers often have one. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs a package of the distribution.
 *
 * @param {string} name
 * @param {{startServices?: boolean}} [options] `startServices: false` keeps its services from being started now
 * @throws {ScriptError}
 */
export const installPackage = async (name, { startServices = true } = {}) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    runQuietly('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-y', ...args], { env });
  const forbid = !startServices && !existsSync(SERVICE_POLICY);
  if (forbid) writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await step(`Installing ${name}`, async () => {
    await apt('update');
    await apt('install', '--no-install-recommends', name);
  })
    .catch((error) => {
      if (!(error instanceof CommandFailed)) throw error;
      throw new ScriptError(`${name} is needed and could not be installed.\n\n${error.message}`);
    })
    .finally(() => {
      if (forbid) rmSync(SERVICE_POLICY, { force: true });
    });
};
