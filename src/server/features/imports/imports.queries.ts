import { sql } from 'kysely';
import type { NearCategory } from '#domain/category-warnings.ts';
import type { ImportMapping, ImportMode } from '#domain/import-mapping.ts';
import { foldName } from '#domain/typed-text.ts';
import { DAY_MS } from '../../db/table.ts';
import type { Db, Tx } from '../../db/types.ts';

/** How a file is to be imported. Null mapping: as its source suggests. */
export interface ImportRequest {
  mapping: ImportMapping | null;
  mode: ImportMode;
  skipProblems: boolean;
  useCategories: readonly NearCategory[];
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
  return row && { ...row, request: { useCategories: [], ...JSON.parse(row.request) } as ImportRequest };
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

/** A mapping that is kept, with the names of the columns that it was made for. */
interface KeptMapping {
  name: string;
  mapping: ImportMapping;
  columns?: string[] | undefined;
}

export const listMappings = async (db: Db | Tx): Promise<KeptMapping[]> => {
  const rows = await db.selectFrom('import_mappings').selectAll().orderBy('name').execute();
  return rows.map(({ name, mapping: text }) => {
    const { columns, ...mapping } = JSON.parse(text) as ImportMapping & Pick<KeptMapping, 'columns'>;
    return { name, mapping, ...(columns && { columns }) };
  });
};

/** The name under which a mapping is kept: one that looks the same is the same. */
export const keptName = (kept: readonly KeptMapping[], name: string): string | undefined =>
  kept.find((each) => foldName(each.name) === foldName(name))?.name;

export const storeMapping = async (tx: Tx, { name, mapping, columns }: KeptMapping): Promise<void> => {
  const text = JSON.stringify({ ...mapping, columns });
  await tx
    .insertInto('import_mappings')
    .values({ name, mapping: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ mapping: text }))
    .execute();
};

export const deleteMapping = async (tx: Tx, { name }: { name: string }): Promise<void> => {
  await tx.deleteFrom('import_mappings').where('name', '=', name).execute();
};
