import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/server/db/open.ts';

/** The limit of the machine for a write: durable single-row commits in a bare loop, a second. */
export const durableCommits = (milliseconds: number): number => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-commits-'));
  const { sqlite } = openSqlite(join(folder, 'bare.db'));
  sqlite!.exec('create table line (id integer primary key, quantity integer not null)');
  const insert = sqlite!.prepare('insert into line (quantity) values (?)');
  const begun = performance.now();
  let commits = 0;
  while (performance.now() - begun < milliseconds) {
    insert.run(1);
    commits++;
  }
  const seconds = (performance.now() - begun) / 1000;
  sqlite!.close();
  rmSync(folder, { recursive: true, force: true });
  return commits / seconds;
};
