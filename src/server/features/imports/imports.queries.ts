import { sql } from 'kysely';
import type { ImportMapping, ImportMode } from '#domain/import-mapping.ts';
import { DAY_MS } from '../../db/table.ts';
import type { Db, Tx } from '../../db/types.ts';

/** How a file is to be imported. Null mapping: as its source suggests. */
export interface ImportRequest {
  mapping: ImportMapping | null;
  mode: ImportMode;
  skipProblems: boolean;
}

interface NewImport {
  id: string;
  name: string;
  /** Gzipped and in base64. */
  content: string;
  request: ImportRequest;
  now: number;
}

export const insertImport = async (tx: Tx, { id, name, content, request, now }: NewImport): Promise<void> => {
  const row = { id, name, content, request: JSON.stringify(request), created_at: now, applied_at: null };
  await tx.insertInto('imports').values(row).execute();
};

/** An import of the last day. */
export const findImport = async (db: Db | Tx, { id, now }: { id: string; now: number }) => {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>=', now - DAY_MS)
    .executeTakeFirst();
  return row && { ...row, request: JSON.parse(row.request) as ImportRequest };
};

/** How many bytes the file of an import has, about. 0 for an unknown one. */
export const importBytes = async (db: Db, { id }: { id: string }): Promise<number> => {
  const row = await db
    .selectFrom('imports')
    .select(sql<number>`length(content)`.as('size'))
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(row?.size ?? 0) * TEXT_PER_ZIPPED;
};

/** Tables become a quarter when they are zipped, and a third more in base64. */
const TEXT_PER_ZIPPED = 3;

/** Stores how an import is to be done. Returns whether it was not applied before. */
export const storeRequest = async (
  tx: Tx,
  { id, request }: { id: string; request: ImportRequest },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ request: JSON.stringify(request) })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Marks an import as applied. Returns whether it was not before: of two who apply it at once, one gets true. */
export const markApplied = async (tx: Tx, { id, now }: { id: string; now: number }): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ applied_at: now })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const listMappings = async (db: Db | Tx) => {
  const rows = await db.selectFrom('import_mappings').selectAll().orderBy('name').execute();
  return rows.map(({ name, mapping }) => ({ name, mapping: JSON.parse(mapping) as ImportMapping }));
};

export const storeMapping = async (
  tx: Tx,
  { name, mapping }: { name: string; mapping: ImportMapping },
): Promise<void> => {
  const text = JSON.stringify(mapping);
  await tx
    .insertInto('import_mappings')
    .values({ name, mapping: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ mapping: text }))
    .execute();
};

/** Returns whether there was one. */
export const deleteMapping = async (tx: Tx, { name }: { name: string }): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('import_mappings').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
};
