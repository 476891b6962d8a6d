import { type Kysely, sql } from 'kysely';

/** Acts that are counted have a table of their own. Those that are counted at this moment go there. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('repeated_acts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('repeated_acts_ends_at').on('repeated_acts').column('ends_at').execute();
  await db.schema
    .createIndex('repeated_acts_user_id')
    .on('repeated_acts')
    .column('user_id')
    .where(sql.ref('user_id'), 'is not', null)
    .execute();
  await sql`
    insert into repeated_acts (key, act, calls, ends_at)
    select key, substr(key, 5), calls, ends_at from call_counts where key like 'act %'`.execute(db);
  await sql`delete from call_counts where key like 'act %'`.execute(db);
};
