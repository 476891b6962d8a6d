import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Roles, passkeys, invites, limits that every process knows, and the evidence. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = 'bigint' as const;

  await db.schema
    .alterTable('users')
    .addColumn('role', 'text', (c) => c.notNull().defaultTo('member'))
    .execute();
  await sql`update users set role = 'owner' where is_admin = 1`.execute(db);
  await db.schema.alterTable('users').dropColumn('is_admin').execute();
  await db.schema.alterTable('users').addColumn('verified_until', 'text').execute();
  await db.schema.alterTable('users').addColumn('invite_id', 'text').execute();

  await db.schema.createIndex('users_role').on('users').column('role').execute();

  // Sessions now end at the latest 90 days after signing in, those of the panel after 7 days or 12 hours without a call.
  await db.schema.alterTable('sessions').addColumn('reauthenticated_at', whole).execute();
  await sql`
    update sessions set expires_at = created_at + ${sql.lit(90 * DAY_MS)}
    where expires_at > created_at + ${sql.lit(90 * DAY_MS)}`.execute(db);
  const ofPanel = sql`user_id in (select id from users where role <> 'member')`;
  await sql`
    update sessions set expires_at = last_used_at + ${sql.lit(12 * HOUR_MS)}
    where expires_at > last_used_at + ${sql.lit(12 * HOUR_MS)} and ${ofPanel}`.execute(db);
  await sql`
    update sessions set expires_at = created_at + ${sql.lit(7 * DAY_MS)}
    where expires_at > created_at + ${sql.lit(7 * DAY_MS)} and ${ofPanel}`.execute(db);

  // A link ends with its maker's rights, so it needs the maker's id. Older versions stored the name.
  await sql`
    delete from reset_links where created_by not in (
      select username from users where role = 'owner' and status = 'active' and deleted_at is null)`.execute(db);
  await sql`
    update reset_links set created_by = (
      select users.id from users where users.username = reset_links.created_by)`.execute(db);
  await sql`
    update reset_links set expires_at = created_at + ${sql.lit(HOUR_MS)}
    where expires_at > created_at + ${sql.lit(HOUR_MS)} and ${ofPanel}`.execute(db);

  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', whole, (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('last_used_at', whole)
    .execute();
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();

  await db.schema
    .createTable('challenges')
    .addColumn('challenge', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('expires_at', whole, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('throttles')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failed_at', 'text', (c) => c.notNull())
    .addColumn('waits', whole, (c) => c.notNull())
    .addColumn('ends_at', whole, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('call_counts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('calls', whole, (c) => c.notNull())
    .addColumn('ends_at', whole, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('uses', whole, (c) => c.notNull())
    .addColumn('used', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole)
    .addColumn('revoked_at', whole)
    .addCheckConstraint('invites_not_used_too_often', sql`used <= uses`)
    .execute();

  await db.schema
    .createTable('audit')
    .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', (column) =>
      engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('seq', whole, (c) => c.unique())
    .addColumn('at', whole, (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text')
    .addColumn('role', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('address', 'text')
    .addColumn('hash', 'text')
    .execute();
  await sql`create index audit_unchained on audit (id) where hash is null`.execute(db);
  await sql`create index audit_kind on audit (kind, id)`.execute(db);
  await sql`create index audit_actor on audit (actor_id, id)`.execute(db);
  await db.schema
    .createTable('audit_texts')
    .addColumn('entry_id', whole, (c) => c.primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('salt', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text')
    .addColumn('subject', 'text')
    .addColumn('address', 'text')
    .execute();
  await db.schema.createIndex('audit_texts_user').on('audit_texts').column('user_id').execute();
};
