import { type SqlBool, sql } from 'kysely';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The stored paths of one item's pictures, and its lab result, as JSON. */
export interface ItemImages {
  id: number;
  images: string;
  lab: string | null;
}

/** The pictures and lab results of all items that have any, listed or not. */
export const withImages = (db: Db) =>
  db
    .selectFrom('items')
    .select(['id', 'images', 'lab'])
    .where(({ or, eb }) => or([eb('images', '!=', '[]'), eb('lab', 'is not', null)]));

/** Stores uploaded pictures. One with the path of another has the same content already. */
export const insertPictures = async (
  tx: Tx,
  { pictures, now }: { pictures: readonly { path: string; bytes: Buffer }[]; now: number },
): Promise<void> => {
  if (pictures.length === 0) return;
  await tx
    .insertInto('pictures')
    .values(pictures.map(({ path, bytes }) => ({ path, bytes: bytes.toString('base64'), created_at: now })))
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
};

/** The content of an uploaded picture, or null. */
export const findPicture = async (db: Db, { path }: { path: string }): Promise<Buffer | null> => {
  const row = await db.selectFrom('pictures').select('bytes').where('path', '=', path).executeTakeFirst();
  return row ? Buffer.from(row.bytes, 'base64') : null;
};

/** The paths of the pictures that were uploaded before a time. */
export const findOldPictures = async (db: Db, { before }: { before: number }): Promise<string[]> => {
  const rows = await db.selectFrom('pictures').select('path').where('created_at', '<', before).execute();
  return rows.map(({ path }) => path);
};

/** Those of these paths that have a picture. */
export const findStoredPaths = async (db: Db, { paths }: { paths: readonly string[] }): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const some of chunks(paths)) {
    const rows = await db.selectFrom('pictures').select('path').where('path', 'in', some).execute();
    for (const { path } of rows) found.add(path);
  }
  return found;
};

export const deletePictures = async (tx: Tx, { paths }: { paths: readonly string[] }): Promise<void> => {
  if (paths.length > 0) await tx.deleteFrom('pictures').where('path', 'in', paths).execute();
};

/** The condition that a column may name something that was uploaded. */
const namesUploaded = (column: string) => sql<SqlBool>`${sql.ref(column)} like '%uploaded%'`;

/** Returns the texts of items, listed or not, that may name uploaded files. */
export const findTextsOfItems = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('items')
    .select(['images', 'feed_values', 'lab'])
    .where(({ or }) => or(['images', 'feed_values', 'lab'].map(namesUploaded)))
    .execute();
  return rows.flatMap(({ images, feed_values, lab }) => [images, feed_values, lab ?? '']);
};

/** The first and the last row of the history; zeros if it is empty. */
export const findEndsOfHistory = async (db: Db): Promise<{ first: number; last: number }> => {
  const ends = await db
    .selectFrom('change_rows')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  return { first: ends.first ?? 0, last: ends.last ?? 0 };
};

/** The same of the rows of the history after one of them, up to another one. */
export const findTextsOfHistory = async (
  db: Db,
  { after, upTo }: { after: number; upTo?: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('change_rows')
    .select(['before', 'after'])
    .where('id', '>', after)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!))
    .where(({ or }) => or(['before', 'after'].map(namesUploaded)))
    .execute();
  return rows.flatMap(({ before, after: later }) => [before, later]);
};
