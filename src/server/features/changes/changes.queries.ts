import type { ChangeKind } from '#domain/inventory-plan.ts';
import type { AppliedRow } from '#domain/inventory-plan-revert.ts';
import { containsText } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';

const CHANGE_COLUMNS = [
  'id',
  'kind',
  'actor',
  'summary',
  'added',
  'changed',
  'removed',
  'unchanged',
  'switches',
  'created_at',
  'reverted_by',
] as const;

export const findChange = (db: Db | Tx, { id }: { id: number }) =>
  db.selectFrom('change_sets').select(CHANGE_COLUMNS).where('id', '=', id).executeTakeFirst();

export type ChangeSetRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** Which change-sets a list shows. */
export interface ChangeFilter {
  /** An item's id. */
  item?: number | undefined;
  actor?: string | undefined;
  kind?: ChangeKind | undefined;
  /** Searches the summary. */
  q?: string | undefined;
}

const matching = (db: Db | Tx, { item, actor, kind, q }: ChangeFilter) =>
  db
    .selectFrom('change_sets')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(!!actor, (query) => query.where('actor', '=', actor!))
    .$if(!!q?.trim(), (query) => query.where(containsText('summary', q!.trim())))
    .$if(item !== undefined, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('change_rows')
            .select('change_rows.id')
            .whereRef('change_rows.change_id', '=', 'change_sets.id')
            .where('change_rows.item_id', '=', item!),
        ),
      ),
    );

/** Change-sets with an id below `beforeId`, newest first. */
export const listChangeSets = (
  db: Db | Tx,
  { beforeId, limit, ...filter }: ChangeFilter & { beforeId: number | null; limit: number },
) =>
  matching(db, filter)
    .select(CHANGE_COLUMNS)
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const countChangeSets = async (db: Db | Tx, filter: ChangeFilter): Promise<number> => {
  const row = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Rows of a change-set in the order in which they were stored, with the present names of their items. */
export const listChangeRows = async (
  db: Db | Tx,
  { changeId, afterId, limit }: { changeId: number; afterId: number; limit?: number },
): Promise<(AppliedRow & { rowId: number })[]> => {
  const rows = await db
    .selectFrom('change_rows')
    .innerJoin('items', 'items.id', 'change_rows.item_id')
    .select([
      'change_rows.id',
      'change_rows.item_id',
      'change_rows.kind',
      'change_rows.before',
      'change_rows.after',
      'items.external_id',
      'items.name',
    ])
    .where('change_rows.change_id', '=', changeId)
    .where('change_rows.id', '>', afterId)
    .orderBy('change_rows.id')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return rows.map((row) => ({
    rowId: row.id,
    itemId: row.item_id,
    externalId: row.external_id,
    name: row.name,
    kind: row.kind,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  }));
};

/** Marks a change-set as undone by another. */
export const markReverted = async (tx: Tx, { id, by }: { id: number; by: number }): Promise<void> => {
  await tx.updateTable('change_sets').set({ reverted_by: by }).where('id', '=', id).execute();
};

/** An undo was undone: the change-set that it had undone applies again. */
export const unmarkRevertedBy = async (tx: Tx, { by }: { by: number }): Promise<void> => {
  await tx.updateTable('change_sets').set({ reverted_by: null }).where('reverted_by', '=', by).execute();
};

/** Some change-sets that are older than the history is kept (behavior 9.13). */
export const findExpiredChanges = async (
  db: Db | Tx,
  { before, limit }: { before: { syncs: number; others: number }; limit: number },
): Promise<number[]> => {
  const rows = await db
    .selectFrom('change_sets')
    .select('id')
    .where((where) =>
      where.or([
        where('created_at', '<', before.others),
        where.and([where('kind', '=', 'sync'), where('created_at', '<', before.syncs)]),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
};

/** Deletes up to `limit` rows of these change-sets. Returns whether there may be more. */
export const deleteChangeRows = async (
  tx: Tx,
  { changeIds, limit }: { changeIds: readonly number[]; limit: number },
): Promise<boolean> => {
  const rows = await tx
    .selectFrom('change_rows')
    .select('id')
    .where('change_id', 'in', changeIds)
    .limit(limit)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map((row) => row.id);
  await tx.deleteFrom('change_rows').where('id', 'in', ids).execute();
  return rows.length === limit;
};

/** Deletes change-sets that have no rows any more. */
export const deleteChangeSets = async (tx: Tx, { ids }: { ids: readonly number[] }): Promise<void> => {
  await tx.deleteFrom('change_sets').where('id', 'in', ids).execute();
};
