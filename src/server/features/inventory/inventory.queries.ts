import type { Selectable } from 'kysely';
import type { InventoryItem, OwnableField, StockCorrection } from '#domain/inventory-item.ts';
import type { LabResult } from '#domain/lab-result.ts';
import type { Tier } from '#domain/tiers.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import { isOneOf, manyRows } from '../../db/json.ts';
import type { Schema } from '../../db/schema.ts';
import { countRows } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { SHOWN_COLUMNS } from '../catalogue/catalogue.queries.ts';

const ITEM_COLUMNS = [
  ...SHOWN_COLUMNS,
  'listed',
  'is_active',
  'held_back',
  'low_stock',
  'by_hand',
  'shop_owned',
  'feed_values',
  'stock_version',
  'stock_correction',
] as const;

export type ItemRow = Pick<Selectable<Schema['items']>, (typeof ITEM_COLUMNS)[number]>;

/** An item with the values that plans do not change. */
export interface StoredItem extends InventoryItem {
  /** No member sees it, active or not, because its category is hidden. */
  isHeldBack: boolean;
  /** Pieces promised to open receipts. */
  reserved: number;
  /** When a sync last changed it, epoch milliseconds. */
  lastSyncedAt: number | null;
  /** How often a plan has set the stock. */
  stockVersion: number;
}

/** Every item of the shop, or only the listed ones, by id. */
export const listItems = async (db: Db | Tx, { listedOnly }: { listedOnly: boolean }): Promise<StoredItem[]> => {
  const query = db
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .$if(listedOnly, (items) => items.where('listed', '=', 1))
    .orderBy('id');
  const rows = await manyRows(db, query);
  return rows.map(toItem);
};

/** All listed items. */
export const listed = (db: Db) => db.selectFrom('items').select(ITEM_COLUMNS).where('listed', '=', 1);

/** The existing items with these ids, by id. */
export const findItems = async (db: Db | Tx, { ids }: { ids: readonly number[] }): Promise<StoredItem[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .execute();
  return rows.map(toItem);
};

/** The item with this id of a feed or file, listed or not. */
export const findItemByExternalId = async (
  tx: Tx,
  { externalId }: { externalId: string },
): Promise<StoredItem | undefined> => {
  const row = await tx
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row && toItem(row);
};

/** Returns whether the shop has any item, listed or not. */
export const hasItems = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The items with these ids of a feed or file, listed or not, by id. */
export const findItemsByExternalId = async (
  tx: Tx,
  { externalIds }: { externalIds: readonly string[] },
): Promise<StoredItem[]> => {
  const rows = await tx
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .where('external_id', 'in', externalIds)
    .orderBy('id')
    .execute();
  return rows.map(toItem);
};

/** Returns whether the shop has no listed item, and never had an order. */
export const isEmptyShop = async (db: Db | Tx): Promise<boolean> => {
  const { isFilled } = await db
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('items').select('id').where('listed', '=', 1)),
        exists(selectFrom('receipts').select('id')),
      ]).as('isFilled'),
    )
    .executeTakeFirstOrThrow();
  return !isFilled;
};

/** The items that members can order, by id. */
export const listStock = (db: Db) =>
  db
    .selectFrom('items')
    .select(['id', 'quantity', 'category'])
    .where('listed', '=', 1)
    .where('is_active', '=', 1)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();

/** How many items are listed. */
export const countListed = (db: Db | Tx): Promise<number> => countRows(db.selectFrom('items').where('listed', '=', 1));

export const toItem = (row: ItemRow): StoredItem => ({
  id: row.id,
  externalId: row.external_id,
  listed: row.listed === 1,
  name: row.name,
  description: row.description,
  brand: row.brand,
  category: row.category,
  tags: listOf<string>(row.tags),
  images: listOf<string>(row.images),
  size: row.size,
  quantity: row.quantity,
  reserved: row.reserved,
  priceCents: row.price_cents,
  markupCents: row.markup_cents,
  isActive: row.is_active === 1 || row.held_back === 1,
  isHeldBack: row.held_back === 1,
  weightLabel: row.weight_label as WeightLabel | null,
  tiers: listOf<Tier>(row.tiers),
  batch: row.batch,
  lab: row.lab === null ? null : (JSON.parse(row.lab) as LabResult),
  lowStock: row.low_stock,
  byHand: row.by_hand === 1,
  shopOwned: listOf<OwnableField>(row.shop_owned),
  feedValues: row.feed_values === '{}' ? {} : JSON.parse(row.feed_values),
  correction: row.stock_correction === null ? null : (JSON.parse(row.stock_correction) as StockCorrection),
  lastSyncedAt: row.last_synced_at,
  stockVersion: row.stock_version,
});

/** Most lists are empty, and need no parsing. */
const listOf = <Entry>(json: string): Entry[] => (json === '[]' ? [] : JSON.parse(json));

/** The lines of open receipts that reserve pieces of these items, by receipt number. */
export const findOpenReservations = async (db: Db | Tx, { itemIds }: { itemIds: readonly number[] }) => {
  if (itemIds.length === 0) return [];
  return await db
    .selectFrom('receipt_lines')
    .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
    .select(['receipts.number', 'receipt_lines.item_id', 'receipt_lines.product_name', 'receipt_lines.quantity'])
    .where('receipts.status', 'in', ['awaiting_payment', 'paid'])
    .where(isOneOf(db, 'receipt_lines.item_id', itemIds))
    .orderBy('receipts.number')
    .orderBy('receipt_lines.position')
    .execute();
};
