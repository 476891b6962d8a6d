import type { Kysely } from 'kysely';
import type { EngineKind } from '../types.ts';

/** What a receipt costs in coins. */
export const up = (_engine: EngineKind) => async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('receipts')
    .addColumn('quotes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
};
