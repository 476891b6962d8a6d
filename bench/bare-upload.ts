import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SqliteDatabase } from '../src/server/db/sqlite-driver.ts';
import type { FileProduct } from './fixtures.ts';

/** The least that an upload needs, without a shop: the file is parsed and checked, and stored by one bulk insert. */
export interface BareUpload {
  /** Does it once, into an empty table. */
  store(file: string): Promise<void>;
  close(): Promise<void>;
}

const TABLE = `bench_items (external_id text primary key, name text not null, quantity integer not null,
  price_cents integer not null, brand text, category text, description text, tags text not null, images text not null)`;

/** One value for each column, as the insert takes them. */
const rowsOf = (file: string) => {
  const { data } = JSON.parse(file) as { data: FileProduct[] };
  return data.map(({ id, name, qty, price, brand, category, description, tags, images }) => {
    for (const text of [id, name, brand, category, description]) {
      if (typeof text !== 'string') throw new Error('A text is missing.');
    }
    if (!Number.isInteger(qty) || qty < 0 || !(price >= 0)) throw new Error('A number is wrong.');
    const cents = Math.round(price * 100);
    return [id, name, qty, cents, brand, category, description, JSON.stringify(tags), JSON.stringify(images)];
  });
};

export const openSqliteUpload = (): BareUpload => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-upload-'));
  const sqlite = new SqliteDatabase(join(folder, 'bare.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  return {
    store: async (file) => {
      sqlite.exec(`drop table if exists bench_items; create table ${TABLE}`);
      const rows = rowsOf(file);
      const insert = sqlite.prepare('insert into bench_items values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
      sqlite.transaction(() => {
        for (const row of rows) insert.run(row);
      })();
    },
    close: async () => {
      sqlite.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const openPostgresUpload = async (databaseUrl: string): Promise<BareUpload> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return {
    store: async (file) => {
      await client.query(`drop table if exists bench_items; create table ${TABLE}`);
      const rows = rowsOf(file);
      const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]));
      await client.query(
        `insert into bench_items
         select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])`,
        columns,
      );
    },
    close: () => client.end(),
  };
};
