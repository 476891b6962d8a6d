import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlitePath } from '../db/open.ts';
import { readEnvironment } from '../settings.ts';
import { createShop } from '../shop.ts';
import { updateDatabase } from '../start/update.ts';

/*
 * Databases that only have the tables. A worker migrates one of each engine, and its shops start with copies: a run
 * starts more than a thousand shops, and all migrations together take longer than most tests.
 */

const migrate = async (dataDir: string, databaseUrl?: string): Promise<void> => {
  const shop = await createShop(readEnvironment({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }));
  await updateDatabase(shop);
  await shop.database.close();
};

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-migrated-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

let sqlite: Promise<string> | undefined;

/** Puts a migrated SQLite database into the empty data folder of a shop. */
export const putMigrated = async (dataDir: string): Promise<void> => {
  sqlite ??= (async () => {
    const folder = createFolder();
    await migrate(folder);
    return sqlitePath(folder);
  })();
  copyFileSync(await sqlite, sqlitePath(dataDir));
};

let postgres: Promise<string> | undefined;

/**
 * Returns the name of a migrated PostgreSQL database to copy.
 *
 * @param create creates an empty database on the test server
 */
export const migratedTemplate = (create: () => Promise<{ name: string; url: string }>): Promise<string> => {
  postgres ??= (async () => {
    const { name, url } = await create();
    await migrate(createFolder(), url);
    return name;
  })();
  return postgres;
};
