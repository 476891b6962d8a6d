import { existsSync } from 'node:fs';
import { openDatabase, sqlitePath } from './open.ts';
import { deleteState, findState, setState } from './shop-state.ts';
import type { Db } from './types.ts';

/*
 * The embedded database of a shop that went on with PostgreSQL is still in its folder. If the setting of the server is
 * lost, a start would serve last month's shop from it, so it has a mark that says that it was moved.
 */

/** Opens the embedded database of a folder for a moment. Returns null if there is none. */
const withEmbedded = async <Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result | null> => {
  if (!existsSync(sqlitePath(dataDir))) return null;
  const open = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await work(open.kysely);
  } finally {
    await open.close();
  }
};

/** When the embedded database of a folder was moved, as ISO 8601; null if it was not, or if there is none. */
export const findMoved = (dataDir: string): Promise<string | null> =>
  // A database that was never migrated has no tables.
  withEmbedded(dataDir, (db) => findState(db, 'moved').catch(() => null));

/** Marks the embedded database of a folder as moved. Returns false if there is none. */
export const markMoved = async (dataDir: string, now: number): Promise<boolean> => {
  const mark = (db: Db) => db.transaction().execute((tx) => setState(tx, 'moved', new Date(now).toISOString()));
  return (await withEmbedded(dataDir, async (db) => mark(db).then(() => true))) ?? false;
};

/** Takes the mark away. Returns false if there was none. */
export const unmarkMoved = async (dataDir: string): Promise<boolean> => {
  if ((await findMoved(dataDir)) === null) return false;
  await withEmbedded(dataDir, (db) => db.transaction().execute((tx) => deleteState(tx, 'moved')));
  return true;
};
