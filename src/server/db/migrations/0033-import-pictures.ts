import type { Kysely } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Pictures of imports that are still to be fetched. */
export const up = (kind: EngineKind) => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('import_pictures')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('change_id', 'bigint', (c) => c.notNull())
    .addColumn('item_id', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('path', 'text')
    .addColumn('problem', 'text')
    .execute();
  await db.schema
    .createIndex('import_pictures_task')
    .on('import_pictures')
    .columns(['task_id', 'state', 'id'])
    .execute();
};
