import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../../scripts/lib/postgres.mjs';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import type { SavedVersion } from '../../src/server/testing/released-databases.ts';
import { callApi } from '../e2e/shop-api.ts';
import { closeShop, startShop } from '../e2e/shop-process.ts';
import { makeFixture } from '../fixtures/make-fixture.ts';
import { makeFolder } from './kept.ts';
import { startPostgresServer } from './postgres-server.ts';

test('`npm run fixture` saves databases on which the shop starts, with something of everything', async () => {
  const folder = makeFolder();
  const server = await startPostgresServer();
  onTestFinished(async () => {
    await server.close();
    await folder.remove();
  });
  await server.query('create database shop');
  await makeFixture(folder.path, { programs: findPostgres()!, databaseUrl: server.url('shop') });

  const { sqlite, postgres } = JSON.parse(readFileSync(join(folder.path, 'fixture.json'), 'utf8')) as {
    [engine: string]: SavedVersion;
  };
  expect(Object.entries(sqlite!.rows).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(postgres!.rows).toEqual(sqlite!.rows);
  const database = new SqliteDatabase(join(folder.path, 'shop.db'), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();

  await server.query('create database copy');
  await server.query(readFileSync(join(folder.path, 'postgres.sql'), 'utf8'), 'copy');
  for (const [saved, env] of [
    [sqlite!, { DATA_DIR: folder.path }],
    [postgres!, { DATABASE_URL: server.url('copy') }],
  ] as const) {
    const shop = await startShop({ DEMO: 'off', ...env });
    const { user } = await callApi<{ user: { username: string } }>(shop, saved.member.token, 'GET', '/api/user');
    expect(user.username).toBe(saved.member.username);
    await closeShop(shop);
  }
  // Nothing had to be migrated.
  expect(existsSync(join(folder.path, 'backups'))).toBe(false);
}, 240_000);
