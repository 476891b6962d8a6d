import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { copyReleasedDatabase, VERSION_0_1_0 } from '../testing/released-databases.ts';
import { type Place, prepareRestarts } from '../testing/restarts.ts';
import { logIn } from '../testing/sign-in.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { SqliteDatabase } from './sqlite-driver.ts';
import type { EngineKind } from './types.ts';

/** What version 0.1.0 stored of a secret. */
const fastHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'latin1') : '');

/** The bytes of the files in which the database keeps the shop's single values. */
const bytesOf = async ({ dataDir, settings }: TestShop): Promise<string> => {
  if (settings.DATABASE_URL === undefined) {
    return ['shop.db', 'shop.db-wal', 'shop.db-journal'].map((file) => readIfThere(join(dataDir, file))).join();
  }
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  await client.query('checkpoint');
  const { rows } = await client.query<{ bytes: Buffer }>(
    "select pg_read_binary_file(pg_relation_filepath('shop_state')) as bytes",
  );
  await client.end();
  return rows[0]!.bytes.toString('latin1');
};

const saysBytesRemain = async ({ database }: TestShop): Promise<boolean> => {
  const keys = await database.read.selectFrom('shop_state').select('key').execute();
  return keys.some(({ key }) => key === 'deleted_bytes');
};

/** The password in the shop was changed before the newer version came. */
const CHANGED_PASSWORD = `update users set password_hash = (
  select password_hash from users where username = 'wren') where username = 'admin'`;

/** Sees the database as it is now, until the returned function is called. A backup of another program does this. */
const holdSnapshot = async ({ dataDir, databaseUrl }: Place): Promise<() => Promise<void>> => {
  if (databaseUrl === undefined) {
    const sqlite = new SqliteDatabase(join(dataDir, 'shop.db'));
    // The mode in which the shop uses the file: nobody can change to it while somebody reads.
    sqlite.pragma('journal_mode = wal');
    sqlite.exec('begin; select count(*) from users');
    return async () => void sqlite.close();
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('begin isolation level repeatable read; select 1');
  return () => client.end();
};

const startReleased = async (kind: EngineKind, changes: string[] = []) => {
  const released = VERSION_0_1_0[kind];
  let filled: Place | undefined;
  const restart = await prepareRestarts(kind, async (place) => {
    await copyReleasedDatabase('0.1.0', { ...place, changes });
    filled = place;
  });
  const settings = { SHOP_ACCESS_CODE: released.accessCode, SHOP_ADMIN_PASSWORD: released.adminPassword };
  const start = (changed: Record<string, string> = {}) =>
    restart({ now: released.savedAt, settings: { ...settings, ...changed } });
  return { released, start, place: filled! };
};

const enter = async (shop: TestShop, password: string): Promise<number> =>
  (await shop.call(authenticate, { body: { password } })).status;

describe.each(['sqlite', 'postgres'] as const)('[%s] on a database of version 0.1.0', (kind) => {
  test('the fast hashes of access code and admin password are gone, also from the bytes of the database', async () => {
    const { released, start } = await startReleased(kind);
    const hashes = [fastHash(released.accessCode), fastHash(released.adminPassword)];
    const fixture = join(
      import.meta.dirname,
      '../../../tests/fixtures/0.1.0',
      kind === 'sqlite' ? 'shop.db' : 'postgres.sql',
    );
    const before = readFileSync(fixture, 'latin1');
    for (const hash of hashes) expect(before).toContain(hash);

    // A server cleans up by itself, and may use the table just now. Then the next start tries again.
    let shop = await start();
    for (let again = 0; (await saysBytesRemain(shop)) && again < 10; again++) shop = await start();
    const bytes = await bytesOf(shop);
    expect(bytes, 'the bytes are those of the table').toContain('applied_admin_password_hash');
    for (const hash of hashes) expect(bytes).not.toContain(hash);
    expect(await saysBytesRemain(shop)).toBe(false);
  });

  test('while somebody may still read the fast hashes their bytes remain, and a later start removes them', async () => {
    const { released, start, place } = await startReleased(kind);
    const hash = fastHash(released.adminPassword);
    const release = await holdSnapshot(place);
    onTestFinished(() => release().catch(() => {}));
    let shop = await start();
    for (const _start of ['first', 'second']) {
      expect([await saysBytesRemain(shop), (await bytesOf(shop)).includes(hash)]).toEqual([true, true]);
      shop = await start();
    }
    await release();
    for (let again = 0; (await saysBytesRemain(shop)) && again < 10; again++) shop = await start();
    expect([await saysBytesRemain(shop), (await bytesOf(shop)).includes(hash)]).toEqual([false, false]);
  });

  test('settings that stayed the same are not applied again', async () => {
    const { released, start } = await startReleased(kind, [CHANGED_PASSWORD]);
    let shop = await start();
    for (const _start of ['first', 'second']) {
      expect((await logIn(shop, 'admin', released.adminPassword)).status).toBe(401);
      expect((await logIn(shop, 'admin', 'wren-password')).status).toBe(200);
      expect(await enter(shop, released.accessCode)).toBe(200);
      shop = await start();
    }
  });

  test('settings that are new with this start are applied', async () => {
    const { released, start } = await startReleased(kind, [CHANGED_PASSWORD]);
    const shop = await start({ SHOP_ADMIN_PASSWORD: 'one of the settings', SHOP_ACCESS_CODE: 'a new code' });
    expect((await logIn(shop, 'admin', 'one of the settings')).status).toBe(200);
    expect((await logIn(shop, 'admin', 'wren-password')).status).toBe(401);
    expect(await enter(shop, 'a new code')).toBe(200);
    expect(await enter(shop, released.accessCode)).toBe(401);
  });

  test('the start says once that both should be changed, and the evidence says so too', async () => {
    const { start } = await startReleased(kind);
    let shop = await start();
    expect(shop.prepared.notes).toEqual([expect.stringMatching(/Please change both/)]);
    shop = await start();
    expect(shop.prepared.notes).toEqual([]);
    const entries = await shop.database.read
      .selectFrom('audit')
      .select(['actor_id', 'subject'])
      .where('kind', '=', 'settings')
      .execute();
    expect(entries.map(({ subject }) => subject)).toEqual(['TELEGRAM_SELLER', 'secrets of an older version']);
    expect(entries.every(({ actor_id: actor }) => actor === 'system')).toBe(true);
  });
});
