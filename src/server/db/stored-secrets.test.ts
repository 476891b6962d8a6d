import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { copyReleasedDatabase, VERSION_0_1_0 } from '../testing/released-databases.ts';
import { prepareRestarts } from '../testing/restarts.ts';
import { logIn } from '../testing/sign-in.ts';
import type { TestShop } from '../testing/test-shop.ts';
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

/** The password in the shop was changed before the newer version came. */
const CHANGED_PASSWORD = `update users set password_hash = (
  select password_hash from users where username = 'wren') where username = 'admin'`;

const startReleased = async (kind: EngineKind, changes: string[] = []) => {
  const released = VERSION_0_1_0[kind];
  const restart = await prepareRestarts(kind, (place) => copyReleasedDatabase('0.1.0', { ...place, changes }));
  const settings = { SHOP_ACCESS_CODE: released.accessCode, SHOP_ADMIN_PASSWORD: released.adminPassword };
  const start = (changed: Record<string, string> = {}) =>
    restart({ now: released.savedAt, settings: { ...settings, ...changed } });
  return { released, start };
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

    const shop = await start();
    const bytes = await bytesOf(shop);
    expect(bytes, 'the bytes are those of the table').toContain('applied_admin_password_hash');
    for (const hash of hashes) expect(bytes).not.toContain(hash);
    const keys = await shop.database.read.selectFrom('shop_state').select('key').execute();
    expect(keys.map(({ key }) => key)).not.toContain('deleted_bytes');
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
    expect(entries).toEqual([{ actor_id: 'system', subject: 'secrets of an older version' }]);
  });
});
