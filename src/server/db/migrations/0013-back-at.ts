import type { Kysely } from 'kysely';
import type { EngineKind } from '../types.ts';

/** When an item last came back to stock. Nobody knows when those of older databases did. */
export const up = (_engine: EngineKind) => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('items').addColumn('back_at', 'bigint').execute();
};
