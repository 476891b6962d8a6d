import { sql } from 'kysely';
import { EXPORT_LISTS, exportKind } from '#domain/tasks.ts';
import type { Db, Tx } from '../../db/types.ts';

/** Stores the file of a task, in the transaction that ends it. */
export const insertFile = async (tx: Tx, { id, content }: { id: string; content: string }): Promise<void> => {
  await tx.insertInto('export_files').values({ task_id: id, content }).execute();
};

/** The file of a task that a user started at a time or later. */
export const findFile = (db: Db, { id, userId, from }: { id: string; userId: string; from: number }) =>
  db
    .selectFrom('tasks')
    .innerJoin('export_files', 'export_files.task_id', 'tasks.id')
    .select(['tasks.kind', 'export_files.content'])
    .where('tasks.id', '=', id)
    .where('tasks.user_id', '=', userId)
    .where('tasks.started_at', '>=', from)
    .executeTakeFirst();

/** How many accounts were deleted since the shop keeps files of exports. */
export const countDeletions = async (db: Db | Tx): Promise<number> => {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'deleted_accounts').executeTakeFirst();
  return row?.value ?? 0;
};

/** The same. Until the transaction ends, no other one deletes an account. */
export const lockDeletions = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ value: number }>`
    insert into counters (name, value) values ('deleted_accounts', 0)
    on conflict (name) do update set value = counters.value
    returning value`.execute(tx);
  return rows[0]!.value;
};

/**
 * Deletes the files of all exports, because one of them may name a person whose account is deleted. Exports that still run
 * notice it by the count.
 */
export const withdrawFiles = async (tx: Tx, { message }: { message: string }): Promise<void> => {
  await sql`
    insert into counters (name, value) values ('deleted_accounts', 1)
    on conflict (name) do update set value = counters.value + 1`.execute(tx);
  await tx
    .updateTable('tasks')
    .set({ state: 'failed', message })
    .where('kind', 'in', EXPORT_LISTS.map(exportKind))
    .where('state', '=', 'done')
    .execute();
  await tx.deleteFrom('export_files').execute();
};
