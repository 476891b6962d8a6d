import { type Kysely, type Migration, Migrator, sql } from 'kysely';
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
import { up as openOrders } from './migrations/0018-open-orders.ts';
import { up as waysOfSigningIn } from './migrations/0020-ways-of-signing-in.ts';
import { up as worthIndex } from './migrations/0021-worth-index.ts';
import { up as repeatedActs } from './migrations/0022-repeated-acts.ts';
import { up as prunedAndSorted } from './migrations/0023-pruned-and-sorted.ts';
import { up as deletedAccounts } from './migrations/0024-deleted-accounts.ts';
import { up as settings } from './migrations/0025-settings.ts';
import { up as editedItems } from './migrations/0026-edited-items.ts';
import { up as categories } from './migrations/0027-categories.ts';
import { up as categoryNames } from './migrations/0028-category-names.ts';
import { up as memberNotes } from './migrations/0029-member-notes.ts';
import { up as deliveryAddresses } from './migrations/0030-delivery-addresses.ts';
import { up as shippedBatches } from './migrations/0031-shipped-batches.ts';
import { up as imports } from './migrations/0032-imports.ts';
import { up as importPictures } from './migrations/0033-import-pictures.ts';
import { up as payments } from './migrations/0034-payments.ts';
import { up as soldReceipts } from './migrations/0035-sold-receipts.ts';
import { up as orderAddresses } from './migrations/0036-order-addresses.ts';
import { up as watchedOutputs } from './migrations/0037-watched-outputs.ts';
import { up as lineSizes } from './migrations/0038-line-sizes.ts';
import type { OpenDatabase } from './open.ts';
import { removeDeletedBytes } from './remove-deleted-bytes.ts';
import type { TableName } from './schema.ts';
import { findState } from './shop-state.ts';
import type { Tx } from './types.ts';

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
  '0018-open-orders': openOrders,
  '0020-ways-of-signing-in': waysOfSigningIn,
  '0021-worth-index': worthIndex,
  '0022-repeated-acts': repeatedActs,
  '0023-pruned-and-sorted': prunedAndSorted,
  '0024-deleted-accounts': deletedAccounts,
  '0025-settings': settings,
  '0026-edited-items': editedItems,
  '0027-categories': categories,
  '0028-category-names': categoryNames,
  '0029-member-notes': memberNotes,
  '0030-delivery-addresses': deliveryAddresses,
  '0031-shipped-batches': shippedBatches,
  '0032-imports': imports,
  '0033-import-pictures': importPictures,
  '0034-payments': payments,
  '0035-sold-receipts': soldReceipts,
  '0036-order-addresses': orderAddresses,
  '0037-watched-outputs': watchedOutputs,
  '0038-line-sizes': lineSizes,
};

/** A newer version of the shop made the database. Nothing is touched. */
export class NewerDatabaseError extends Error {
  /** The version that used the database last, if it is known. */
  readonly version: string | null;

  constructor(migration: string, version: string | null) {
    const maker = version === null ? 'A newer version' : `Version ${version}`;
    super(`${maker} of Greenroom made this database (it has "${migration}"). This version changes nothing in it.`);
    this.version = version;
  }
}

/** A migration of an existing database failed. All of them were undone, unless `cause` is an OutcomeUnknownError. */
export class MigrationError extends Error {}

/** Called in the transaction of the migrations before the first one, with the tables of an existing database. */
export type BeforeMigrations = (tx: Tx, tables: readonly TableName[]) => Promise<void>;

/**
 * Brings the schema up to date, in one transaction under a lock, so that several processes may start together.
 *
 * @param tables those of this version
 * @param before is not called for a new database, nor if there is nothing to do. If it fails, nothing is migrated.
 * @throws NewerDatabaseError if the database has a migration that this version does not know
 * @throws MigrationError if a migration fails after `before`
 */
export const migrate = async (
  database: OpenDatabase,
  tables: readonly TableName[],
  before: BeforeMigrations = async () => {},
): Promise<void> => {
  if (await isCurrent(database)) return removeDeletedBytes(database);
  let isFirst = true;
  let isPrepared = false;
  const prepare = async (tx: Tx) => {
    const existing = new Set((await tx.introspection.getTables()).map(({ name }) => name));
    const older = tables.filter((name) => existing.has(name));
    if (older.length === 0) return;
    await keepWritersOut(database, tx, older);
    await before(tx, older);
    isPrepared = true;
  };
  const prepared = (up: (db: Kysely<unknown>) => Promise<void>): Migration => ({
    up: async (tx) => {
      if (isFirst) await prepare(tx as Tx);
      isFirst = false;
      await up(tx);
    },
  });
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]) => [name, prepared(up(database.kind))]),
  );
  const migrator = new Migrator({ db: database.long, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw isPrepared ? new MigrationError('A migration failed.', { cause: error }) : error;
  await removeDeletedBytes(database);
};

/**
 * Processes of the older version may still run on another machine. Their writes after the backup would be missing in
 * it. On SQLite the transaction of the migrations keeps them out already.
 */
const keepWritersOut = async ({ kind }: OpenDatabase, tx: Tx, tables: readonly TableName[]): Promise<void> => {
  if (kind === 'sqlite') return;
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(tx);
};

/**
 * Returns whether the database has every migration. Every start calls it, and the catalog of PostgreSQL is large. So it
 * reads two small results and not the catalog.
 */
const isCurrent = async ({ kind, long: kysely }: OpenDatabase): Promise<boolean> => {
  const table =
    kind === 'sqlite'
      ? sql`select name from sqlite_master where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  if ((await table.execute(kysely)).rows.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  const unknown = rows.find((row) => !(row.name in MIGRATIONS));
  if (unknown) throw new NewerDatabaseError(unknown.name, await findState(kysely, 'version'));
  return rows.length === Object.keys(MIGRATIONS).length;
};
