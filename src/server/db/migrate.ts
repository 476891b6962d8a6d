import { type Migration, Migrator, sql } from 'kysely';
import { up as shop } from './migrations/0001-shop.ts';
import { up as stateKeys } from './migrations/0002-state-keys.ts';
import { up as idempotencyKeys } from './migrations/0003-idempotency-keys.ts';
import { up as indexesForLists } from './migrations/0004-indexes-for-lists.ts';
import { up as accounts } from './migrations/0005-accounts.ts';
import { up as secrets } from './migrations/0006-secrets.ts';
import { up as receiptSteps } from './migrations/0007-receipt-steps.ts';
import { up as limitsAndPoints } from './migrations/0008-limits-and-points.ts';
import { up as tiersAndLab } from './migrations/0009-tiers-and-lab.ts';
import { up as listedAt } from './migrations/0010-listed-at.ts';
import { up as quotes } from './migrations/0011-quotes.ts';
import { up as favoritesAlerts } from './migrations/0012-favorites-alerts.ts';
import { up as backAt } from './migrations/0013-back-at.ts';
import { up as origins } from './migrations/0014-origins.ts';
import { up as panel } from './migrations/0015-panel.ts';
import { up as itemPictures } from './migrations/0016-item-pictures.ts';
import { up as exportFiles } from './migrations/0017-export-files.ts';
import type { OpenDatabase } from './open.ts';
import { removeDeletedBytes } from './remove-deleted-bytes.ts';

/** Forward only: a migration is never edited after it landed. A mistake gets a new migration. */
const MIGRATIONS = {
  '0001-shop': shop,
  '0002-state-keys': stateKeys,
  '0003-idempotency-keys': idempotencyKeys,
  '0004-indexes-for-lists': indexesForLists,
  '0005-accounts': accounts,
  '0006-secrets': secrets,
  '0007-receipt-steps': receiptSteps,
  '0008-limits-and-points': limitsAndPoints,
  '0009-tiers-and-lab': tiersAndLab,
  '0010-listed-at': listedAt,
  '0011-quotes': quotes,
  '0012-favorites-alerts': favoritesAlerts,
  '0013-back-at': backAt,
  '0014-origins': origins,
  '0015-panel': panel,
  '0016-item-pictures': itemPictures,
  '0017-export-files': exportFiles,
};

/** A newer version of the shop made the database. Nothing is touched. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the schema up to date, in one transaction under a lock, so that several processes may start together.
 * @throws NewerDatabaseError if the database has a migration that this version does not know
 */
export const migrate = async (database: OpenDatabase): Promise<void> => {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => [name, { up: up(database.kind) }]),
  );
  await refuseNewer(database);
  const migrator = new Migrator({ db: database.long, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await removeDeletedBytes(database);
};

const refuseNewer = async ({ long: kysely }: OpenDatabase): Promise<void> => {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  const unknown = rows.find((row) => !(row.name in MIGRATIONS));
  if (unknown) {
    throw new NewerDatabaseError(
      `A newer version of Greenroom made this database (it has "${unknown.name}"). Start that version, or restore a backup made by this one.`,
    );
  }
};
