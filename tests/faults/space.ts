import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultShop } from './fault-shop.ts';
import { makeFolder } from './kept.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';

/** Space that can run out. */
export interface Space {
  fill(): unknown;
  free(): unknown;
}

/** Reads a SQLite file that SQLite cannot open where it is, while nothing writes to it. */
export const copyReader =
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

/** The operating system refuses a shop to write to any file. */
export const refusingFiles = (shop: FaultShop): Space => {
  const limitFiles = (bytes: string) => execFileSync('prlimit', [`--pid=${shop.pid()}`, `--fsize=${bytes}:unlimited`]);
  return { fill: () => limitFiles('0'), free: () => limitFiles('unlimited') };
};

/** PostgreSQL refuses every new and changed row with the error of a full disk. */
export const refusingSpace = async (server: PostgresServer): Promise<Space> => {
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
