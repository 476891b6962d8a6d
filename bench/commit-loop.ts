import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** The limit of the machine for writes: durable commits of one row in a bare loop, per second. */
export const durableCommits = (milliseconds: number): number => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-commits-'));
  const sqlite = new SqliteDatabase(join(folder, 'bare.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.exec('create table line (id integer primary key, quantity integer not null)');
  const insert = sqlite.prepare('insert into line (quantity) values (?)');
  const start = performance.now();
  let commits = 0;
  while (performance.now() - start < milliseconds) {
    insert.run(1);
    commits++;
  }
  const seconds = (performance.now() - start) / 1000;
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
  return commits / seconds;
};
