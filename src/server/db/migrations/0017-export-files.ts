import type { Kysely } from 'kysely';

/** The files of exports, each for the task that made it. They are in the database so that every process can send them. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('export_files')
    .addColumn('task_id', 'text', (c) => c.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
};
