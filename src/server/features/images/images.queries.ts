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

/** Stores an uploaded picture. One with this path has the same content already. */
export const insertPicture = async (
  tx: Tx,
  { path, bytes, now }: { path: string; bytes: Buffer; now: number },
): Promise<void> => {
  await tx
    .insertInto('pictures')
    .values({ path, bytes: bytes.toString('base64'), created_at: now })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
};

/** The content of an uploaded picture, or null. */
export const findPicture = async (db: Db, { path }: { path: string }): Promise<Buffer | null> => {
  const row = await db.selectFrom('pictures').select('bytes').where('path', '=', path).executeTakeFirst();
  return row ? Buffer.from(row.bytes, 'base64') : null;
};
