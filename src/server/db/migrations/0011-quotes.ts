import type { Kysely } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Adds the prices of receipts in coins. */
export const up = (_engine: EngineKind) => async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('receipts')
    .addColumn('quotes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
};
