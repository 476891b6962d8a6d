import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPostgres, OLDEST_POSTGRES } from '../../scripts/lib/postgres.mjs';
import { ScriptError } from '../../scripts/lib/project.mjs';
import { canInstallPackages, installPackage } from '../../scripts/lib/system-packages.mjs';

/** Debian's packages of the programs that a cluster needs besides PostgreSQL. */
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };

/**
 * The programs of a cluster: the folder of PostgreSQL's, and the paths of the others.
 *
 * @typedef {{postgres: string} & Record<keyof typeof PACKAGES, string>} Programs
 */

/**
 * Finds the programs, and installs those that are missing if this process may.
 *
 * @returns {Promise<Programs>}
 * @throws {ScriptError} that names the missing packages
 */
export const provideClusterPrograms = async () => {
  const missing = missingPackages();
  if (missing.length > 0 && canInstallPackages()) {
    for (const name of missing) await installPackage(name, { startServices: false });
  }
  const still = missingPackages();
  if (still.length > 0) {
    throw new ScriptError(
      `A cluster needs programs that were not found. On Debian or Ubuntu: apt-get install ${still.join(' ')} ` +
        `(PostgreSQL ${OLDEST_POSTGRES} or later). It runs on Linux only.`,
    );
  }
  return findClusterPrograms();
};

/**
 * The programs of a cluster on this machine.
 *
 * @returns {Programs}
 */
export const findClusterPrograms = () => ({
  postgres: findPostgres() ?? '',
  patroni: findProgram('patroni') ?? '',
  etcd: findProgram('etcd') ?? '',
  haproxy: findProgram('haproxy') ?? '',
});

const missingPackages = () => [
  ...(findPostgres() ? [] : ['postgresql']),
  ...Object.entries(PACKAGES)
    .filter(([program]) => !findProgram(program))
    .map(([, name]) => name),
];

/** @param {string} name */
const findProgram = (name) =>
  // HAProxy is in a folder that only root has on PATH.
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
