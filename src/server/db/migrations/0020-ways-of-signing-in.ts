import type { Kysely } from 'kysely';

/**
 * Sessions know how they were opened. Nobody knows of older ones, so they count as opened by password. The owner who makes
 * a reset link says whether it also removes the passkeys. A password that the shop has generated is known as such; of older
 * ones nobody knows.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('sessions')
    .addColumn('method', 'text', (c) => c.notNull().defaultTo('password'))
    .execute();
  await db.schema.alterTable('sessions').addColumn('passkey_at', 'bigint').execute();
  await db.schema
    .alterTable('reset_links')
    .addColumn('remove_passkeys', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('password_generated', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
};
