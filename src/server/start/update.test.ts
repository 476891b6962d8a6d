import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { RETIRED_STATE_KEYS } from '../db/shop-state.ts';
import type { Db, EngineKind } from '../db/types.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { restore } from '../features/backup/restore.service.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { packageVersion } from '../lib/program.ts';
import { createBareDatabase, createTestDatabase } from '../testing/both-databases.ts';
import { copyReleasedDatabase, VERSION_0_1_0 } from '../testing/released-databases.ts';
import { logIn } from '../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';
import { explainStart } from './start-problem.ts';

/** A database of version 0.1.0, on which a test starts the shop. */
interface OldShop {
  dataDir: string;
  /** The names in DATA_DIR/backups. */
  backups(): string[];
  /** Starts this version. A folder of its own is another machine. */
  start(dataDir?: string): Promise<TestShop>;
  /** The line that a start ends with. */
  failure(): Promise<string>;
  /** Runs a statement on the database without the shop. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** How many rows each table has. */
  countRows(): Promise<Record<string, number>>;
}

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const copyOldShop = async (kind: EngineKind, changes: string[] = []): Promise<OldShop> => {
  const server = kind === 'postgres' ? await createBareDatabase() : undefined;
  onTestFinished(() => server?.drop());
  const dataDir = makeFolder();
  const databaseUrl = server?.url;
  await copyReleasedDatabase('0.1.0', { dataDir, databaseUrl, changes });
  const { savedAt, accessCode, adminPassword } = VERSION_0_1_0[kind];
  const folder = join(dataDir, 'backups');
  const start = async (own = dataDir) => {
    const settings = { SHOP_ACCESS_CODE: accessCode, SHOP_ADMIN_PASSWORD: adminPassword };
    const shop = await startTestShop({ dataDir: own, databaseUrl, now: savedAt, settings });
    onTestFinished(() => shop.close());
    return shop;
  };
  const open = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
    const database = openDatabase({ dataDir, databaseUrl });
    return work(database.kysely).finally(database.close);
  };
  const run = async (statement: string) =>
    open(async (db) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows);
  return {
    dataDir,
    backups: () => (existsSync(folder) ? readdirSync(folder).sort() : []),
    start,
    failure: async () => explainStart(await start().catch((error: unknown) => error)),
    run,
    countRows: () =>
      open(async (db) => {
        const counts: Record<string, number> = {};
        for (const { name } of await db.introspection.getTables()) {
          const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
          counts[name] = rows[0]!.rows;
        }
        return counts;
      }),
  };
};

/** The lines of a backup: its head, the rows of the tables, and the number of rows. */
const linesOf = (file: string) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const sizes = (tables: ReadonlyMap<string, readonly unknown[]>): Record<string, number> =>
  Object.fromEntries([...tables].map(([table, rows]) => [table, rows.length]));

const zeroes = (tables: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.keys(tables).map((table) => [table, 0]));

/** The time at which the databases of version 0.1.0 were saved, as names of backups have it. */
const SAVED: Record<EngineKind, string> = { sqlite: '2026-11-22-103030', postgres: '2026-11-22-103110' };

describe.each(['sqlite', 'postgres'] as const)('[%s] an update of a database of version 0.1.0', (kind) => {
  const NAME = `before-${packageVersion}-${SAVED[kind]}.gz`;

  test('is preceded by one backup that has every row and column, and none of the badly stored secrets', async () => {
    const old = await copyOldShop(kind);
    const users = await old.run('select * from users order by id');
    const rows = await old.countRows();
    await (await old.start()).close();
    const shop = await old.start();
    expect(old.backups()).toEqual([NAME]);
    const [head, ...lines] = linesOf(join(old.dataDir, 'backups', NAME));
    expect(head).toMatchObject({ format: 'greenroom-backup-1', evidence: { entries: 0 } });
    const written = new Map(lines.filter(Array.isArray) as [string, Record<string, unknown>[]][]);
    expect(written.get('users')).toEqual(users);
    // Leases belong to running processes, and sessions and reset links must not come back. No other table may be missing,
    // even if a later version drops it.
    const leftOut = { leases: 0, sessions: 0, reset_links: 0 };
    const expected = { ...rows, ...leftOut, shop_state: rows.shop_state! - RETIRED_STATE_KEYS.length };
    expect({ ...zeroes(rows), ...sizes(written) }).toEqual(expected);
    const keys = written.get('shop_state')!.map(({ key }) => key as string);
    expect(keys.filter((key) => RETIRED_STATE_KEYS.includes(key))).toEqual([]);
    const audit = shop.database.read.selectFrom('audit').select('subject').where('kind', '=', 'backup');
    expect(await audit.execute()).toEqual([{ subject: NAME }]);
  });

  test('can be undone from its backup on either engine: this version restores it too', async () => {
    const old = await copyOldShop(kind);
    await old.start();
    const other = kind === 'sqlite' ? await createTestDatabase() : undefined;
    const shop = await startTestShop({ databaseUrl: other?.url, now: VERSION_0_1_0[kind].savedAt });
    onTestFinished(async () => {
      await shop.close();
      await other?.drop();
    });
    await restore(shop.database, join(old.dataDir, 'backups', NAME), { actor: COMMAND_LINE, now: 1 });
    const { lines } = await checkData(shop.database);
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect((await logIn(shop, 'juniper', 'juniper-password')).body.memberType).toBe('Gold');
  });

  test('keeps the last five backups of its kind, and all others', async () => {
    const old = await copyOldShop(kind);
    const folder = join(old.dataDir, 'backups');
    mkdirSync(folder);
    const older = [1, 2, 3, 4, 5].map((day) => `before-0.${9 - day}.0-2026-01-0${day}-120000.gz`);
    const others = ['greenroom-2025-01-01-120000-1f3a.gz', 'before-the-sale.gz'];
    const killed = ['.unfinished', '.1f3a5b7c9d0e.unfinished'].map((end) => `before-0.9.0-2026-11-01-120000.gz${end}`);
    for (const name of [...older, ...others, ...killed]) {
      writeFileSync(join(folder, name), '');
    }
    await old.start();
    expect(old.backups()).toEqual([...older.slice(1), ...others, NAME].sort());
  });

  test('never replaces the backup of an earlier start, also not of the same second', async () => {
    const folder = (shop: { dataDir: string }) => join(shop.dataDir, 'backups');
    const old = await copyOldShop(kind);
    mkdirSync(folder(old));
    const later = NAME.replace(/\d\.gz$/, (end) => `${Number(end[0]) + 1}.gz`);
    writeFileSync(join(folder(old), NAME), 'of an earlier start');
    const shop = await old.start();
    expect(old.backups()).toEqual([NAME, later]);
    expect(readFileSync(join(folder(old), NAME), 'utf8')).toBe('of an earlier start');
    expect(linesOf(join(folder(old), later))[0]).toMatchObject({ format: 'greenroom-backup-1' });
    const audit = shop.database.read.selectFrom('audit').select('subject').where('kind', '=', 'backup');
    expect(await audit.execute()).toEqual([{ subject: later }]);
  });

  test('does not happen if its backup cannot be written', async () => {
    const old = await copyOldShop(kind);
    const folder = join(old.dataDir, 'backups');
    // A file is where the folder should be.
    writeFileSync(folder, '');
    expect(await old.failure()).toBe(
      'The backup before the update failed, so the database was not changed: EEXIST: file already exists, mkdir ' +
        `'${folder}'. Make room for ${join(folder, NAME)} and make its folder writable, then start again.`,
    );
    rmSync(folder);
    expect(await old.run('select name from kysely_migration')).toEqual([{ name: '0001-shop' }]);
    expect(await old.run("select is_admin from users where username = 'admin'")).toEqual([{ is_admin: 1 }]);
    await old.start();
    expect(old.backups()).toEqual([NAME]);
  });

  test('that fails leaves the old database, and says how to go back', async () => {
    const old = await copyOldShop(kind, ['create table passkeys (id text)']);
    expect(await old.failure()).toMatch(
      new RegExp(
        '^The update of the database failed: .*passkeys.*already exists\\. All of it was undone\\. To go back, start ' +
          'the version that you had before\\. .* npm run shop -- restore .*' +
          NAME.replaceAll('.', '\\.'),
      ),
    );
    expect(await old.run('select name from kysely_migration')).toEqual([{ name: '0001-shop' }]);
    expect(await old.run("select is_admin from users where username = 'admin'")).toEqual([{ is_admin: 1 }]);
  });

  test('cannot be taken back by starting an older version, which says what to do', async () => {
    const old = await copyOldShop(kind);
    const shop = await old.start();
    await shop.close();
    await old.run("update shop_state set value = '7.0.0' where key = 'version'");
    await old.run("insert into kysely_migration (name, timestamp) values ('9999-later', '2030')");
    expect(await old.failure()).toBe(
      'Version 7.0.0 of Greenroom made this database (it has "9999-later"). This version changes nothing in it. Start ' +
        `version 7.0.0 or a later one. To go back to version ${packageVersion}, put the backup from before the update ` +
        `into an empty database: npm run shop -- restore ${join(old.dataDir, 'backups', NAME)}. What was sold since is ` +
        'not in it. docs/operations.md, "Updates", has the steps.',
    );
    expect(old.backups()).toEqual([NAME]);
  });
});

test('two machines that start together on a database of version 0.1.0 both come up, and one makes the backup', async () => {
  const old = await copyOldShop('postgres');
  const folder = makeFolder();
  const shops = await Promise.all([old.start(), old.start(folder)]);
  for (const shop of shops) expect((await logIn(shop, 'juniper', 'juniper-password')).status).toBe(200);
  const backups = [old.dataDir, folder].flatMap((dataDir) =>
    existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : [],
  );
  expect(backups).toEqual([`before-${packageVersion}-${SAVED.postgres}.gz`]);
});

test('a new shop makes no backup', async () => {
  const shop = await startTestShop();
  expect(existsSync(join(shop.dataDir, 'backups'))).toBe(false);
  await shop.close();
});
