import type { ChangeKind } from '#domain/inventory-plan.ts';
import type { AppliedRow } from '#domain/inventory-plan-revert.ts';
import { containsText } from '../../db/contains-text.ts';
import { isOneOf } from '../../db/json.ts';
import { countRows } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';

export const findChange = (db: Db | Tx, { id }: { id: number }) =>
  db.selectFrom('change_sets').selectAll().where('id', '=', id).executeTakeFirst();

export type ChangeSetRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** Which change-sets a list shows. */
export interface ChangeFilter {
  /** An item's id. */
  item?: number | undefined;
  actor?: string | undefined;
  kind?: ChangeKind | undefined;
  /** Searches the summary. */
  q?: string | undefined;
  /** False leaves syncs out. */
  syncs?: boolean | undefined;
}

const matching = (db: Db | Tx, { item, actor, kind, q, syncs }: ChangeFilter) =>
  db
    .selectFrom('change_sets')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(syncs === false, (query) => query.where('kind', '!=', 'sync'))
    .$if(!!actor, (query) => query.where('actor', '=', actor!))
    .$if(!!q?.trim(), (query) => query.where(containsText(db, 'summary', q!.trim())))
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
    .selectAll()
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const countChangeSets = (db: Db | Tx, filter: ChangeFilter): Promise<number> => countRows(matching(db, filter));

/** A row as it is stored. */
export type StoredRow = AppliedRow & {
  rowId: number;
  /** The change-set that undid it alone or with some others. Null also if its whole change-set was undone at once. */
  revertedBy: number | null;
  /** Of stock that people have changed: how often the stock had been set by then. */
  stockVersion: number | null;
};

/** Rows of a change-set in the order in which they were stored, with the present names of their items. */
export const listChangeRows = async (
  db: Db | Tx,
  { changeId, afterId, limit }: { changeId: number; afterId: number; limit?: number },
): Promise<StoredRow[]> => {
  const rows = await rowsOf(db, changeId)
    .where('change_rows.id', '>', afterId)
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return rows.map(toRow);
};

/** The rows of a change-set for these items. */
export const findChangeRows = async (
  db: Db | Tx,
  { changeId, itemIds }: { changeId: number; itemIds: readonly number[] },
): Promise<StoredRow[]> => {
  const rows = await rowsOf(db, changeId)
    .where(isOneOf(db, 'change_rows.item_id', itemIds))
    .execute();
  return rows.map(toRow);
};

/** How many rows of a change-set were not undone by themselves. */
export const countOpenRows = (db: Db | Tx, { changeId }: { changeId: number }): Promise<number> =>
  countRows(db.selectFrom('change_rows').where('change_id', '=', changeId).where('reverted_by', 'is', null));

const rowsOf = (db: Db | Tx, changeId: number) =>
  db
    .selectFrom('change_rows')
    .innerJoin('items', 'items.id', 'change_rows.item_id')
    .select([
      'change_rows.id',
      'change_rows.item_id',
      'change_rows.kind',
      'change_rows.before',
      'change_rows.after',
      'change_rows.reverted_by',
      'change_rows.stock_version',
      'items.external_id',
      'items.name',
    ])
    .where('change_rows.change_id', '=', changeId)
    .orderBy('change_rows.id');

const toRow = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): StoredRow => ({
  rowId: row.id,
  itemId: row.item_id,
  externalId: row.external_id,
  name: row.name,
  kind: row.kind,
  before: JSON.parse(row.before),
  after: JSON.parse(row.after),
  revertedBy: row.reverted_by,
  stockVersion: row.stock_version,
  ...(row.stock_version !== null && { stock: 'moved' as const }),
});

/** Returns whether a file has replaced the inventory after a change-set. */
export const wasReplacedSince = async (tx: Tx, { changeId }: { changeId: number }): Promise<boolean> => {
  const upload = await tx
    .selectFrom('change_sets')
    .select('id')
    .where('id', '>', changeId)
    .where('kind', '=', 'upload')
    .limit(1)
    .executeTakeFirst();
  return upload !== undefined;
};

/** Marks a change-set as undone by another. */
export const markReverted = async (tx: Tx, { id, by }: { id: number; by: number }): Promise<void> => {
  await tx.updateTable('change_sets').set({ reverted_by: by }).where('id', '=', id).execute();
};

/** Marks the rows of these items as undone by another change-set. */
export const markRowsReverted = async (
  tx: Tx,
  { id, itemIds, by }: { id: number; itemIds: readonly number[]; by: number },
): Promise<void> => {
  await tx
    .updateTable('change_rows')
    .set({ reverted_by: by })
    .where('change_id', '=', id)
    .where(isOneOf(tx, 'item_id', itemIds))
    .execute();
};

/** An undo was undone, for these items or for all: the changes that it had undone apply again. */
export const unmarkRevertedBy = async (
  tx: Tx,
  { by, itemIds }: { by: number; itemIds: readonly number[] | null },
): Promise<void> => {
  const undoneAtOnce = await tx.selectFrom('change_sets').select('id').where('reverted_by', '=', by).execute();
  const undoneByRows = await tx
    .selectFrom('change_rows')
    .innerJoin('change_sets', 'change_sets.id', 'change_rows.change_id')
    .select(['change_sets.id', 'change_sets.reverted_by'])
    .where('change_rows.reverted_by', '=', by)
    .distinct()
    .execute();
  // A change-set of which some rows apply again is no longer undone as a whole. Its other rows remember that they are.
  for (const { id } of itemIds === null ? [] : undoneAtOnce) await markOpenRows(tx, { id, by });
  for (const { id, reverted_by } of undoneByRows)
    if (reverted_by !== null) await markOpenRows(tx, { id, by: reverted_by });
  const ids = [...undoneAtOnce, ...undoneByRows].map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.updateTable('change_sets').set({ reverted_by: null }).where('id', 'in', ids).execute();
  await tx
    .updateTable('change_rows')
    .set({ reverted_by: null })
    .where('reverted_by', '=', by)
    .$if(itemIds !== null, (update) => update.where(isOneOf(tx, 'item_id', itemIds!)))
    .execute();
};

/** Adds pictures that arrived later to the row of their item. */
export const addImagesToRow = async (
  tx: Tx,
  { row: { rowId, after }, images }: { row: StoredRow; images: string[] },
): Promise<void> => {
  await tx
    .updateTable('change_rows')
    .set({ after: JSON.stringify({ ...after, images }) })
    .where('id', '=', rowId)
    .execute();
};

/** Marks the rows of a change-set that are not marked yet. */
const markOpenRows = async (tx: Tx, { id, by }: { id: number; by: number }): Promise<void> => {
  await tx
    .updateTable('change_rows')
    .set({ reverted_by: by })
    .where('change_id', '=', id)
    .where('reverted_by', 'is', null)
    .execute();
};
