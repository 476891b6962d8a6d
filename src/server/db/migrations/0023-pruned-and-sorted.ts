import { type Kysely, sql } from 'kysely';

/** Users keep label and maker of an invite that is deleted. Indexes find what is deleted after some time, and sort lists. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('users').addColumn('invite_label', 'text').execute();
  await db.schema.alterTable('users').addColumn('invite_made_by', 'text').execute();
  await sql`create index notices_delivered on notices (delivered_at) where delivered_at is not null`.execute(db);
  // With all that is read of old pictures. Their rows are large.
  await sql`create index pictures_created on pictures (created_at, path)`.execute(db);
  await sql`create index points_entries_points on points_entries (points, id)`.execute(db);
  await sql`create index users_member_type on users (lower(member_type), id) where deleted_at is null`.execute(db);
};
