import { findPostgres, OLDEST_POSTGRES, startPostgres } from '../scripts/lib/postgres.mjs';
import { ScriptError } from '../scripts/lib/project.mjs';
import { canInstallPackages, installPackage } from '../scripts/lib/system-packages.mjs';

/**
 * Starts a throwaway PostgreSQL server on loopback, runs the work, and stops the server. Its commits wait for the disk,
 * as on a seller's server. The address is that of an empty database, as a superuser.
 *
 * @throws ScriptError if there is no PostgreSQL and none can be installed
 */
export const withPostgres = async <Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> => {
  if (!findPostgres() && canInstallPackages()) await installPackage('postgresql');
  const folder = findPostgres();
  if (!folder) {
    throw new ScriptError(`This part of the bench needs PostgreSQL ${OLDEST_POSTGRES} or later, and none was found.`);
  }
  const server = await startPostgres(folder, { durable: true });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
};

/** The settings of a shop on one engine. */
export interface Engine {
  name: 'SQLite' | 'PostgreSQL';
  settings: { DATABASE_URL?: string };
}

/** Runs the work on SQLite and then on a throwaway PostgreSQL. Returns the results of both. */
export const onBothEngines = async <Result>(work: (engine: Engine) => Promise<Result>): Promise<[Result, Result]> => [
  await work({ name: 'SQLite', settings: {} }),
  await withPostgres((databaseUrl) => work({ name: 'PostgreSQL', settings: { DATABASE_URL: databaseUrl } })),
];
