import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres } from '../../scripts/lib/postgres.mjs';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/database.sh', import.meta.url));
const PASSWORD = "it's a \\ password";

let server: PostgresServer;
let shop: FaultShop | undefined;
/** The address of the database for the role of the shop. */
let url: URL;

beforeAll(async () => {
  server = await startPostgresServer();
  url = new URL(server.url('shop'));
  const { username: PGUSER, password: PGPASSWORD, hostname: PGHOST, port: PGPORT } = url;
  const PATH = `${findPostgres()}:${process.env.PATH}`;
  execFileSync('sh', [SCRIPT], { env: { PATH, PGHOST, PGPORT, PGUSER, PGPASSWORD, DATABASE_PASSWORD: PASSWORD } });
  url.username = 'shop';
  url.password = encodeURIComponent(PASSWORD);
});

afterAll(async () => {
  await shop?.close();
  await server?.close();
});

test('the database of deploy/compose.yaml has a role for the shop alone, and its superuser has no password', async () => {
  await expect(server.query('select 1')).rejects.toThrow('password authentication failed');
});

test('a shop whose role is no superuser starts, takes orders, backs itself up and restores the backup', async () => {
  shop = await openFaultShop({ env: { DATABASE_URL: url.href } });
  const file = join(shop.dataDir, 'all.gz');
  expect(await shop.command(['backup', file])).toEqual({ output: expect.stringContaining('verified'), failed: false });
  expect((await shop.command(['check'])).output).toContain('ok   The settings are valid');
  await shop.stop();
  const restored = await shop.command(['restore', file, '--yes']);
  expect(restored).toEqual({ output: expect.stringContaining('rows restored from'), failed: false });
});
