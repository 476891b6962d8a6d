import { findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs';

/**
 * Gives the API tests a PostgreSQL server. `npm test` has started one and set TEST_POSTGRES_URL. A run of single files
 * (`npx vitest run src/server/…`) uses the server in TEST_DATABASE_URL or starts its own.
 */
export default async function providePostgres() {
  if (process.env.TEST_POSTGRES_URL) return;
  if (process.env.TEST_DATABASE_URL) {
    process.env.TEST_POSTGRES_URL = process.env.TEST_DATABASE_URL;
    return;
  }
  const folder = findPostgres();
  if (!folder) {
    throw new Error(
      'The API tests need a PostgreSQL server: install PostgreSQL 15 or later, or set TEST_DATABASE_URL.',
    );
  }
  const server = await startPostgres(folder);
  process.env.TEST_POSTGRES_URL = server.url;
  return server.stop;
}
