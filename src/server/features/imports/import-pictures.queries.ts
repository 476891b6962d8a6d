import { isOneOf, jsonTable } from '../../db/json.ts';
import { asText, asWhole, chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { PictureState } from './imports.table.ts';

/** The import whose pictures are fetched. */
export interface PictureTask {
  taskId: string;
  changeId: number;
}

/** Stores the pictures that items get after an import, in the order of the file. */
export const insertImportPictures = async (
  tx: Tx,
  { taskId, changeId, pictures }: PictureTask & { pictures: readonly { externalId: string; address: string }[] },
): Promise<void> => {
  for (const chunk of chunks(pictures)) {
    const given = chunk.map(({ externalId, address }, place) => ({ place, external_id: externalId, address }));
    const types = { place: 'bigint', external_id: 'text', address: 'text' } as const;
    await tx
      .insertInto('import_pictures')
      .columns(['task_id', 'change_id', 'item_id', 'address', 'state'])
      .expression((from) =>
        from
          .selectFrom(jsonTable(tx, JSON.stringify(given), types).as('given'))
          .innerJoin('items', 'items.external_id', 'given.external_id')
          .select([
            asText(taskId).as('task_id'),
            asWhole(changeId).as('change_id'),
            'items.id',
            'given.address',
            asText('waiting').as('state'),
          ])
          .orderBy('given.place'),
      )
      .execute();
  }
};

/** The oldest import that has pictures left, or whose task has not ended. */
export const findPictureTask = async (db: Db): Promise<PictureTask | undefined> =>
  db
    .selectFrom('import_pictures')
    .leftJoin('tasks', 'tasks.id', 'import_pictures.task_id')
    .select(['task_id as taskId', 'import_pictures.change_id as changeId'])
    .where(({ or, eb }) => or([eb('import_pictures.state', '=', 'waiting'), eb('tasks.state', '=', 'running')]))
    .orderBy('import_pictures.id')
    .limit(1)
    .executeTakeFirst();

/** The next addresses that wait, each once. Many products in a row may share one, and then these are fewer. */
export const findWaitingAddresses = async (
  db: Db,
  { taskId, most }: { taskId: string; most: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('import_pictures')
    .select('address')
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(NEXT)
    .execute();
  return [...new Set(rows.map(({ address }) => address))].slice(0, most);
};

const NEXT = 50;

/** All pictures of an import, in the order of the file, with the names of their items. */
export const listImportPictures = (db: Db | Tx, { taskId, itemIds }: { taskId: string; itemIds?: readonly number[] }) =>
  db
    .selectFrom('import_pictures')
    .innerJoin('items', 'items.id', 'import_pictures.item_id')
    .selectAll('import_pictures')
    .select('items.name')
    .where('task_id', '=', taskId)
    .$if(itemIds !== undefined, (query) => query.where(isOneOf(db, 'import_pictures.item_id', itemIds!)))
    .orderBy('import_pictures.id')
    .execute();

/** The items that wait for one of these addresses. */
export const findWaitingItems = async (
  tx: Tx,
  { taskId, addresses }: { taskId: string; addresses: readonly string[] },
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('import_pictures')
    .select('item_id')
    .distinct()
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .where('address', 'in', addresses)
    .execute();
  return rows.map(({ item_id: id }) => id);
};

/** Stores what came of a picture that waited, for one item. */
export const settlePicture = async (
  tx: Tx,
  { id, ...result }: { id: number; state: PictureState; path: string | null; problem: string | null },
): Promise<void> => {
  await tx.updateTable('import_pictures').set(result).where('id', '=', id).execute();
};

/** Drops what still waits of an import. */
export const dropWaiting = async (tx: Tx, { taskId }: { taskId: string }): Promise<void> => {
  await tx
    .updateTable('import_pictures')
    .set({ state: 'dropped' })
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .execute();
};

/**
 * Lets the failed pictures of a task that has ended wait again, under another task, with those that have arrived. Returns
 * how many there are, and their change-set.
 */
export const retryFailed = async (
  tx: Tx,
  { taskId, nextId }: { taskId: string; nextId: string },
): Promise<{ count: number; changeId: number } | null> => {
  const failed = await tx
    .updateTable('import_pictures')
    .set({ state: 'waiting', problem: null })
    .where('task_id', '=', taskId)
    .where('state', '=', 'failed')
    .returning(['address', 'change_id'])
    .execute();
  if (failed.length === 0) return null;
  await tx.updateTable('import_pictures').set({ task_id: nextId }).where('task_id', '=', taskId).execute();
  return { count: new Set(failed.map(({ address }) => address)).size, changeId: failed[0]!.change_id };
};

export const deleteImportPictures = async (tx: Tx, { taskId }: { taskId: string }): Promise<void> => {
  await tx.deleteFrom('import_pictures').where('task_id', '=', taskId).execute();
};
