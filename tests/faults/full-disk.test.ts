import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call } from './calls.ts';
import { problemsAfterFault } from './fault.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import { makeFolder } from './kept.ts';
import { CALL_LIMIT_MS } from './limits.ts';
import type { Load } from './load.ts';
import { problemsOfReading } from './outage.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';
import { canMount, makeSmallDisk, type SmallDisk } from './small-disk.ts';

let server: PostgresServer | undefined;
let disk: SmallDisk | null = null;
let shop: FaultShop | undefined;

afterEach(async () => {
  try {
    await shop?.close();
  } finally {
    await server?.close();
    await disk?.close();
    [shop, server, disk] = [undefined, undefined, null];
  }
});

/** Space that can run out. */
interface Space {
  fill(): unknown;
  free(): unknown;
}

/** Fills the disk while members order. Nobody can order then, everybody can read, and space is all the shop needs. */
const expectHealing = async (name: string, opened: FaultShop, readRows: ReadRows, { fill, free }: Space) => {
  const cause = async (load: Load, problems: string[]) => {
    await fill();
    await load.everyoneRefused();
    problems.push(...(await problemsOfReading(opened)));
    const { status, milliseconds } = await call(`${opened.url}/api/cart`, { token: opened.visitor.token });
    if (status !== 200 || milliseconds > CALL_LIMIT_MS) problems.push(`Reading the cart returned ${status}.`);
    await free();
    return Date.now();
  };
  expect(await problemsAfterFault({ name, shop: opened, readRows, cause })).toEqual([]);
};

/** Reads a SQLite file that SQLite cannot open where it is, while nothing writes to it. */
const copyReader =
  (file: string): ReadRows =>
  async (query) => {
    const folder = makeFolder();
    for (const name of [file, `${file}-wal`]) {
      if (existsSync(name)) copyFileSync(name, join(folder.path, name.endsWith('-wal') ? 'shop.db-wal' : 'shop.db'));
    }
    const rows = await sqliteReader(join(folder.path, 'shop.db'))(query);
    await folder.remove();
    return rows as never;
  };

// Some machines allow no disk to be mounted. There, the faults below are all that can be done.
if (await canMount()) {
  test('[sqlite] a shop whose disk is full serves and refuses to write until there is space', async () => {
    disk = await makeSmallDisk(24);
    shop = await openFaultShop({ dataDir: disk!, through: disk!.through });
    await expectHealing('disk full [sqlite]', shop, copyReader(join(disk!.outside, 'shop.db')), disk!);
  });
}

if (spawnSync('prlimit', ['--version']).status === 0) {
  test('[sqlite] a shop that cannot write to its file serves and refuses to write until it can', async () => {
    const opened = await openFaultShop();
    shop = opened;
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', [`--pid=${opened.pid()}`, `--fsize=${bytes}:unlimited`]);
    const space = { fill: () => limitFiles('0'), free: () => limitFiles('unlimited') };
    const readRows = sqliteReader(join(opened.dataDir, 'shop.db'));
    await expectHealing('file cannot be written [sqlite]', opened, readRows, space);
  });
}

test('[postgres] a shop whose server has a full disk serves and refuses to write until there is space', async () => {
  const started = await startPostgresServer();
  server = started;
  disk = await makeSmallDisk(48, started.owner);
  if (disk) await started.query(`create tablespace small location '${disk.outside}'`);
  await started.query(`create database shop ${disk ? 'tablespace small' : ''}`);
  shop = await openFaultShop({ env: { DATABASE_URL: started.url('shop') } });
  const readRows: ReadRows = (query) => started.query(query, 'shop');
  await expectHealing('disk full [postgres]', shop, readRows, disk ?? (await refusingSpace(started)));
});

/** If no disk can be mounted, PostgreSQL refuses every new and changed row with the error of a full disk. */
const refusingSpace = async (server: PostgresServer): Promise<Space> => {
  const react = (statement: string) =>
    server.query(
      `create or replace function on_write() returns trigger language plpgsql as $$ begin ${statement}; end $$`,
      'shop',
    );
  const free = () => react('return new');
  await free();
  const tables = await server.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
    'shop',
  );
  for (const { name } of tables) {
    await server.query(
      `create trigger on_write before insert or update on ${name} for each row execute function on_write()`,
      'shop',
    );
  }
  return {
    fill: () => react("raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'"),
    free,
  };
};
