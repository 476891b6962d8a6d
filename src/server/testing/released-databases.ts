import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../db/open.ts';
import { SqliteDatabase } from '../db/sqlite-driver.ts';
import type { EngineKind } from '../db/types.ts';
import { createBareDatabase } from './both-databases.ts';
import { startTestShop, type TestShop } from './test-shop.ts';

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures');

/** The secrets of a database that a released version wrote, and the time at which it was saved. */
export interface ReleasedDatabase {
  accessCode: string;
  adminPassword: string;
  /** Epoch milliseconds. Sessions and links in the database are valid at that time. */
  savedAt: number;
  /** The cookie of a browser that passed the gate. */
  gateCookie: string;
  /** The bearer token of the member juniper. */
  memberToken: string;
  /** The token of the unused reset link of the member tansy. */
  resetToken: string;
}

/**
 * The databases of version 0.1.0, filled through the calls of that version. The passwords of members are their name
 * followed by "-password".
 */
export const VERSION_0_1_0: Record<EngineKind, ReleasedDatabase> = {
  sqlite: {
    accessCode: 'fixture-access-code',
    adminPassword: 'fixture-admin-password',
    savedAt: 1_795_343_430_000,
    gateCookie: '1795386598.qsMmmGpmRXR5wls755RtP4GVwaeFvtwrRqNNlsMXQ6k',
    memberToken: '0u0IB5U1Pz2wTT3TeqpbSn0SUS7yhIKASkRY7VdCOEg',
    resetToken: 'Zp2XDamDVkyOr-LvrHrePHv5juAxvf_tWriNPMfUKR4',
  },
  postgres: {
    accessCode: 'fixture-access-code',
    adminPassword: 'fixture-admin-password',
    savedAt: 1_795_343_470_000,
    gateCookie: '1795386638.B3InBc6VopWcPQxONIztN9cRIEh1LIxa3N0es9D1pFg',
    memberToken: '2PZQyo82CiBEvBBl4Rb0RJ-GVbJZBCNdeiWPTogOC7U',
    resetToken: 'B1Bczgk7wHUIDWDVg-uCU5YgqXt8VmhzAyN73NgP1hE',
  },
};

/** The facts that `npm run fixture` saves with a database (tests/fixtures/VERSION/fixture.json). */
export interface SavedVersion {
  /** Epoch milliseconds. The session is valid at that time. */
  savedAt: number;
  accessCode: string;
  owner: { username: string; password: string };
  /** A member with a session, a filled cart, receipts and points. */
  member: { username: string; password: string; token: string };
  /** How many rows the tables have that no start changes. */
  rows: Record<string, number>;
}

/** The versions after 0.1.0 whose databases are in tests/fixtures. */
export const savedVersions = (): string[] =>
  readdirSync(FIXTURES).filter((version) => existsSync(join(FIXTURES, version, 'fixture.json')));

/** The facts about the database that a version after 0.1.0 saved. */
export const readSavedVersion = (version: string, kind: EngineKind): SavedVersion =>
  (JSON.parse(readFileSync(join(FIXTURES, version, 'fixture.json'), 'utf8')) as Record<EngineKind, SavedVersion>)[kind];

/**
 * Copies the database that a released version saved to an empty place on the same engine.
 *
 * @param options.changes statements that run before any newer version sees it
 */
export const copyReleasedDatabase = async (
  version: string,
  { dataDir, databaseUrl, changes = [] }: { dataDir: string; databaseUrl: string | undefined; changes?: string[] },
): Promise<void> => {
  if (databaseUrl === undefined) {
    const file = sqlitePath(dataDir);
    copyFileSync(join(FIXTURES, version, 'shop.db'), file);
    const database = new SqliteDatabase(file);
    for (const statement of changes) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(readFileSync(join(FIXTURES, version, 'postgres.sql'), 'utf8'));
  // The saved database names its tables with their schema.
  await client.query('set search_path = public');
  for (const statement of changes) await client.query(statement);
  await client.end();
};

/**
 * Starts the current version on a copy of the database that a released version saved on the same engine.
 *
 * @param changes statements that run before
 */
export const startOnReleasedDatabase = async (
  version: string,
  kind: EngineKind,
  { accessCode, adminPassword, savedAt }: Pick<ReleasedDatabase, 'accessCode' | 'adminPassword' | 'savedAt'>,
  changes: string[] = [],
): Promise<{ shop: TestShop; close(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-released-'));
  const database = kind === 'postgres' ? await createBareDatabase() : undefined;
  await copyReleasedDatabase(version, { dataDir, databaseUrl: database?.url, changes });
  const shop = await startTestShop({
    dataDir,
    databaseUrl: database?.url,
    now: savedAt,
    settings: { SHOP_ACCESS_CODE: accessCode, SHOP_ADMIN_PASSWORD: adminPassword },
  });
  return {
    shop,
    close: async () => {
      await shop.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
