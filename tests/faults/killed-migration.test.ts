import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import { closeShop, type ShopEnv, startShop } from '../e2e/shop-process.ts';
import { keepProcess, makeFolder } from './kept.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';
import { ENGINES } from './shop-on-engine.ts';
import { waitUntil } from './wait.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURES = join(project, 'tests/fixtures/0.1.0');

/** Enough receipts that backup and migrations take long enough to be killed. */
const RECEIPTS = 4_000;
const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${RECEIPTS})`;
const shipped = "(select id from receipts where status = 'shipped' order by number limit 1)";

/** Makes many receipts of the one that is shipped. It has no reservation and no points, so every sum stays right. */
const BLOW_UP = [
  `${numbers} insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents, notes, created_at)
   select 'copy' || i, 100000 + i, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents, notes, created_at
   from receipts cross join n where id = ${shipped}`,
  `${numbers} insert into receipt_lines (id, receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents)
   select 100 * i + 100 + position, 'copy' || i, position, item_id, product_name, product_brand, quantity, unit_price_cents
   from receipt_lines cross join n where receipt_id = ${shipped}`,
  `${numbers} insert into receipt_events (id, receipt_id, status, actor, note, at)
   select 1000 * i + id, 'copy' || i, status, actor, note, at
   from receipt_events cross join n where receipt_id = ${shipped}`,
  // In the year 2100: no receipt expires while rows are counted.
  'update receipts set expires_at = 4102444800000 where expires_at is not null',
  `update counters set value = ${100_000 + RECEIPTS} where name = 'receipt'`,
];

/** For a busy machine. What takes longer hangs. */
const LIMIT_MS = 60_000;

/** What must be there after every kill, however far the migration was. */
const TABLES = ['users', 'items', 'change_rows', 'receipts', 'receipt_lines', 'receipt_events', 'points_entries'];

/** When a start is killed. */
interface Moment {
  what: string;
  /** Returns whether the backup has come that far. */
  isReached: (names: readonly string[], before: readonly string[]) => boolean;
  /** The kill has to come before the end of the migration. */
  isInTime: boolean;
  /** Milliseconds to wait after that. */
  wait: number;
}

const isNew = (name: string, before: readonly string[]) => name.endsWith('.gz') && !before.includes(name);

const MOMENTS: readonly Moment[] = [
  {
    what: 'during the backup',
    isReached: (names) => names.some((name) => name.endsWith('.unfinished')),
    isInTime: true,
    wait: 0,
  },
  ...[0, 100].map((wait) => ({
    what: `${wait} ms after the backup`,
    isReached: (names: readonly string[], before: readonly string[]) => names.some((name) => isNew(name, before)),
    isInTime: wait === 0,
    wait,
  })),
];

/** Files may not grow beyond this: less than the backup has, and enough for all that is written before it. */
const LIMITED = ['prlimit', '--fsize=65536:unlimited'] as const;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

describe.each(ENGINES)('[%s] a start that updates a database of version 0.1.0', (engine) => {
  const folder = makeFolder();
  const backups = join(folder.path, 'backups');
  const env: ShopEnv = {
    DATA_DIR: folder.path,
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
    PATH: process.env.PATH ?? '',
  };
  let server: PostgresServer | undefined;
  let readRows: ReadRows;
  let rowsBefore: Record<string, number>;

  beforeAll(async () => {
    if (engine === 'sqlite') {
      const file = join(folder.path, 'shop.db');
      copyFileSync(join(FIXTURES, 'shop.db'), file);
      const database = new SqliteDatabase(file);
      for (const statement of BLOW_UP) database.exec(statement);
      database.close();
      copyFileSync(file, `${file}-before`);
      readRows = sqliteReader(file);
    } else {
      server = await startPostgresServer();
      await server.query('create database shop');
      env.DATABASE_URL = server.url('shop');
      const client = new Client(env.DATABASE_URL);
      await client.connect();
      await client.query(readFileSync(join(FIXTURES, 'postgres.sql'), 'utf8'));
      await client.query('set search_path = public');
      for (const statement of BLOW_UP) await client.query(statement);
      await client.end();
      readRows = (query) => server!.query(query, 'shop');
    }
    rowsBefore = await countRows();
  });

  afterAll(async () => {
    await server?.close();
    await folder.remove();
  });

  const countRows = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      const [row] = await readRows<{ rows: number | string }>(`select count(*) as rows from ${table}`);
      counts[table] = Number(row!.rows);
    }
    return counts;
  };

  /** Puts the SQLite file from before the update in its place again. */
  const putOldBack = () => {
    const file = join(folder.path, 'shop.db');
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(`${file}-before`, file);
  };

  const migrations = async () => (await readRows<{ name: string }>('select name from kysely_migration')).length;

  const namesOfBackups = (): string[] => (existsSync(backups) ? readdirSync(backups) : []);

  /** A killed process leaves a session that ends once its statement does. */
  const sessionsEnded = async () => {
    const others = "select pid from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()";
    const isQuiet = async () => !server || (await server.query(others)).length === 0;
    await waitUntil(isQuiet, { interval: 20 });
  };

  /** Keeps every migration on PostgreSQL waiting, and no backup. Returns how to let go. */
  const holdMigrations = async (): Promise<() => Promise<void>> => {
    const client = new Client(env.DATABASE_URL);
    await client.connect();
    await client.query('begin');
    await client.query('lock table receipts in access share mode');
    return () => client.end();
  };

  /** Starts the shop and kills it at this moment. */
  const killAt = async ({ isReached, isInTime, wait }: Moment): Promise<void> => {
    const before = namesOfBackups();
    const letGo = server && isInTime ? await holdMigrations() : async () => {};
    const child = spawn(process.execPath, [join(project, 'dist/server/main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    keepProcess(child);
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', (part) => (output += part));
    const ended = once(child, 'exit');
    const isDue = () => child.exitCode !== null || isReached(namesOfBackups(), before);
    await waitUntil(isDue, { interval: 2 });
    if (child.exitCode !== null) throw new Error(`The shop ended by itself: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await letGo();
    await sessionsEnded();
  };

  test.runIf(canLimit)('is refused without room for its backup, of which nothing is left', async () => {
    const [program, ...words] = LIMITED;
    const main = join(project, 'dist/server/main.js');
    const { status, stdout, stderr } = spawnSync(program, [...words, process.execPath, main], {
      env,
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    expect(stdout + stderr).toMatch(
      /The backup before the update failed, so the database was not changed: EFBIG: .* Make room for .*before-/,
    );
    expect([status, await migrations(), namesOfBackups()]).toEqual([1, 1, []]);
    expect(await countRows()).toEqual(rowsBefore);
  });

  test('and is killed leaves the old database, until a start completes the update without losing a row', async () => {
    const interrupted: string[] = [];
    for (const moment of MOMENTS) {
      await killAt(moment);
      expect(await countRows()).toEqual(rowsBefore);
      while (moment.isInTime && (await migrations()) > 1) {
        // SQLite cannot be held, and the kill came too late on this machine.
        putOldBack();
        await killAt(moment);
      }
      if ((await migrations()) > 1) break;
      interrupted.push(moment.what);
    }
    expect(interrupted.slice(0, 2)).toEqual(['during the backup', '0 ms after the backup']);

    const shop = await startShop(env);
    expect(await migrations()).toBeGreaterThan(1);
    expect(await countRows()).toEqual(rowsBefore);
    await closeShop(shop);
    const options = { env, encoding: 'utf8', timeout: LIMIT_MS } as const;
    const checked = execFileSync(process.execPath, [join(project, 'dist/server/cli/main.js'), 'check'], options);
    expect(checked.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([]);
  }, 300_000);

  test('and is killed leaves whole backups only', () => {
    const names = namesOfBackups();
    expect(names.filter((name) => !/^before-.*\.gz$/.test(name))).toEqual([]);
    const rows = names.map((name) =>
      gunzipSync(readFileSync(join(backups, name)))
        .toString()
        .trim()
        .split('\n')
        .at(-1),
    );
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(rows).size).toBe(1);
  });
});
