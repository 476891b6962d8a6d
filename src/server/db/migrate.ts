import { type Migration, Migrator, sql } from 'kysely';
import { up as shop } from './migrations/0001-shop.ts';
import type { OpenDatabase } from './open.ts';

/** Forward only: a migration is never edited after it landed; a mistake gets a new one. */
const MIGRATIONS = { '0001-shop': shop };

/** The database was made by a newer version of the shop: nothing is touched. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the schema up to date, in one transaction under a lock, so that several processes may start at once.
 * @throws NewerDatabaseError when the database knows a migration that this version does not.
 */
export const migrate = async (database: OpenDatabase): Promise<void> => {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => [name, { up: up(database.kind) }]),
  );
  await refuseNewer(database);
  const migrator = new Migrator({ db: database.kysely, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};

const refuseNewer = async ({ kysely }: OpenDatabase): Promise<void> => {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  const unknown = rows.find((row) => !(row.name in MIGRATIONS));
  if (unknown) {
    throw new NewerDatabaseError(
      `This database was made by a newer version of Greenroom (it knows "${unknown.name}"). Start that version, or restore a backup made by this one.`,
    );
  }
};
