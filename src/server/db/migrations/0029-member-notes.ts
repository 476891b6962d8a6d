import type { Kysely } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Private notes about members. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('member_notes')
    .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', (c) =>
      engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('member_notes_user').on('member_notes').columns(['user_id', 'id']).execute();
};
